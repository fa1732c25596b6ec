import type { Page } from '@playwright/test';

/** Opens a group of filters if it is closed, and returns its first checkbox. */
export async function firstCheckbox(page: Page, facet: string) {
  const group = page.locator(`[data-facet="${facet}"]`);
  if ((await group.getAttribute('open')) === null) await group.locator('summary').first().click();
  return group.getByRole('checkbox').first();
}

/** Returns the number of products that the list reports. */
export async function productCount(page: Page): Promise<number> {
  return Number.parseInt((await page.locator('[data-listing]').getAttribute('data-count-text')) ?? '', 10);
}
