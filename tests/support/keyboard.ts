import { expect, type Locator, type Page } from '@playwright/test';

const MAX_TABS = 60;
type Role = 'link' | 'button' | 'textbox' | 'radio' | 'checkbox' | 'combobox';

/**
 * Presses Tab, or Shift+Tab for a control before the current one, until the control with this name has the focus,
 * which must be visible; never clicks.
 */
export async function tabTo(page: Page, role: Role, name: string | RegExp): Promise<void> {
  await page.waitForLoadState();
  await tabToLocator(page, page.getByRole(role, { name, exact: typeof name === 'string' }), `${role} ${name}`);
}

/** Like `tabTo`, for any control, such as a file field, which has no role. */
export async function tabToLocator(page: Page, target: Locator, description: string): Promise<void> {
  const key = (await target.evaluateAll(areBeforeFocus)) ? 'Shift+Tab' : 'Tab';
  for (let i = 0; i < MAX_TABS; i++) {
    await page.keyboard.press(key);
    const outlines = await target.evaluateAll((elements) =>
      elements
        .filter((element) => element === document.activeElement)
        .map((element) => getComputedStyle(element).outlineStyle),
    );
    if (outlines.length === 0) continue;
    expect(outlines, `the focus on ${description} is visible`).not.toContain('none');
    await expect(page.locator(':focus')).toBeInViewport();
    await expect.poll(() => isCovered(page), `${description} is covered by something`).toBe(false);
    return;
  }
  throw new Error(`No ${key} leads to ${description} on ${page.url()}`);
}

export async function press(page: Page, ...to: [role: 'link' | 'button', name: string | RegExp]): Promise<void> {
  await tabTo(page, ...to);
  await page.keyboard.press('Enter');
}

function areBeforeFocus(elements: Element[]): boolean {
  const focused = document.activeElement;
  const isBefore = (element: Element) =>
    element.compareDocumentPosition(focused as Element) === Node.DOCUMENT_POSITION_FOLLOWING;
  return focused !== null && elements.length > 0 && elements.every(isBefore);
}

/** Whether an unrelated element covers the middle of the focused element. */
function isCovered(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const focused = document.activeElement;
    if (!focused) return true;
    const { left, top, width, height } = focused.getBoundingClientRect();
    const above = document.elementFromPoint(left + width / 2, top + height / 2);
    return !above || !(above.contains(focused) || focused.contains(above));
  });
}
