import { expect, type Locator, type Page } from '@playwright/test';

const MAX_TABS = 60;
type Role = 'link' | 'button' | 'textbox' | 'radio' | 'checkbox' | 'combobox';

/**
 * Presses Tab, or Shift+Tab if the control is before the focused control, until the control with this name has focus.
 * Fails if the focus is not visible or the control can't be reached. Never clicks.
 */
export async function tabTo(page: Page, role: Role, name: string | RegExp): Promise<void> {
  await page.waitForLoadState();
  await tabToLocator(page, page.getByRole(role, { name, exact: typeof name === 'string' }), `${role} ${name}`);
}

/** Does the same as `tabTo` for a locator, for example of a file field, which has no role. */
export async function tabToLocator(page: Page, target: Locator, description: string): Promise<void> {
  const key = (await target.evaluateAll(areBeforeFocus)) ? 'Shift+Tab' : 'Tab';
  for (let presses = 0; presses < MAX_TABS; presses++) {
    await page.keyboard.press(key);
    const outlines = await target.evaluateAll((elements) =>
      elements
        .filter((element) => element === document.activeElement)
        .map((element) => getComputedStyle(element).outlineStyle),
    );
    if (outlines.length === 0) continue;
    expect(outlines, `the focus on ${description} is visible`).not.toContain('none');
    await expect(page.locator(':focus')).toBeInViewport();
    await expect.poll(() => isCovered(page), `whether ${description} is covered by another element`).toBe(false);
    return;
  }
  throw new Error(`${description} can’t be reached with ${key} on ${page.url()}`);
}

/** Moves the focus to a link or button as `tabTo` does, and presses Enter. */
export async function press(page: Page, ...to: [role: 'link' | 'button', name: string | RegExp]): Promise<void> {
  await tabTo(page, ...to);
  await page.keyboard.press('Enter');
}

function areBeforeFocus(elements: Element[]): boolean {
  const focusedElement = document.activeElement;
  const isBefore = (element: Element) =>
    element.compareDocumentPosition(focusedElement as Element) === Node.DOCUMENT_POSITION_FOLLOWING;
  return focusedElement !== null && elements.length > 0 && elements.every(isBefore);
}

/** Checks whether an unrelated element covers the middle of the focused element. */
function isCovered(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const focusedElement = document.activeElement;
    if (!focusedElement) return true;
    const { left, top, width, height } = focusedElement.getBoundingClientRect();
    const topmostElement = document.elementFromPoint(left + width / 2, top + height / 2);
    return !topmostElement || !(topmostElement.contains(focusedElement) || focusedElement.contains(topmostElement));
  });
}
