import type { Page } from '@playwright/test';

interface TouchedWindow extends Window {
  touchedAt?: number;
  touchResponseMs?: number;
}

/** Runs in the page: measures the time from a touch to the paint of the first change that the touch causes. */
export function watchTouches(): void {
  let touchedAt: number | undefined;
  const recordChange = () => {
    if (touchedAt === undefined) return;
    const start = touchedAt;
    touchedAt = undefined;
    requestAnimationFrame(() => {
      // This message arrives after the frame that shows the change.
      const channel = new MessageChannel();
      channel.port1.onmessage = () => {
        (window as TouchedWindow).touchResponseMs = performance.now() - start;
      };
      channel.port2.postMessage(undefined);
    });
  };
  document.addEventListener(
    'pointerup',
    (event) => {
      touchedAt = event.timeStamp;
      (window as TouchedWindow).touchedAt = touchedAt;
    },
    { capture: true },
  );
  // A popover opens without a change to the markup.
  for (const type of ['toggle', 'beforetoggle']) document.addEventListener(type, recordChange, { capture: true });
  new MutationObserver(recordChange).observe(document, { subtree: true, childList: true, attributes: true });
}

/** Waits for the response time recorded by `watchTouches`, and returns it in milliseconds. */
export async function touchResponseMs(page: Page): Promise<number> {
  const handle = await page.waitForFunction(() => (window as TouchedWindow).touchResponseMs, undefined, {
    timeout: 10_000,
  });
  return (await handle.jsonValue()) ?? Number.NaN;
}

/** Returns the time from the touch until an element that matches the selector is visible, in milliseconds. */
export async function shownMs(page: Page, selector: string): Promise<number> {
  const handle = await page.waitForFunction(
    (selector) => {
      const element = document.querySelector(selector);
      const { touchedAt } = window as TouchedWindow;
      return element?.getClientRects().length && touchedAt !== undefined ? performance.now() - touchedAt : undefined;
    },
    selector,
    { timeout: 10_000, polling: 'raf' },
  );
  return (await handle.jsonValue()) ?? Number.NaN;
}
