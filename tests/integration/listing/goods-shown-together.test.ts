import { expect, test } from 'vitest';
import type { CatalogueRecord } from '#lib/catalog/import/record/catalog-record.ts';
import { saveCatalogueBatch } from '#lib/catalog/import/save/save-catalogue.server.ts';
import { deductStock, refreshStock } from '#lib/catalog/inventory/stock.server.ts';
import { homeRails } from '#lib/catalog/listing/home-rails.server.ts';
import { relatedProducts } from '#lib/catalog/listing/recommendations.server.ts';
import { availabilityTag } from '#lib/catalog/products/catalogue-tags.ts';
import { showProduct } from '#lib/catalog/products/product-detail.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { TaggedCache } from '#lib/platform/tagged-cache.ts';
import { onBothEngines } from '#support/database.ts';
import { EXACT_SAVE } from '#support/whole-record.ts';

const PICTURE = { width: 900, height: 1125, dominant: '#aabbcc' };
const PICTURES = new Map(
  ['own.jpg', 'old.jpg', 'new.jpg'].map((src, index) => [src, { ...PICTURE, hash: String(index).repeat(24) }]),
);

const productRecord = (slug: string, quantity: number, moreFields: object = {}) => ({
  type: 'product' as const,
  slug,
  name: slug,
  categories: ['kurtas'],
  sell_unit: 'piece' as const,
  variants: [{ price: 900, quantity }],
  ...moreFields,
});

const TAXONOMY: CatalogueRecord[] = [
  { type: 'category', slug: 'women', name: 'Women' },
  { type: 'category', slug: 'kurtas', name: 'Kurtas', parent: 'women' },
  { type: 'category', slug: 'sarees', name: 'Sarees', parent: 'women' },
];

async function readRelatedSlugs(db: ShopDatabase, slug: string, cache = new TaggedCache()): Promise<string[]> {
  const product = await showProduct(db, slug);
  return product ? (await relatedProducts({ db, cache }, product, 4)).map((card) => card.slug) : [];
}

onBothEngines('products shown together', (open) => {
  test('are not sold out, and also come from the parent category if there is space', async () => {
    const db = await open();
    const soldOut = ['a', 'b', 'c', 'd', 'e'].map((slug) => productRecord(slug, 0, { sold: 100 }));
    const preOrder = productRecord('ahead', 0, { variants: [{ price: 900, quantity: 0, pre_order: '2099-01-01' }] });
    const saree = productRecord('saree', 3, { categories: ['sarees'] });
    await saveCatalogueBatch(
      db,
      [...TAXONOMY, productRecord('shown', 1), productRecord('there', 2), preOrder, saree, ...soldOut],
      new Map(),
    );
    expect((await readRelatedSlugs(db, 'shown')).sort()).toEqual(['ahead', 'saree', 'there']);
  });

  test('are the best-selling products in the category, without the product itself', async () => {
    const db = await open();
    const products = [9, 3, 7, 1, 8, 5].map((sold) => productRecord(`sold-${sold}`, 1, { sold }));
    await saveCatalogueBatch(db, [...TAXONOMY, ...products], new Map());
    const cache = new TaggedCache();
    expect(await readRelatedSlugs(db, 'sold-8', cache)).toEqual(['sold-9', 'sold-7', 'sold-5', 'sold-3']);
    expect(await readRelatedSlugs(db, 'sold-1', cache)).toEqual(['sold-9', 'sold-8', 'sold-7', 'sold-5']);
  });

  test('are purged from cached pages when the last piece is sold, but not before', async () => {
    const db = await open();
    await saveCatalogueBatch(db, [...TAXONOMY, productRecord('shown', 1), productRecord('there', 2)], new Map());
    const { id, product_id } = await db.write
      .selectFrom('variant')
      .innerJoin('product', 'product.id', 'product_id')
      .select(['variant.id', 'product_id'])
      .where('slug', '=', 'there')
      .executeTakeFirstOrThrow();
    const sell = () =>
      transaction(db, async (tx) => {
        const deductedStock = await deductStock(
          tx,
          { variantId: id, sellUnit: 'piece', quantity: 1 },
          { why: 'order', at: 1 },
        );
        await refreshStock(tx, [
          { productId: product_id, slug: 'there', affectsListing: deductedStock?.remaining === 0 },
        ]);
      });
    const readPurgedTags = async () =>
      (await db.write.selectFrom('invalidation').select('tag').execute()).map(({ tag }) => tag);
    const cache = new TaggedCache();
    await sell();
    expect(await readPurgedTags()).not.toContain(availabilityTag('there'));
    expect(await readRelatedSlugs(db, 'shown', cache)).toEqual(['there']);
    await sell();
    const tags = new Set(await readPurgedTags());
    expect(tags).toContain(availabilityTag('there'));
    cache.dropTags(tags);
    expect(await readRelatedSlugs(db, 'shown', cache)).toEqual([]);
  });

  test('are purged from cached pages when an import makes them available or sold out', async () => {
    const db = await open();
    await saveCatalogueBatch(db, [...TAXONOMY, productRecord('there', 2)], new Map());
    const isPurgedByImport = async (quantity: number) => {
      await db.write.deleteFrom('invalidation').execute();
      await saveCatalogueBatch(db, [productRecord('there', quantity)], new Map(), EXACT_SAVE);
      const rows = await db.write.selectFrom('invalidation').select('tag').execute();
      return rows.some((row) => row.tag === availabilityTag('there'));
    };
    expect([
      await isPurgedByImport(1),
      await isPurgedByImport(0),
      await isPurgedByImport(0),
      await isPurgedByImport(4),
    ]).toEqual([false, true, false, true]);
  });

  test('are grouped in rails on the home page, each with its own picture or that of its newest product', async () => {
    const db = await open();
    const records: CatalogueRecord[] = [
      ...TAXONOMY,
      { type: 'material', slug: 'silk', name: 'Silk', image: { src: 'own.jpg', alt: 'Silk' } },
      { type: 'material', slug: 'cotton', name: 'Cotton' },
      { type: 'material', slug: 'wool', name: 'Wool' },
      { type: 'material', slug: 'jute', name: 'Jute' },
      productRecord('older', 1, { material: 'cotton', images: [{ src: 'old.jpg', alt: 'Old' }] }),
      productRecord('newer', 1, { material: 'cotton', images: [{ src: 'new.jpg', alt: 'New' }] }),
      productRecord('bare', 1, { material: 'cotton' }),
      productRecord('shawl', 1, { material: 'wool', categories: ['sarees'] }),
      productRecord('stole', 1, { material: 'silk', categories: [] }),
    ];
    await saveCatalogueBatch(db, records, PICTURES);
    const { collections, materials } = await homeRails(db);
    expect(materials.map(({ name, href, picture }) => [name, href, picture.hash])).toEqual([
      ['Cotton', '/products?material=cotton', '2'.repeat(24)],
      ['Silk', '/products?material=silk', '0'.repeat(24)],
    ]);
    expect(collections.map(({ name, href }) => [name, href])).toEqual([['Women', '/products?category=women']]);
  });
});
