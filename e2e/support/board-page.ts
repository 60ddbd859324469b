/** The screen by role and name, as a person finds things. */
import { expect, type Locator, type Page } from '@playwright/test'

export type ColumnName = 'Open' | 'In progress' | 'Done'

export class BoardPage {
  readonly page: Page
  readonly region: Locator
  readonly message: Locator
  readonly log: Locator
  readonly boards: Locator
  /** The State view. */
  readonly state: Locator

  constructor(page: Page) {
    this.page = page
    this.region = page.getByRole('region', { name: 'Board', exact: true })
    this.message = page.getByRole('textbox', { name: 'Message', exact: true })
    this.log = page.getByRole('log', { name: 'Conversation' })
    this.state = page.getByRole('region', { name: 'State', exact: true })
    this.boards = page.getByRole('navigation', { name: 'Boards' })
  }

  /** `/` creates a user if needed, and redirects to a board. */
  async open(): Promise<void> {
    await this.page.goto('/')
    await this.page.waitForURL(/\/boards\/[0-9a-f]+$/)
    await this.ready()
  }

  /** Waits until the page is interactive: React is hydrated, and the feed is live. */
  async ready(): Promise<void> {
    await expect(this.page.locator('[data-connection="live"]')).toBeAttached()
  }

  async newBoard(): Promise<void> {
    const before = this.page.url()
    await this.boards.getByRole('button', { name: 'New board' }).click()
    await this.page.waitForURL((url) => url.href !== before)
    await this.ready()
  }

  column(name: ColumnName): Locator {
    return this.region.getByRole('region', { name, exact: true })
  }

  card(name: string | RegExp): Locator {
    return this.region.getByRole('article', { name })
  }

  cardIn(column: ColumnName, name: string | RegExp): Locator {
    return this.column(column).getByRole('article', { name })
  }

  list(name: string): Locator {
    return this.region.getByRole('region', { name: `${name} list`, exact: true })
  }

  item(list: string, text: string): Locator {
    return this.list(list).getByRole('checkbox', { name: text, exact: true })
  }

  /** With the menu of the board bar. */
  async makeList(name: string): Promise<void> {
    await this.region.getByRole('button', { name: 'Lists', exact: true }).click()
    await this.page.getByRole('menuitem', { name: 'New list…' }).click()
    await this.page.getByRole('textbox', { name: 'New list name' }).fill(name)
    await this.page.keyboard.press('Enter')
    await expect(this.list(name)).toBeVisible()
  }

  async addTo(list: string, text: string): Promise<void> {
    const field = this.list(list).getByRole('textbox', { name: `Add to the ${list} list` })
    await field.fill(text)
    await field.press('Enter')
  }

  async openState(): Promise<void> {
    await this.region.getByRole('button', { name: 'State', exact: true }).click()
    await expect(this.state).toBeVisible()
  }

  /** A key in the State view. */
  value(key: string): Locator {
    return this.state.getByRole('article', { name: key, exact: true })
  }

  /** One entry of the menu of a key in the State view. */
  async onValue(key: string, entry: string): Promise<void> {
    await this.value(key).hover()
    await this.value(key)
      .getByRole('button', { name: `Actions for ${key}` })
      .click()
    await this.page.getByRole('menuitem', { name: entry, exact: true }).click()
  }

  async addValue(key: string, text: string): Promise<void> {
    await this.state.getByRole('button', { name: 'Add value' }).click()
    await this.state.getByRole('textbox', { name: 'Key' }).fill(key)
    await this.state.getByRole('textbox', { name: 'New value' }).fill(text)
    await this.state.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(this.value(key)).toBeVisible()
  }

  toastUndo(): Locator {
    return this.page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' })
  }

  replies(): Locator {
    return this.log.getByRole('article', { name: 'Taskboard' })
  }

  /** Sends without waiting for the answer. */
  async send(text: string): Promise<void> {
    await this.message.fill(text)
    await this.message.press('Enter')
    await expect(this.message).toHaveValue('')
  }

  /** Sends and waits until the turn has ended; returns the reply. */
  async say(text: string): Promise<Locator> {
    const before = await this.replies().count()
    await this.send(text)
    const reply = this.replies().nth(before)
    await expect(reply).toBeVisible({ timeout: 10_000 })
    await this.idle()
    return reply
  }

  /** Waits until no turn is running. */
  async idle(): Promise<void> {
    await expect(this.page.getByRole('button', { name: 'Stop', exact: true })).toBeHidden({ timeout: 15_000 })
  }
}
