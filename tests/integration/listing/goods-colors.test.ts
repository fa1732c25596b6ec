import { expect, it } from 'vitest';
import type { CatalogueRecord } from '#lib/catalog/import/record/catalog-record.ts';
import { saveCatalogueBatch } from '#lib/catalog/import/save/save-catalogue.server.ts';
import { parseListQuery } from '#lib/catalog/listing/list-query.ts';
import { listProducts } from '#lib/catalog/listing/listing.server.ts';
import { priceRange } from '#lib/catalog/listing/price-steps.server.ts';
import { onBothEngines } from '#support/database.ts';

const product = (slug: string, category: string, color: string): CatalogueRecord => ({
  type: 'product',
  slug,
  name: slug,
  categories: [category],
  sell_unit: 'piece',
  options: ['color'],
  variants: [{ values: { color }, price: 500, quantity: 3 }],
});

const GOODS: CatalogueRecord[] = [
  { type: 'category', slug: 'jewellery', name: 'Jewellery' },
  { type: 'category', slug: 'for-the-ears', name: 'For the ears', parent: 'jewellery' },
  { type: 'category', slug: 'sarees', name: 'Sarees' },
  product('jhumka', 'for-the-ears', 'Oxidised Silver'),
  product('chandbali', 'for-the-ears', 'Antique Gold'),
  product('tissue-saree', 'sarees', 'Silver'),
  product('ash-saree', 'sarees', 'Ash'),
];

onBothEngines('the colours of products', (open) => {
  it('depend on the kind of product: silver is a metal for earrings but grey for cloth', async () => {
    const db = await open();
    await saveCatalogueBatch(db, GOODS);
    const listSlugs = async (color: string) => {
      const { cards } = await listProducts(db, parseListQuery(new URLSearchParams({ color }), priceRange({})));
      return cards.map(({ slug }) => slug).sort();
    };
    expect(await listSlugs('silver')).toEqual(['jhumka']);
    expect(await listSlugs('grey')).toEqual(['ash-saree', 'tissue-saree']);
    expect(await listSlugs('gold')).toEqual(['chandbali']);
  });
});
