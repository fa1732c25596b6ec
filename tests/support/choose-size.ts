import type { Locator, Page } from '@playwright/test';

/** Chooses the first size, or the first of what else the goods of a page come in. */
export async function chooseFirst(within: Page | Locator): Promise<void> {
  await within.locator('[data-add-to-cart] input[type=radio]').first().check();
}
