/** Writes the screenshots for the README and docs/admin.md, which show the built demo shop on a phone and a laptop. */
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from '@playwright/test';
import { startShop, temporaryDir } from '../tests/support/shop-process.ts';
import { CHROMIUM_FLAGS, ensureChromium } from './ensure-chromium.ts';

const PHONE = { viewport: { width: 360, height: 800 }, deviceScaleFactor: 2 };
const LAPTOP = { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 };
const SCREENSHOTS = [
  { name: 'phone', path: '/products/gir-lion-tee', screen: PHONE },
  { name: 'laptop', path: '/products?category=women', screen: LAPTOP },
  { name: 'admin-today', path: '/admin', screen: PHONE, isAdmin: true },
  { name: 'admin-packing', path: '/admin/packing', screen: PHONE, isAdmin: true },
  { name: 'admin-orders', path: '/admin/orders', screen: LAPTOP, isAdmin: true },
];
const imageFolder = fileURLToPath(new URL('../docs/images', import.meta.url));

const dataFolder = temporaryDir('screenshots');
const shop = await startShop({ dataDir: dataFolder.dir, env: { DEMO_HISTORY: 'on', LOG_LEVEL: 'info' } });
const browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_FLAGS });
try {
  // Until this message is logged, the admin shows only some of the orders.
  while (!shop.output().includes('added the history of the demo')) await wait(100);
  for (const { name, path, screen, isAdmin } of SCREENSHOTS) {
    const page = await browser.newPage(screen);
    if (isAdmin) await page.request.post(`${shop.origin}/admin/demo`, { headers: { origin: shop.origin } });
    await openWithPictures(page, shop.origin + path);
    await page.screenshot({ path: join(imageFolder, `${name}.jpg`), type: 'jpeg', quality: 80 });
    await page.close();
  }
} finally {
  await browser.close();
  await shop.stop();
  dataFolder.remove();
}

/** Opens a page, and reloads it until it has no placeholders. Each picture is resized when it is first requested. */
async function openWithPictures(page: Page, url: string): Promise<void> {
  let placeholders = 0;
  page.on('response', (response) => {
    if (response.headers()['content-type'] === 'image/svg+xml' && response.url().includes('/pictures/')) placeholders++;
  });
  do {
    placeholders = 0;
    await page.goto(url, { waitUntil: 'networkidle' });
  } while (placeholders > 0);
}
