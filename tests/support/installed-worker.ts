import { expect, type Page } from '@playwright/test';

/** Opens the home page, and waits until the service worker controls the page. */
export async function installWorker(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/`);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
}

/** Waits until the worker has stored a page. */
export async function waitUntilStored(page: Page, url: string): Promise<void> {
  await expect.poll(() => isStored(page, url)).toBe(true);
}

export function isStored(page: Page, url: string): Promise<boolean> {
  return page.evaluate(async (address) => Boolean(await (await caches.open('copies')).match(address)), url);
}
