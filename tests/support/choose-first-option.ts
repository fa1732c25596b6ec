import type { Locator, Page } from '@playwright/test';

/** Chooses the first size on a page, or the first value of another option. */
export async function chooseFirstOption(container: Page | Locator): Promise<void> {
  await container.locator('[data-add-to-cart] input[type=radio]').first().check();
}
