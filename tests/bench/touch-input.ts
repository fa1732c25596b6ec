import type { CDPSession, Page } from '@playwright/test';

interface Point {
  x: number;
  y: number;
}

export function middleOf(page: Page, selector: string): Promise<Point> {
  return page.evaluate((controlSelector) => {
    const box = document.querySelector(controlSelector)?.getBoundingClientRect();
    if (!box) throw new Error(`The page has no ${controlSelector}.`);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }, selector);
}

/** Touches a point with the browser's own input, because the listeners of Playwright's locators would take time. */
export async function touchAt(cdp: CDPSession, point: Point): Promise<void> {
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}
