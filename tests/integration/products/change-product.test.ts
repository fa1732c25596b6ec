import { expect, test } from 'vitest';
import { changeProductSettings } from '#lib/catalog/desk/change-product-settings.server.ts';
import { changeTexts } from '#lib/catalog/desk/change-texts.server.ts';
import { type ProductDetails, readProductDetails } from '#lib/catalog/desk/product-details.server.ts';
import { PRODUCT_SETTINGS, PRODUCT_TEXTS } from '#lib/catalog/desk/product-form.schema.ts';
import { saveCatalogueBatch } from '#lib/catalog/import/save/save-catalogue.server.ts';
import { setStock } from '#lib/catalog/inventory/set-stock.server.ts';
import { listingOf } from '#lib/catalog/listing/listing.server.ts';
import { currentSlugOf } from '#lib/catalog/products/former-slugs.server.ts';
import { showProduct } from '#lib/catalog/products/product-detail.server.ts';
import { runAs } from '#lib/platform/actor/actor.server.ts';
import { readAudit } from '#lib/platform/audit/read-audit.server.ts';
import { readSettings } from '#lib/platform/settings/settings.server.ts';
import { onBothEngines } from '#support/database.ts';
import { stockGoods } from '#support/goods.ts';

const ASHA = { kind: 'staff' as const, id: 's1', name: 'Asha', origin: '203.0.113.7' };
const NOW = Date.parse('2026-11-27T06:00:00Z');

type TypedFields = Record<string, string | string[]>;

onBothEngines('a product in the admin', (open) => {
  async function setUp(mode: 'demo' | 'live' = 'demo') {
    const db = await open();
    await saveCatalogueBatch(db, [
      { type: 'category', slug: 'women', name: 'Women' },
      { type: 'category', slug: 'shawls', name: 'Shawls', parent: 'women', hsn: '6214' },
    ]);
    await stockGoods(db);
    const shop = { db, now: () => NOW, settings: { ...readSettings({}), mode } };
    const idOf = async (slug: string) =>
      (await db.read.selectFrom('product').select('id').where('slug', '=', slug).executeTakeFirstOrThrow()).id;
    const detailsOf = async (slug: string) => readProductDetails(db, await idOf(slug));
    const saveTexts = (details: ProductDetails, typed: TypedFields) => {
      const { id, ...texts } = PRODUCT_TEXTS.parse({ ...formOf(details), ...typed });
      return runAs(ASHA, () => changeTexts(shop, Number(id), texts));
    };
    const saveSettings = (details: ProductDetails, typed: TypedFields) => {
      const { id, ...productSettings } = PRODUCT_SETTINGS.parse({ ...formOf(details), ...typed });
      return runAs(ASHA, () => changeProductSettings(shop, Number(id), productSettings));
    };
    return { db, shop, detailsOf, saveTexts, saveSettings };
  }

  /** What the forms send if nothing is typed. */
  function formOf({ id, version, record, hsn }: ProductDetails): TypedFields {
    return {
      ...{ id: String(id), version: String(version), name: record.name, slug: record.slug, hsn: hsn.hsn ?? '' },
      ...{ status: record.status ?? 'active', category: record.categories },
      content: record.content ?? '',
      tags: (record.tags ?? []).join(', '),
    };
  }

  test('has texts that appear on the page and in the search immediately, without scripts', async () => {
    const { db, detailsOf, saveTexts } = await setUp();
    const { search } = listingOf(db);
    expect((await search('mulberry', 5)).ids).toEqual([]);
    await saveTexts(await detailsOf('test-scarf'), {
      name: 'Mulberry Scarf',
      content: 'Soft.',
      long_content: '<p>Woven by <strong>hand</strong></p><script>alert(1)</script>',
      care: 'Cold wash\r\n\r\nDry in the shade',
      tags: 'gift, winter',
      seo_title: 'Mulberry silk scarf',
    });
    const shown = await showProduct(db, 'test-scarf');
    expect(shown).toMatchObject({
      name: 'Mulberry Scarf',
      content: 'Soft.',
      longContent: '<p>Woven by <strong>hand</strong></p>',
      care: ['Cold wash', 'Dry in the shade'],
      seoTitle: 'Mulberry silk scarf',
    });
    expect((await search('mulberry', 5)).ids).toEqual([shown?._id]);
    const { entries } = await readAudit(db, { record: { kind: 'product', id: 'test-scarf' } });
    expect(entries[0]).toMatchObject({ actor: 'Asha', action: 'change product texts' });
    expect(entries[0]?.changes).toContainEqual({ field: 'name', before: 'Test Scarf', after: 'Mulberry Scarf' });
    await saveTexts(await detailsOf('test-scarf'), { content: '', care: '', tags: '' });
    expect((await detailsOf('test-scarf')).record).toMatchObject({
      content: undefined,
      care: undefined,
      tags: undefined,
    });
  });

  test('is not overwritten by the second of two people who edit it, who gets a conflict', async () => {
    const { detailsOf, saveTexts, saveSettings } = await setUp();
    const seen = await detailsOf('test-scarf');
    await saveTexts(seen, { name: 'First' });
    const conflict = { code: 'conflict', fields: { version: expect.any(String) } };
    await expect(saveTexts(seen, { name: 'Second' })).rejects.toMatchObject(conflict);
    await expect(saveSettings(seen, { status: 'draft' })).rejects.toMatchObject(conflict);
    expect((await detailsOf('test-scarf')).record).toMatchObject({ name: 'First', status: undefined });
  });

  test('can be saved despite a stock count in between', async () => {
    const { db, detailsOf, saveTexts } = await setUp();
    const seen = await detailsOf('test-scarf');
    await setStock(db, 'TS', [3], { why: 'count', at: NOW });
    await saveTexts(seen, { name: 'Wool Scarf' });
    expect((await detailsOf('test-scarf')).variants[0]?.stock).toEqual([{ bolt: undefined, amount: 3 }]);
  });

  test('has no page and is not found by a search while it is a draft', async () => {
    const { db, detailsOf, saveSettings } = await setUp();
    await saveSettings(await detailsOf('test-scarf'), { status: 'draft' });
    expect(await showProduct(db, 'test-scarf')).toBeUndefined();
    expect((await listingOf(db).search('scarf', 5)).ids).toEqual([]);
    await saveSettings(await detailsOf('test-scarf'), { status: 'active', category: ['shawls'] });
    expect(await showProduct(db, 'test-scarf')).toMatchObject({ breadcrumb: [{ slug: 'women' }, { slug: 'shawls' }] });
    expect((await listingOf(db).search('scarf', 5)).ids).toHaveLength(1);
  });

  test('can get a new slug that no other product has; the old slug leads to the new one', async () => {
    const { db, detailsOf, saveSettings } = await setUp();
    const seen = await detailsOf('test-scarf');
    await expect(saveSettings(seen, { slug: 'test-kurta' })).rejects.toMatchObject({
      fields: { slug: expect.any(String) },
    });
    await saveSettings(seen, { slug: 'wool-scarf' });
    expect(await currentSlugOf(db, 'test-scarf')).toBe('wool-scarf');
    const renamed = await detailsOf('wool-scarf');
    expect(renamed).toMatchObject({ id: seen.id, formerSlugs: ['test-scarf'] });
    expect(renamed.variants).toEqual(seen.variants);
    await saveSettings(renamed, { slug: 'test-scarf' });
    expect(await showProduct(db, 'test-scarf')).toMatchObject({ _id: seen.id });
    expect(await currentSlugOf(db, 'wool-scarf')).toBe('test-scarf');
  });

  test('has one HSN code for all variants; a live shop holds the product back if it can’t be taxed', async () => {
    const { db, detailsOf, saveSettings } = await setUp('live');
    await saveSettings(await detailsOf('test-kurta'), { hsn: '62.04' });
    expect((await detailsOf('test-kurta')).record.variants.map(({ hsn }) => hsn)).toEqual(['6204', '6204']);
    await saveSettings(await detailsOf('test-kurta'), { hsn: '', category: ['women'] });
    expect((await detailsOf('test-kurta')).status).toBe('held_back');
    expect(await showProduct(db, 'test-kurta')).toBeUndefined();
    await saveSettings(await detailsOf('test-kurta'), { category: ['shawls'] });
    expect((await detailsOf('test-kurta')).status).toBe('active');
  });

  test.each<[string, TypedFields]>([
    ['a slug with a space', { slug: 'wool scarf' }],
    ['a category that does not exist', { category: ['women', 'men'] }],
    ['an HSN code of five digits', { hsn: '62040' }],
  ])('is not changed by %s', async (_what, typed) => {
    const { detailsOf, saveSettings } = await setUp();
    const seen = await detailsOf('test-scarf');
    await expect(async () => saveSettings(seen, typed)).rejects.toThrow();
    expect(await detailsOf('test-scarf')).toEqual(seen);
  });
});
