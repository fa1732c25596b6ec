import { expect, it } from 'vitest';
import { readCatalogue } from '#lib/catalog/import/export/read-catalogue.server.ts';
import type { CatalogueRecord, ProductRecord } from '#lib/catalog/import/record/catalog-record.ts';
import { saveCatalogueBatch } from '#lib/catalog/import/save/save-catalogue.server.ts';
import { currentSlugOf } from '#lib/catalog/products/former-slugs.server.ts';
import { showProduct } from '#lib/catalog/products/product-detail.server.ts';
import { latestInvalidationId, pollInvalidations } from '#lib/platform/db/invalidation.server.ts';
import { onBothEngines } from '#support/database.ts';
import { DEMO_TAXONOMY } from '#support/demo-catalogue.ts';
import { startShop, temporaryDir } from '#support/shop-process.ts';
import { oneProduct, smallShop } from '#support/small-shop.ts';

const KURTA: ProductRecord = {
  type: 'product',
  slug: 'indigo-kurta',
  name: 'Indigo Kurta',
  categories: ['women-kurtas'],
  sell_unit: 'piece',
  created_at: '2026-01-01',
  variants: [{ sku: 'IK', price: 1999, quantity: 3 }],
};
const RENAMED_KURTA: ProductRecord = {
  ...KURTA,
  slug: 'neel-kurta',
  name: 'Neel Kurta',
  former_slugs: ['indigo-kurta'],
};

onBothEngines('a product with a new slug', (open) => {
  it('keeps its ids, and its old slug redirects to the new one', async () => {
    const db = await open();
    await saveCatalogueBatch(db, [...DEMO_TAXONOMY, KURTA]);
    const productBefore = await showProduct(db, 'indigo-kurta');
    const invalidationId = await latestInvalidationId(db);
    expect(await saveCatalogueBatch(db, [RENAMED_KURTA])).toMatchObject({ created: 0, updated: 1 });
    const { tags } = await pollInvalidations(db, invalidationId);
    expect([...tags]).toEqual(expect.arrayContaining(['product:indigo-kurta', 'product:neel-kurta', 'list']));
    const productAfter = await showProduct(db, 'neel-kurta');
    expect(productAfter?._id).toBe(productBefore?._id);
    expect(productAfter?.variants[0]?._id).toBe(productBefore?.variants[0]?._id);
    expect(await showProduct(db, 'indigo-kurta')).toBeUndefined();
    expect(await currentSlugOf(db, 'indigo-kurta')).toBe('neel-kurta');
    expect(await currentSlugOf(db, 'never-woven')).toBeUndefined();
  });

  it('can get another new slug, and importing its export changes nothing', async () => {
    const db = await open();
    await saveCatalogueBatch(db, [
      ...DEMO_TAXONOMY,
      KURTA,
      { ...KURTA, slug: 'other', variants: [{ price: 5, quantity: 1 }] },
    ]);
    await saveCatalogueBatch(db, [RENAMED_KURTA]);
    await saveCatalogueBatch(db, [{ ...RENAMED_KURTA, slug: 'third', former_slugs: ['indigo-kurta', 'neel-kurta'] }]);
    expect(await currentSlugOf(db, 'indigo-kurta')).toBe('third');
    expect(await currentSlugOf(db, 'neel-kurta')).toBe('third');
    const records: CatalogueRecord[] = [];
    for await (const record of readCatalogue(db)) records.push(record);
    expect(records).toContainEqual(
      expect.objectContaining({ slug: 'third', former_slugs: ['indigo-kurta', 'neel-kurta'] }),
    );
    expect(await saveCatalogueBatch(db, records)).toMatchObject({ created: 0, updated: 0 });
    const copiedDb = await open();
    await saveCatalogueBatch(copiedDb, records);
    expect(await currentSlugOf(copiedDb, 'neel-kurta')).toBe('third');
  });

  it('does not replace the product with the old slug if the same import still contains it', async () => {
    const db = await open();
    await saveCatalogueBatch(db, [...DEMO_TAXONOMY, KURTA]);
    expect(await saveCatalogueBatch(db, [KURTA, RENAMED_KURTA])).toMatchObject({ created: 1, unchanged: 1 });
    expect(await showProduct(db, 'indigo-kurta')).toMatchObject({ name: 'Indigo Kurta' });
  });
});

it('a running shop redirects a former product URL to the new one with a 301', async () => {
  const tempDir = temporaryDir('former');
  const db = await smallShop(tempDir.dir);
  const shop = await startShop({ dataDir: tempDir.dir });
  const readResponse = async (path: string) => {
    const { status, headers } = await fetch(shop.origin + path, { redirect: 'manual' });
    return { status, to: headers.get('location')?.replace(shop.origin, '') };
  };
  try {
    expect(await readResponse('/products/loom-kurta')).toMatchObject({ status: 200 });
    const renamedProduct = { ...oneProduct('pit-loom-kurta', 1_250), former_slugs: ['loom-kurta'] } as ProductRecord;
    await saveCatalogueBatch(db, [renamedProduct], new Map());
    await expect.poll(() => readResponse('/products/pit-loom-kurta')).toMatchObject({ status: 200 });
    for (const suffix of ['', '/7', '/reviews', '?editreview=1']) {
      const newPath = `/products/pit-loom-kurta${suffix}`;
      await expect.poll(() => readResponse(`/products/loom-kurta${suffix}`)).toEqual({ status: 301, to: newPath });
    }
    expect(await readResponse('/products/never-woven')).toMatchObject({ status: 404 });
  } finally {
    await shop.stop();
    await db.close();
    tempDir.remove();
  }
});
