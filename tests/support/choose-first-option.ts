import type { Locator, Page } from '@playwright/test';

/** Chooses the first value of the first option, such as a size, in the form that adds to the cart. */
export async function chooseFirstOption(container: Page | Locator): Promise<void> {
  await container.locator('[data-add-to-cart] input[type=radio]').first().check();
}
