import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { importCatalogue } from '#lib/catalog/import/import-catalogue.server.ts';
import { openDatabase } from '#lib/platform/db/db.server.ts';
import { migrate } from '#lib/platform/db/migrator/migrate.server.ts';
import { PictureStore } from '#lib/platform/files/pictures/pictures.server.ts';
import { EVIL_HOST, HTML_PAYLOADS } from '#support/html-payloads.ts';
import { startShop, temporaryDir } from '#support/shop-process.ts';

/** Elements and attributes that a description must not contain. */
const FORBIDDEN_ELEMENTS =
  'meta, base, link, style, script, form, input, button, iframe, object, embed, svg, math, img, video, audio, template, dialog, [style], [id]:not(#description), [onerror], [onclick]';

/** Imports each payload as text, and as HTML alternately from JSON Lines and CSV. Returns the slugs of the products. */
async function importPayloads(dataDir: string): Promise<string[]> {
  const db = await openDatabase({ dataDir });
  await migrate(db);
  const common = { type: 'product', categories: [], sell_unit: 'piece', variants: [{ price: 100, quantity: 1 }] };
  const lines = HTML_PAYLOADS.flatMap((html, index) => [
    {
      ...common,
      slug: `text-${index}`,
      name: html.slice(0, 150),
      content: html,
      details: [html],
      seo_description: html,
    },
    ...(index % 2 === 0
      ? [
          {
            ...common,
            slug: `html-${index}`,
            name: `Goods ${index}`,
            content: html,
            long_content: `<p>Kept</p>${html}`,
          },
        ]
      : []),
  ]);
  const rows = HTML_PAYLOADS.flatMap((html, index) =>
    index % 2 === 1 ? [`csv-${index},Goods ${index},"<p>Kept</p>${html.replaceAll('"', '""')}",100,1`] : [],
  );
  const source = join(dataDir, 'import');
  mkdirSync(source);
  writeFileSync(join(source, 'goods.jsonl'), lines.map((line) => JSON.stringify(line)).join('\n'));
  writeFileSync(
    join(source, 'goods.csv'),
    ['Handle,Title,Body (HTML),Variant Price,Variant Inventory Qty', ...rows].join('\n'),
  );
  for (const name of ['goods.jsonl', 'goods.csv']) {
    const { problems } = await importCatalogue({ db, pictures: new PictureStore(dataDir), source: join(source, name) });
    expect(problems).toEqual([]);
  }
  const slugs = await db.read.selectFrom('product').select('slug').orderBy('id').execute();
  await db.close();
  return slugs.map(({ slug }) => slug);
}

/** Returns an array that collects dialogs, violations of the Content Security Policy, and requests to `EVIL_HOST`. */
function collectViolations(page: Page): string[] {
  const violations: string[] = [];
  page.on('request', (request) => new URL(request.url()).hostname === EVIL_HOST && violations.push(request.url()));
  page.on('dialog', (dialog) => void dialog.dismiss().then(() => violations.push(dialog.message())));
  page.on('console', (line) => /Content Security Policy/.test(line.text()) && violations.push(line.text()));
  return violations;
}

test('renders imported HTML as safe markup or text, without navigation or external requests', async ({ page }) => {
  test.setTimeout(240_000);
  const data = temporaryDir('imported-html');
  const slugs = await importPayloads(data.dir);
  expect(slugs).toHaveLength(HTML_PAYLOADS.length * 2);
  const shop = await startShop({ dataDir: data.dir });
  try {
    const violations = collectViolations(page);
    for (const slug of slugs) {
      const address = `${shop.origin}/products/${slug}`;
      const response = await page.goto(address);
      expect(response?.status(), slug).toBe(200);
      // None of the products has a picture.
      await expect(page.locator('[data-gallery-rail] img'), slug).toHaveAttribute('src', /^\/cloth\/[1-4]\.svg$/);
      const description = page.locator('#description');
      await expect(description, slug).toHaveCount(1);
      expect(await description.locator(FORBIDDEN_ELEMENTS).count(), `${slug}: ${await description.innerHTML()}`).toBe(
        0,
      );
      if (!slug.startsWith('text-')) await expect(description.getByText('Kept', { exact: true })).toHaveCount(1);
      const schemes = await description
        .locator('a[href]')
        .evaluateAll((links) => links.map((a) => (a as HTMLAnchorElement).protocol));
      expect(
        schemes.filter((scheme) => !/^(https?|mailto|tel):$/.test(scheme)),
        slug,
      ).toEqual([]);
      // The markup of the description does not enclose the rest of the page.
      await expect(page.locator('footer'), slug).not.toHaveCount(0);
      expect(await page.evaluate(() => 'ran' in window), slug).toBe(false);
      expect(page.url(), slug).toBe(address);
      expect(violations, slug).toEqual([]);
    }
  } finally {
    await shop.stop();
    data.remove();
  }
});
