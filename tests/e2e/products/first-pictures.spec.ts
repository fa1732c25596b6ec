import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, expect, test } from '@playwright/test';
import { importCatalogue } from '#lib/catalog/import/import-catalogue.server.ts';
import { PictureStore } from '#lib/platform/files/pictures/pictures.server.ts';
import { root } from '#support/project-root.ts';
import { drawSheetPictures, sheetFile } from '#support/sheets.ts';
import { startShop, temporaryDir } from '#support/shop-process.ts';
import { smallShop } from '#support/small-shop.ts';

const DEMO_SLIDES: object[] = JSON.parse(readFileSync(join(root, 'src/content/slides.json'), 'utf8'));

const SCREENS = [
  { viewport: { width: 360, height: 800 }, deviceScaleFactor: 2, isMobile: true },
  { viewport: { width: 360, height: 800 }, deviceScaleFactor: 3, isMobile: true },
  { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true },
  { viewport: { width: 1366, height: 768 }, deviceScaleFactor: 1 },
];

/** Returns the file names of the AVIF pictures that are at least half visible when the page opens. */
async function findVisiblePictures(browser: Browser, screen: (typeof SCREENS)[number], url: string): Promise<string[]> {
  const context = await browser.newContext(screen);
  const page = await context.newPage();
  await page.goto(url, { waitUntil: 'networkidle' });
  const visibleNames = await page.locator('main img').evaluateAll((pictures) =>
    pictures.flatMap((picture) => {
      const { left, right, top, bottom, width, height } = picture.getBoundingClientRect();
      const visibleWidth = Math.min(right, innerWidth) - Math.max(left, 0);
      const visibleHeight = Math.min(bottom, innerHeight) - Math.max(top, 0);
      const isVisible = visibleWidth > 0 && visibleHeight > 0 && visibleWidth * visibleHeight >= (width * height) / 2;
      const { currentSrc } = picture as HTMLImageElement;
      return isVisible && currentSrc.endsWith('.avif') ? [currentSrc.split('/').at(-1) ?? ''] : [];
    }),
  );
  await context.close();
  return visibleNames;
}

test('after an import, the first pictures on the home, list and product pages are encoded in advance', async ({
  browser,
}) => {
  // The pictures are encoded with low priority, so encoding is slow while other tests run.
  test.setTimeout(1_200_000);
  const data = temporaryDir('first-pictures');
  const db = await smallShop(data.dir);
  // The home page is short, because encoding all pictures of the demo's home page takes a minute.
  const ownTexts = {
    slides: DEMO_SLIDES.slice(0, 1),
    home: { sections: [{ shows: 'slides' }, { shows: 'new-arrivals', heading: 'New' }] },
  };
  const texts = Object.entries(ownTexts).map(([path, text]) => ({ path, body: JSON.stringify(text) }));
  await db.write
    .insertInto('own_content')
    .values(texts.map((text) => ({ ...text, version: 1, state: 'own', at: 0 })))
    .execute();
  const shop = await startShop({ dataDir: data.dir, env: { PICTURES_AHEAD: '4', LOG_LEVEL: 'info' } });
  try {
    const imagesDir = join(data.dir, 'photos');
    await drawSheetPictures(imagesDir, ['fabrics']);
    const pictures = new PictureStore(data.dir);
    await importCatalogue({ db, pictures, source: sheetFile('fabrics'), imagesDir });
    const arePrepared = () => shop.output().includes('prepared pictures');
    await expect.poll(arePrepared, { timeout: 1_100_000 }).toBe(true);
    const cachedNames = new Set(readdirSync(join(data.dir, 'pictures', 'cache')));
    const list = await (await fetch(`${shop.origin}/products`)).text();
    const newestPath = /href="(\/products\/[a-z0-9-]+)"/.exec(list)?.[1] ?? '';
    for (const screen of SCREENS) {
      for (const path of ['/', '/products', newestPath]) {
        const visibleNames = await findVisiblePictures(browser, screen, shop.origin + path);
        expect(visibleNames, `${path} shows pictures`).not.toEqual([]);
        expect(
          visibleNames.filter((name) => !cachedNames.has(name)),
          `${path} at ${JSON.stringify(screen)}`,
        ).toEqual([]);
      }
    }
  } finally {
    await shop.stop();
    await db.close();
    data.remove();
  }
});
