import { afterEach, expect, test } from 'vitest';
import { addVariants } from '#lib/catalog/desk/create/add-variants.server.ts';
import { createProduct } from '#lib/catalog/desk/create/create-product.server.ts';
import { duplicateProduct } from '#lib/catalog/desk/create/duplicate-product.server.ts';
import { NEW_PRODUCT } from '#lib/catalog/desk/create/new-product.schema.ts';
import { removeVariants } from '#lib/catalog/desk/create/remove-variants.server.ts';
import { ADDED_VARIANTS } from '#lib/catalog/desk/create/variant-options.schema.ts';
import { addPictures } from '#lib/catalog/desk/pictures/add-pictures.server.ts';
import { readProductDetails } from '#lib/catalog/desk/product-details.server.ts';
import { saveCatalogueBatch } from '#lib/catalog/import/save/save-catalogue.server.ts';
import { listingOf } from '#lib/catalog/listing/listing.server.ts';
import { previewProduct, showProduct } from '#lib/catalog/products/product-detail.server.ts';
import { runAs } from '#lib/platform/actor/actor.server.ts';
import { readAudit } from '#lib/platform/audit/read-audit.server.ts';
import { newId } from '#lib/platform/tokens.server.ts';
import { onBothEngines } from '#support/database.ts';
import { pictureDesk, productId } from '#support/picture-desk.ts';

const ASHA = { kind: 'staff' as const, id: 's1', name: 'Asha', origin: '203.0.113.7' };
const NOW = Date.parse('2026-11-27T06:00:00Z');

const cleanUps: (() => void)[] = [];
afterEach(() => {
  for (const cleanUp of cleanUps.splice(0)) cleanUp();
});

type TypedFields = Record<string, string | string[]>;

onBothEngines('a product in the admin', (open) => {
  async function setUp() {
    const db = await open();
    await saveCatalogueBatch(db, [
      { type: 'category', slug: 'women', name: 'Women' },
      { type: 'category', slug: 'shawls', name: 'Shawls', parent: 'women', hsn: '6214' },
    ]);
    const desk = await pictureDesk(db, NOW);
    cleanUps.push(desk.remove);
    const create = (typed: TypedFields, files: Parameters<typeof createProduct>[2] = [], key = newId()) => {
      const input = NEW_PRODUCT.parse({ name: 'Chanderi Kurta', price: '1,299', ...typed });
      const action = { kind: 'create product', ownerId: 'asha', id: key };
      return runAs(ASHA, () => createProduct(desk.shop, input, files, action));
    };
    const addValues = async (id: number, typed: TypedFields) => {
      const { version } = await readProductDetails(db, id);
      const form = { id: String(id), version: String(version), new_price: '900', ...typed };
      const { id: _, ...added } = ADDED_VARIANTS.parse(form);
      return addVariants(desk.shop, id, added);
    };
    return { ...desk, db, create, addValues, details: (id: number) => readProductDetails(db, id) };
  }

  test('is created as a draft with variants, pictures and stock, which shoppers can’t find yet', async () => {
    const { db, create, upload, details, unconfirmed } = await setUp();
    const files = [await upload('a.jpg', '#a33'), await upload('b.jpg', '#3a3')];
    const options = { option_1: 'Size', values_1: 'S, M, L, XL', option_2: 'Colour', values_2: 'Rust, Indigo, White' };
    const { id, version } = await create({ ...options, stock: '5', category: 'shawls', hsn: '6204' }, files);
    const created = await details(id);
    expect(created).toMatchObject({
      slug: 'chanderi-kurta',
      status: 'draft',
      version,
      colors: ['Rust', 'Indigo', 'White'],
    });
    expect(created.variants).toHaveLength(12);
    expect(created.variants[0]).toMatchObject({ name: 'S / Rust', pricePaise: 129_900, stock: [{ amount: 5 }] });
    expect(created.pictures.map(({ hash }) => hash)).toEqual([expect.any(String), expect.any(String)]);
    expect(created.hsn.hsn).toBe('6204');
    expect(unconfirmed()).toEqual([]);
    expect(await showProduct(db, 'chanderi-kurta')).toBeUndefined();
    expect((await listingOf(db).search('chanderi', 5)).ids).toEqual([]);
    const { entries } = await readAudit(db, { record: { kind: 'product', id: 'chanderi-kurta' } });
    expect(entries[0]).toMatchObject({ actor: 'Asha', action: 'create product' });
    expect(entries[0]?.changes).toContainEqual({ field: 'name', before: '', after: 'Chanderi Kurta' });
  });

  test('is created once, even if its form is sent twice or concurrently', async () => {
    const { db, create, upload } = await setUp();
    const files = [await upload('a.jpg', '#a33')];
    const send = () => create({}, files, 'the key of a form');
    const [first, ...others] = [...(await Promise.all([send(), send()])), await send()];
    expect(others).toEqual([first, first]);
    const products = db.write.selectFrom('product').select(['id', 'slug']).where('slug', 'like', 'chanderi-%');
    expect(await products.execute()).toEqual([{ id: first?.id, slug: 'chanderi-kurta' }]);
    expect((await create({})).id).not.toBe(first?.id);
  });

  test('can be sold by the metre, without options', async () => {
    const { create, details } = await setUp();
    const { id } = await create({ sell_unit: 'metre', stock: '12.5' });
    expect(await details(id)).toMatchObject({ sellUnit: 'metre', variants: [{ name: '', stock: [{ amount: 1250 }] }] });
  });

  test('gets a slug that no product has or had', async () => {
    const { db, create, details } = await setUp();
    await saveCatalogueBatch(db, [{ type: 'product', slug: 'wool-scarf', former_slugs: ['test-scarf'] }]);
    const slugOf = async (name: string) => (await details((await create({ name })).id)).slug;
    expect(await slugOf('Test Scarf')).toBe('test-scarf-2');
    expect(await slugOf('Test Scarf')).toBe('test-scarf-3');
    expect(await slugOf('कुर्ता')).toBe('product');
  });

  test.each<[string, TypedFields]>([
    ['pieces that are not whole', { stock: '1.5' }],
    ['values without the name of their option', { option_1: '', values_1: 'S, M' }],
    ['two options of one name', { option_1: 'Size', values_1: 'S', option_2: 'Size', values_2: 'M' }],
    ['more than 100 variants', { option_1: 'A', values_1: numbers(11), option_2: 'B', values_2: numbers(11) }],
    ['a category that does not exist', { category: 'men' }],
  ])('is not created with %s, and nothing is left behind', async (_what, typed) => {
    const { db, create, upload, masters } = await setUp();
    const files = [await upload('a.jpg', '#a33')];
    await expect(async () => create(typed, files)).rejects.toMatchObject({ code: 'invalid' });
    expect(masters()).toEqual([]);
    expect(await db.write.selectFrom('product').select('id').where('name', '=', 'Chanderi Kurta').execute()).toEqual(
      [],
    );
  });

  test('is shown in a preview as its page will be', async () => {
    const { db, create } = await setUp();
    const { id } = await create({ option_1: 'Colour', values_1: 'Rust', category: 'shawls' });
    expect(await previewProduct(db, id, Date.now())).toMatchObject({
      ...{ name: 'Chanderi Kurta', breadcrumb: [{ slug: 'women' }, { slug: 'shawls' }] },
      options: [{ label: 'Colour', values: ['Rust'], dots: [expect.any(String)] }],
    });
    expect(await previewProduct(db, 999, Date.now())).toBeUndefined();
    expect(await previewProduct(db, Number.NaN, Date.now())).toBeUndefined();
  });

  test('can be a copy of another, as a draft without stock, SKUs and barcodes', async () => {
    const { db, shop, details, upload } = await setUp();
    const id = await productId(db, 'test-kurta');
    await db.write.updateTable('variant').set({ barcode: '8901234567894' }).where('sku', '=', 'TK-M').execute();
    await addPictures(shop, { id, version: (await details(id)).version }, [await upload('a.jpg', '#a33')]);
    const original = await details(id);
    const copyId = await runAs(ASHA, () => duplicateProduct(shop, id, original.version));
    const copy = await details(copyId);
    expect(copy).toMatchObject({ slug: 'test-kurta-copy', name: 'Test Kurta (copy)', status: 'draft', sold: 0 });
    expect(
      copy.variants.map(({ name, sku, barcode, pricePaise, salePricePaise, stock }) => [
        name,
        sku,
        barcode,
        pricePaise,
        salePricePaise,
        stock[0]?.amount,
      ]),
    ).toEqual([
      ['Rust / M', '', '', 199_900, 149_950, 0],
      ['Rust / L', '', '', 199_900, undefined, 0],
    ]);
    expect(copy.pictures.map(({ hash }) => hash)).toEqual(original.pictures.map(({ hash }) => hash));
    expect(await details(id)).toEqual(original);
    await expect(duplicateProduct(shop, id, 1)).rejects.toMatchObject({ code: 'conflict' });
    const cloth = await details(await productId(db, 'test-cloth'));
    const clothCopy = await details(await duplicateProduct(shop, cloth.id, cloth.version));
    expect(clothCopy).toMatchObject({ sellUnit: 'metre', variants: [{ stock: [] }] });
  });

  test('gets variants for all combinations of new option values; old variants keep their ids and stock', async () => {
    const { db, addValues, details } = await setUp();
    const id = await productId(db, 'test-kurta');
    const before = await details(id);
    expect(await addValues(id, { values_0: 'Indigo', values_1: 'XL', new_stock: '4' })).toBe(4);
    const after = await details(id);
    expect(after.variants.slice(0, 2)).toEqual(before.variants);
    expect(after.variants.slice(2).map(({ name, pricePaise, stock }) => [name, pricePaise, stock[0]?.amount])).toEqual([
      ['Rust / XL', 90_000, 4],
      ['Indigo / M', 90_000, 4],
      ['Indigo / L', 90_000, 4],
      ['Indigo / XL', 90_000, 4],
    ]);
    await expect(addValues(id, { values_1: 'XL' })).rejects.toMatchObject({ code: 'invalid' });
  });

  test('gets another option, whose first value is that of the existing variants', async () => {
    const { db, addValues, details } = await setUp();
    const id = await productId(db, 'test-scarf');
    const before = await details(id);
    expect(await addValues(id, { option: 'Colour', option_values: 'Rust, Indigo' })).toBe(1);
    expect((await details(id)).variants).toMatchObject([
      { ...before.variants[0], name: 'Rust' },
      { name: 'Indigo', pricePaise: 90_000 },
    ]);
    await expect(addValues(id, { option: 'Size', option_values: 'S, M' })).rejects.toMatchObject({
      fields: { option: expect.stringContaining('SKU') },
    });
  });

  test('can lose variants with their stock, but never all of them', async () => {
    const { db, shop, details } = await setUp();
    const id = await productId(db, 'test-kurta');
    const { version, variants } = await details(id);
    const ids = variants.map((variant) => variant.id);
    await expect(removeVariants(shop, id, { version, variant: ids })).rejects.toMatchObject({ code: 'invalid' });
    await expect(removeVariants(shop, id, { version, variant: [] })).rejects.toMatchObject({ code: 'invalid' });
    expect(await removeVariants(shop, id, { version, variant: ids.slice(0, 1) })).toBe(1);
    expect((await details(id)).variants).toEqual(variants.slice(1));
    const ledger = db.write
      .selectFrom('stock_ledger')
      .select(['change', 'why'])
      .where('variant_id', '=', ids[0] ?? 0);
    expect(await ledger.orderBy('id', 'desc').executeTakeFirst()).toEqual({ change: -5, why: 'removed' });
  });
});

function numbers(count: number): string {
  return Array.from({ length: count }, (_, index) => index).join(',');
}
