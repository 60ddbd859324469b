/** The settings page by role and name. */
import { expect, type Locator, type Page } from '@playwright/test'

export class SettingsPage {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  /** Through the list of boards, as people go. */
  async open(): Promise<void> {
    await this.page.getByRole('link', { name: 'Settings' }).click()
    await this.ready()
  }

  /** React runs: only then is the day of this browser known. */
  async ready(): Promise<void> {
    await expect(this.page.getByText(/^Example: .*\d/)).toBeVisible()
  }

  async reload(): Promise<void> {
    await this.page.reload()
    await this.ready()
  }

  async back(): Promise<void> {
    await this.page.getByRole('link', { name: 'Back to the board' }).click()
    await expect(this.page.locator('[data-connection="live"]')).toBeAttached()
  }

  section(name: string): Locator {
    return this.page.getByRole('region', { name })
  }

  /** Chooses, and waits until it is kept. */
  async choose(label: string, option: string): Promise<void> {
    await this.page.getByLabel(label).selectOption({ label: option })
    await this.saved()
  }

  async radio(group: string, option: string): Promise<void> {
    await this.page.getByRole('group', { name: group }).getByText(option, { exact: true }).click()
  }

  async zone(typed: string, name: string): Promise<void> {
    const field = this.page.getByRole('combobox', { name: 'Time zone' })
    if (!(await field.isVisible())) {
      await this.radio('Time zone', 'Fixed')
      await this.saved()
    }
    await field.click()
    await field.fill(typed)
    await expect(this.page.getByRole('option').first()).toHaveText(new RegExp(`^${name}`))
    await field.press('Enter')
    await expect(field).toHaveValue(name)
    await this.saved()
  }

  async saved(): Promise<void> {
    await expect(this.page.getByText('Saved', { exact: true })).toBeVisible()
  }

  async makeLink(): Promise<string> {
    await this.page.getByRole('button', { name: 'Create link' }).click()
    return this.page.getByLabel('Sign-in link').inputValue()
  }

  async makeToken(name: string): Promise<string> {
    await this.page.getByLabel('Token name').fill(name)
    await this.page.getByRole('button', { name: 'Create token' }).click()
    const field = this.page.getByLabel('New token', { exact: true })
    await expect(field).toHaveValue(/^tb_/)
    return field.inputValue()
  }
}
