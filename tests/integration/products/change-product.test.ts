import { expect, test } from 'vitest';
import { changeProductSettings } from '#lib/catalog/admin/change-product-settings.server.ts';
import { changeTexts } from '#lib/catalog/admin/change-texts.server.ts';
import { type ProductDetails, readProductDetails } from '#lib/catalog/admin/product-details.server.ts';
import { PRODUCT_SETTINGS, PRODUCT_TEXTS } from '#lib/catalog/admin/product-form.schema.ts';
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
    const readProductId = async (slug: string) =>
      (await db.read.selectFrom('product').select('id').where('slug', '=', slug).executeTakeFirstOrThrow()).id;
    const readDetails = async (slug: string) => readProductDetails(db, await readProductId(slug));
    const saveTexts = (details: ProductDetails, typedFields: TypedFields) => {
      const { id, ...texts } = PRODUCT_TEXTS.parse({ ...createForm(details), ...typedFields });
      return runAs(ASHA, () => changeTexts(shop, Number(id), texts));
    };
    const saveSettings = (details: ProductDetails, typedFields: TypedFields) => {
      const { id, ...productSettings } = PRODUCT_SETTINGS.parse({ ...createForm(details), ...typedFields });
      return runAs(ASHA, () => changeProductSettings(shop, Number(id), productSettings));
    };
    return { db, shop, readDetails, saveTexts, saveSettings };
  }

  /** Returns the fields that the forms send if nothing is typed. */
  function createForm({ id, version, record, hsn }: ProductDetails): TypedFields {
    return {
      ...{ id: String(id), version: String(version), name: record.name, slug: record.slug, hsn: hsn.hsn ?? '' },
      ...{ status: record.status ?? 'active', category: record.categories },
      content: record.content ?? '',
      tags: (record.tags ?? []).join(', '),
    };
  }

  test('gets new texts that appear immediately on its page and in the search, without scripts', async () => {
    const { db, readDetails, saveTexts } = await setUp();
    const { search } = listingOf(db);
    expect((await search('mulberry', 5)).ids).toEqual([]);
    await saveTexts(await readDetails('test-scarf'), {
      name: 'Mulberry Scarf',
      content: 'Soft.',
      long_content: '<p>Woven by <strong>hand</strong></p><script>alert(1)</script>',
      care: 'Cold wash\r\n\r\nDry in the shade',
      tags: 'gift, winter',
      seo_title: 'Mulberry silk scarf',
    });
    const product = await showProduct(db, 'test-scarf');
    expect(product).toMatchObject({
      name: 'Mulberry Scarf',
      content: 'Soft.',
      longContent: '<p>Woven by <strong>hand</strong></p>',
      care: ['Cold wash', 'Dry in the shade'],
      seoTitle: 'Mulberry silk scarf',
    });
    expect((await search('mulberry', 5)).ids).toEqual([product?._id]);
    const { entries } = await readAudit(db, { record: { kind: 'product', id: 'test-scarf' } });
    expect(entries[0]).toMatchObject({ actor: 'Asha', action: 'change product texts' });
    expect(entries[0]?.changes).toContainEqual({ field: 'name', before: 'Test Scarf', after: 'Mulberry Scarf' });
    await saveTexts(await readDetails('test-scarf'), { content: '', care: '', tags: '' });
    expect((await readDetails('test-scarf')).record).toMatchObject({
      content: undefined,
      care: undefined,
      tags: undefined,
    });
  });

  test('is not overwritten by the second of two people who edit it; this person gets a conflict', async () => {
    const { readDetails, saveTexts, saveSettings } = await setUp();
    const details = await readDetails('test-scarf');
    await saveTexts(details, { name: 'First' });
    const conflict = { code: 'conflict', fields: { version: expect.any(String) } };
    await expect(saveTexts(details, { name: 'Second' })).rejects.toMatchObject(conflict);
    await expect(saveSettings(details, { status: 'draft' })).rejects.toMatchObject(conflict);
    expect((await readDetails('test-scarf')).record).toMatchObject({ name: 'First', status: undefined });
  });

  test('can be saved even if its stock has been counted in the meantime', async () => {
    const { db, readDetails, saveTexts } = await setUp();
    const details = await readDetails('test-scarf');
    await setStock(db, 'TS', [3], { why: 'count', at: NOW });
    await saveTexts(details, { name: 'Wool Scarf' });
    expect((await readDetails('test-scarf')).variants[0]?.stock).toEqual([{ bolt: undefined, amount: 3 }]);
  });

  test('has no page and is not found by a search while it is a draft', async () => {
    const { db, readDetails, saveSettings } = await setUp();
    await saveSettings(await readDetails('test-scarf'), { status: 'draft' });
    expect(await showProduct(db, 'test-scarf')).toBeUndefined();
    expect((await listingOf(db).search('scarf', 5)).ids).toEqual([]);
    await saveSettings(await readDetails('test-scarf'), { status: 'active', category: ['shawls'] });
    expect(await showProduct(db, 'test-scarf')).toMatchObject({ breadcrumb: [{ slug: 'women' }, { slug: 'shawls' }] });
    expect((await listingOf(db).search('scarf', 5)).ids).toHaveLength(1);
  });

  test('can get a new slug that no other product has; the old slug redirects to the new one', async () => {
    const { db, readDetails, saveSettings } = await setUp();
    const details = await readDetails('test-scarf');
    await expect(saveSettings(details, { slug: 'test-kurta' })).rejects.toMatchObject({
      fields: { slug: expect.any(String) },
    });
    await saveSettings(details, { slug: 'wool-scarf' });
    expect(await currentSlugOf(db, 'test-scarf')).toBe('wool-scarf');
    const renamedProduct = await readDetails('wool-scarf');
    expect(renamedProduct).toMatchObject({ id: details.id, formerSlugs: ['test-scarf'] });
    expect(renamedProduct.variants).toEqual(details.variants);
    await saveSettings(renamedProduct, { slug: 'test-scarf' });
    expect(await showProduct(db, 'test-scarf')).toMatchObject({ _id: details.id });
    expect(await currentSlugOf(db, 'wool-scarf')).toBe('test-scarf');
  });

  test('has one HSN code for all variants; a live shop holds the product back if it can’t be taxed', async () => {
    const { db, readDetails, saveSettings } = await setUp('live');
    await saveSettings(await readDetails('test-kurta'), { hsn: '62.04' });
    expect((await readDetails('test-kurta')).record.variants.map(({ hsn }) => hsn)).toEqual(['6204', '6204']);
    await saveSettings(await readDetails('test-kurta'), { hsn: '', category: ['women'] });
    expect((await readDetails('test-kurta')).status).toBe('held_back');
    expect(await showProduct(db, 'test-kurta')).toBeUndefined();
    await saveSettings(await readDetails('test-kurta'), { category: ['shawls'] });
    expect((await readDetails('test-kurta')).status).toBe('active');
  });

  test.each<[string, TypedFields]>([
    ['a slug with a space', { slug: 'wool scarf' }],
    ['a category that does not exist', { category: ['women', 'men'] }],
    ['an HSN code of five digits', { hsn: '62040' }],
  ])('is not changed by %s', async (_description, typedFields) => {
    const { readDetails, saveSettings } = await setUp();
    const details = await readDetails('test-scarf');
    await expect(async () => saveSettings(details, typedFields)).rejects.toThrow();
    expect(await readDetails('test-scarf')).toEqual(details);
  });
});
