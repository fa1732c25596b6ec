/** Writes the screenshots of the README: the built demo shop on a phone and on a laptop. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from '@playwright/test';
import { startShop, temporaryDir } from '../tests/support/shop-process.ts';
import { CHROMIUM_FLAGS, findChromium } from './find-chromium.ts';

const SHOTS = [
  { name: 'phone', path: '/products/gir-lion-tee', viewport: { width: 360, height: 800 }, deviceScaleFactor: 2 },
  { name: 'laptop', path: '/products?category=women', viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 },
];
const images = fileURLToPath(new URL('../docs/images', import.meta.url));

const data = temporaryDir('screenshots');
const shop = await startShop({ dataDir: data.dir });
const browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_FLAGS });
try {
  for (const { name, path, ...screen } of SHOTS) {
    const page = await browser.newPage(screen);
    await openWithPictures(page, shop.origin + path);
    await page.screenshot({ path: join(images, `${name}.jpg`), type: 'jpeg', quality: 80 });
    await page.close();
  }
} finally {
  await browser.close();
  await shop.stop();
  data.remove();
}

/** Reloads the page until it has no placeholders: the shop makes each picture when it is first requested. */
async function openWithPictures(page: Page, address: string): Promise<void> {
  let placeholders = 0;
  page.on('response', (response) => {
    if (response.headers()['content-type'] === 'image/svg+xml' && response.url().includes('/pictures/')) placeholders++;
  });
  do {
    placeholders = 0;
    await page.goto(address, { waitUntil: 'networkidle' });
  } while (placeholders > 0);
}
