import type { Page } from '@playwright/test';
import type { InputMethod } from './input-method.ts';

/** Opens a screen of the admin from the menu. On a phone, some links of the menu are only shown under "More". */
export async function openScreen({ page, input }: { page: Page; input: InputMethod }, name: string): Promise<void> {
  const adminMenu = page.getByRole('navigation', { name: 'Admin' });
  const link = adminMenu.getByRole('link', { name, exact: true });
  const isInRow = (await adminMenu.locator('.admin-row').getByRole('link', { name, exact: true }).count()) > 0;
  if (!isInRow) await input.press(adminMenu.getByRole('link', { name: 'More' }));
  await input.press(link);
}
