/** Takes the pictures of docs/screenshots from a running shop: BASE_URL=http://localhost:4321 node scripts/screenshots.ts */
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { findChromium } from './find-chromium.ts';

const base = process.env.BASE_URL ?? 'http://localhost:4321';
const target = fileURLToPath(new URL('../docs/screenshots/', import.meta.url));
const PRODUCT = '/products/godavari-indigo-straight-kurta';
const CLOTH = '/products?category=fabrics';

const SHOTS: [name: string, path: string, prepare?: (page: Page) => Promise<void>][] = [
  ['home', '/'],
  ['listing', '/products?category=women'],
  ['filters', '/products?open_filter=true&category=women&material=cotton'],
  ['product', PRODUCT],
  ['fabrics', CLOTH],
  ['quick-view', '/products?category=children', openQuickView],
  ['search', '/', searchForIndigo],
  ['blog', '/blogs'],
];

const args = [
  '--disable-gpu',
  '--disable-background-networking',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];
const browser = await chromium.launch({ executablePath: findChromium(), args });
for (const [width, scale] of [
  [360, 2],
  [1280, 1],
] as const) {
  const context = await browser.newContext({
    viewport: { width, height: 800 },
    deviceScaleFactor: scale,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  for (const [name, path, prepare] of SHOTS) {
    await page.goto(base + path, { waitUntil: 'networkidle' });
    await prepare?.(page);
    const shot = await page.screenshot();
    await sharp(shot).webp({ quality: 80 }).toFile(`${target}${name}-${width}.webp`);
  }
  await context.close();
}
await browser.close();

async function openQuickView(page: Page): Promise<void> {
  await page.locator('[data-quick-view]').first().click();
  await page.getByRole('dialog').getByRole('heading').first().waitFor();
  await page
    .getByRole('dialog')
    .locator('img')
    .first()
    .evaluate((picture: HTMLImageElement) => picture.decode());
  await page.waitForLoadState('networkidle');
}

async function searchForIndigo(page: Page): Promise<void> {
  await page.locator('[data-opens-search]:visible').first().click();
  await page.getByRole('dialog').getByRole('searchbox').fill('indigo');
  await page.locator('[data-result]').first().waitFor();
  await page.waitForLoadState('networkidle');
}
