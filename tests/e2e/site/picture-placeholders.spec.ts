import { expect, type Page, test } from '@playwright/test';
import sharp from 'sharp';
import { placeholderSvg } from '#lib/platform/files/pictures/picture-placeholder.server.ts';
import { fillCart } from '#support/e2e-order.ts';

/** Returns the number of loaded pictures, and the number of placeholders among them. */
async function countLoadedPictures(page: Page) {
  return page.evaluate(() => {
    const pictures = [...document.images].filter(({ complete, src }) => complete && src.includes('/pictures/'));
    return { total: pictures.length, placeholders: pictures.filter(({ naturalWidth }) => naturalWidth < 9).length };
  });
}

const VIEWS: Record<string, (page: Page) => Promise<unknown>> = {
  home: (page) => page.goto('/'),
  list: (page) => page.goto('/products'),
  'search results': (page) => page.goto('/search?search=kurta'),
  product: (page) => page.goto('/products/bolpur-kantha-bandi'),
  article: (page) => page.goto('/blogs/caring-for-block-prints'),
  articles: (page) => page.goto('/blogs'),
  cart: async (page) => {
    await fillCart(page);
    await page.goto('/cart');
  },
  'quick view': (page) => page.goto('/faq?quickView=bolpur-kantha-bandi'),
  'search overlay': async (page) => {
    await page.goto('/faq');
    await page.getByRole('link', { name: 'Search' }).click();
    await page.getByRole('dialog').getByRole('searchbox').fill('kurta');
  },
};

for (const [name, open] of Object.entries(VIEWS))
  test(`replaces placeholders once the pictures are encoded: ${name}`, async ({ page }) => {
    const encodedPicture = await sharp({ create: { width: 480, height: 600, channels: 3, background: '#a3352b' } })
      .webp()
      .toBuffer();
    await page.route(/\/pictures\//, (route) =>
      route.fulfill(
        route.request().url().includes('?')
          ? { contentType: 'image/webp', body: encodedPicture }
          : { contentType: 'image/svg+xml', body: placeholderSvg(undefined) },
      ),
    );
    await open(page);
    await expect.poll(async () => (await countLoadedPictures(page)).placeholders).toBeGreaterThan(0);
    // A picture that is being replaced is not complete, so it is not counted.
    await expect
      .poll(async () => {
        const { total, placeholders } = await countLoadedPictures(page);
        return placeholders === 0 ? total : 0;
      })
      .toBeGreaterThan(0);
  });
