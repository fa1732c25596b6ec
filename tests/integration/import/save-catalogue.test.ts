import { expect, it } from 'vitest';
import { readCatalogue } from '#lib/catalog/import/export/read-catalogue.server.ts';
import type { CatalogueRecord, ProductRecord } from '#lib/catalog/import/record/catalog-record.ts';
import { saveCatalogueBatch } from '#lib/catalog/import/save/save-catalogue.server.ts';
import { parseListQuery } from '#lib/catalog/listing/list-query.ts';
import { listProducts } from '#lib/catalog/listing/listing.server.ts';
import { priceRange } from '#lib/catalog/listing/price-steps.server.ts';
import { searchCatalogue } from '#lib/catalog/listing/search-catalogue.server.ts';
import { facetCounts, variantValueNames } from '#lib/catalog/listing/taxonomy.server.ts';
import { showProduct } from '#lib/catalog/products/product-detail.server.ts';
import { latestInvalidationId, pollInvalidations } from '#lib/platform/db/invalidation.server.ts';
import { onBothEngines } from '#support/database.ts';
import { DEMO_TAXONOMY } from '#support/demo-catalogue.ts';

const KURTA: ProductRecord = {
  type: 'product',
  slug: 'indigo-kurta',
  name: 'Indigo Kurtá',
  brand: 'beej',
  categories: ['women-kurtas'],
  sell_unit: 'piece',
  options: ['color', 'size'],
  variants: [
    { sku: 'IK-RM', values: { color: 'Rust Red', size: 'M' }, price: 1999, sale_price: 1499.5, quantity: 3 },
    { values: { color: 'Rust Red', size: 'XS' }, price: 1999, quantity: 0, pre_order: '2026-12-01' },
  ],
  images: [{ src: 'a.avif', alt: 'Front', color: 'Rust Red' }],
  created_at: '2026-01-01',
};
const CLOTH: ProductRecord = {
  type: 'product',
  slug: 'khadi-cloth',
  name: 'Khadi cloth',
  categories: ['women-sarees'],
  sell_unit: 'metre',
  sold: 12.25,
  created_at: '2026-01-02',
  variants: [{ price: 400, quantity: 12.5, bolts: [10, 2.5] }],
};
const REVIEW: CatalogueRecord = {
  type: 'review',
  product: 'indigo-kurta',
  name: 'Asha',
  rating: 4,
  summary: 'Soft',
  created_at: '2026-02-01',
};
const PICTURES = new Map([['a.avif', { hash: 'h1', width: 600, height: 800, dominant: '#204060' }]]);
const ALL_RECORDS = [...DEMO_TAXONOMY, KURTA, CLOTH, REVIEW];

onBothEngines('saving the catalogue', (open) => {
  it('creates records only once; saving them again, even from an export, changes nothing', async () => {
    const db = await open();
    expect(await saveCatalogueBatch(db, ALL_RECORDS, PICTURES)).toMatchObject({
      created: ALL_RECORDS.length,
      updated: 0,
      unchanged: 0,
    });
    const invalidationId = await latestInvalidationId(db);
    expect(await saveCatalogueBatch(db, ALL_RECORDS, PICTURES)).toMatchObject({
      created: 0,
      updated: 0,
      unchanged: ALL_RECORDS.length,
    });
    const exportedRecords: CatalogueRecord[] = [];
    for await (const record of readCatalogue(db)) exportedRecords.push(record);
    expect(exportedRecords).toHaveLength(ALL_RECORDS.length);
    const secondSave = await saveCatalogueBatch(db, JSON.parse(JSON.stringify(exportedRecords)), new Map());
    expect(secondSave).toMatchObject({
      created: 0,
      updated: 0,
      unchanged: ALL_RECORDS.length,
      changes: [],
      problems: [],
    });
    expect(await pollInvalidations(db, invalidationId)).toEqual({ lastId: invalidationId, tags: new Set() });
  });

  it('makes a product available with its prices in paise, bolts, pictures and rating', async () => {
    const db = await open();
    await saveCatalogueBatch(db, ALL_RECORDS, PICTURES);
    expect(await showProduct(db, 'indigo-kurta')).toMatchObject({
      type: 'variable',
      brand: 'Beej',
      pricePaise: 199_900,
      salePricePaise: 149_950,
      discountPercentage: 25,
      minPaise: 149_950,
      maxPaise: 199_900,
      averageRating: 4,
      ratingCount: 1,
      inStock: true,
      isPreOrder: true,
      options: [
        { label: 'color', values: ['Rust Red'] },
        { label: 'size', values: ['XS', 'M'] },
      ],
      pictures: [{ hash: 'h1', color: 'Rust Red' }],
      breadcrumb: [{ slug: 'women' }, { slug: 'women-kurtas' }],
    });
    const cloth = await showProduct(db, 'khadi-cloth');
    expect(cloth).toMatchObject({
      type: 'simple',
      unitStepCm: 25,
      minQuantity: 100,
      sold: 1225,
      variants: [{ quantity: 1250, longestCutCm: 1000 }],
    });
    expect(cloth?.onlyVariantId).toBe(cloth?.variants[0]?._id);
    expect(await showProduct(db, 'nothing')).toBeUndefined();
  });

  it('keeps the ids of variants, and invalidates only what changed', async () => {
    const db = await open();
    await saveCatalogueBatch(db, ALL_RECORDS, PICTURES);
    const productBefore = await showProduct(db, 'indigo-kurta');
    const invalidationId = await latestInvalidationId(db);
    const [firstVariant, secondVariant] = KURTA.variants;
    // One variant is matched by its SKU although its values change. The other has no SKU and is matched by its values.
    const changedKurta: ProductRecord = {
      ...KURTA,
      variants: [
        { values: { color: 'Teal', size: 'L' }, price: 999, quantity: 1 },
        secondVariant!,
        { ...firstVariant!, values: { color: 'Blue', size: 'M' } },
      ],
    };
    expect(await saveCatalogueBatch(db, [changedKurta, CLOTH], PICTURES)).toMatchObject({ updated: 1, unchanged: 1 });
    const productAfter = await showProduct(db, 'indigo-kurta');
    expect(productAfter?._id).toBe(productBefore?._id);
    expect(productAfter?.variants.slice(1).map(({ _id }) => _id)).toEqual(
      productBefore?.variants.map(({ _id }) => _id).reverse(),
    );
    expect((await pollInvalidations(db, invalidationId)).tags).toEqual(new Set(['product:indigo-kurta', 'list']));
    expect(await variantValueNames(db)).toEqual({ size: ['XS', 'M', 'L'], color: ['Blue', 'Red'], age: [] });
  });

  it('leaves out a record that refers to an unknown record', async () => {
    const db = await open();
    await saveCatalogueBatch(db, DEMO_TAXONOMY);
    const { problems, created } = await saveCatalogueBatch(db, [{ ...KURTA, brand: 'nobody' }, CLOTH, { ...REVIEW }]);
    expect(created).toBe(1);
    expect(problems.map(({ index }) => index)).toEqual([0, 2]);
    expect(await showProduct(db, 'indigo-kurta')).toBeUndefined();
  });

  it('hides drafts from lists, counts, search and pages', async () => {
    const db = await open();
    await saveCatalogueBatch(db, ALL_RECORDS, PICTURES);
    expect(await facetCounts(db, 'brand')).toEqual([{ slug: 'beej', name: 'Beej', count: 1 }]);
    await saveCatalogueBatch(db, [{ ...KURTA, status: 'draft' }], PICTURES);
    expect(await facetCounts(db, 'brand')).toEqual([]);
    expect((await facetCounts(db, 'category')).map(({ slug, count }) => [slug, count])).toEqual([
      ['women', 1],
      ['women-sarees', 1],
    ]);
    expect(await showProduct(db, 'indigo-kurta')).toBeUndefined();
    expect((await searchCatalogue(db, 'kurta')).product).toEqual([]);
    const { cards } = await listProducts(db, parseListQuery(new URLSearchParams(), priceRange({})));
    expect(cards.map(({ slug }) => slug)).toEqual(['khadi-cloth']);
  });

  it('makes products searchable by word prefixes, ignoring accents and case', async () => {
    const db = await open();
    await saveCatalogueBatch(db, ALL_RECORDS, PICTURES);
    const findSlugs = async (term: string) => (await searchCatalogue(db, term)).product.map(({ slug }) => slug);
    expect(await findSlugs('KURTA')).toEqual(['indigo-kurta']);
    expect(await findSlugs('kurtá ind')).toEqual(['indigo-kurta']);
    expect(await findSlugs('rust')).toEqual(['indigo-kurta']);
    expect(await findSlugs('zebra')).toEqual([]);
    expect(await findSlugs(`kha' & | ! ( ) : * " \\ OR`)).toEqual(['khadi-cloth']);
    expect(await findSlugs(`khadi' & ) : * "`)).toEqual(['khadi-cloth']);
    expect(await findSlugs('kh')).toEqual([]);
    expect((await searchCatalogue(db, 'bee')).brand).toEqual([{ slug: 'beej', name: 'Beej' }]);
  });

  it('applies a renamed brand and a moved category', async () => {
    const db = await open();
    await saveCatalogueBatch(db, ALL_RECORDS, PICTURES);
    await saveCatalogueBatch(db, [
      { type: 'brand', slug: 'beej', name: 'Seedling' },
      { type: 'category', slug: 'women-kurtas', name: 'Kurtas', parent: 'men' },
    ]);
    expect((await searchCatalogue(db, 'seedl')).product).toHaveLength(1);
    const counts = new Map((await facetCounts(db, 'category')).map(({ slug, count }) => [slug, count]));
    expect([counts.get('women'), counts.get('men'), counts.get('women-kurtas')]).toEqual([1, 1, 1]);
  });
});
