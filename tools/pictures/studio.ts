// The drawing room: a Chromium page that loads the modules of page/ with their types taken off.
import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import path from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';

const HERE = import.meta.dirname;
const ORIGIN = 'http://studio.invalid';

export type Studio = { page: Page; close: () => Promise<void> };

export async function openStudio(): Promise<Studio> {
  const browser: Browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--force-color-profile=srgb',
    ],
  });
  const page = await browser.newPage();
  page.on('pageerror', (e) => console.error('page:', e.stack ?? e.message));
  page.on('console', (m) => console.error('page:', m.text()));
  await page.route(`${ORIGIN}/**`, async (route) => {
    const name = new URL(route.request().url()).pathname.slice(1);
    if (!name) {
      await route.fulfill({
        contentType: 'text/html',
        body: '<!doctype html><title>studio</title><script type="module" src="/main.ts"></script>',
      });
      return;
    }
    if (!/^[a-z-]+\.ts$/.test(name)) {
      await route.fulfill({ status: 404, body: '' });
      return;
    }
    const source = readFileSync(path.join(HERE, 'page', name), 'utf8');
    await route.fulfill({ contentType: 'text/javascript', body: stripTypeScriptTypes(source) });
  });
  await page.goto(`${ORIGIN}/`);
  await page.waitForFunction(() => 'drawPicture' in window, undefined, { timeout: 15_000 });
  return { page, close: () => browser.close() };
}
