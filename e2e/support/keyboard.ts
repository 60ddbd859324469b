import { expect, type Locator, type Page } from '@playwright/test'

/** Enter as an input method sends it, to take a word: the page leaves it alone. Some name it only by the code 229. */
export async function composeEnter(field: Locator): Promise<void> {
  for (const told of [{ isComposing: true }, { keyCode: 229 }]) {
    const isLeftAlone = await field.evaluate((element, more) => {
      const init = { key: 'Enter', bubbles: true, cancelable: true, ...more }
      return element.dispatchEvent(new KeyboardEvent('keydown', init))
    }, told)
    expect(isLeftAlone, 'Enter of an input method is left alone').toBe(true)
  }
}

/** Tabs through the page: whatever takes the focus looks different with it. Gives the names of what it reached. */
export async function expectFocusSeen(page: Page, stops: number): Promise<string[]> {
  const reached: string[] = []
  for (let stop = 0; stop < stops; stop++) {
    await page.keyboard.press('Tab')
    const { name, isSeen } = await page.evaluate(() => {
      const element = document.activeElement
      if (!(element instanceof HTMLElement) || element === document.body) return { name: '', isSeen: true }
      // The ring may be drawn by what is around a field, or by the label of a hidden input.
      const around = [element, element.parentElement, element.parentElement?.parentElement]
      const looks = () =>
        around.map((each) => {
          const { outlineStyle, outlineWidth, borderColor, backgroundColor } = getComputedStyle(
            each ?? element,
          )
          return [outlineStyle, outlineStyle === 'none' || outlineWidth, borderColor, backgroundColor].join()
        })
      // Colors that fade in have not changed yet.
      for (const each of around) if (each) each.style.transition = 'none'
      const focused = looks().join()
      element.blur()
      const isSeen = looks().join() !== focused
      element.focus({ preventScroll: true, focusVisible: true } as FocusOptions)
      const name = element.getAttribute('aria-label') ?? element.textContent ?? element.tagName
      return { name: name.slice(0, 60), isSeen }
    })
    expect(isSeen, `focus on “${name}” is seen`).toBe(true)
    reached.push(name)
  }
  return reached
}
