import { afterEach, expect, test } from 'vitest';
import { addVariants } from '#lib/catalog/admin/create/add-variants.server.ts';
import { createProduct } from '#lib/catalog/admin/create/create-product.server.ts';
import { duplicateProduct } from '#lib/catalog/admin/create/duplicate-product.server.ts';
import { NEW_PRODUCT } from '#lib/catalog/admin/create/new-product.schema.ts';
import { removeVariants } from '#lib/catalog/admin/create/remove-variants.server.ts';
import { ADDED_VARIANTS } from '#lib/catalog/admin/create/variant-options.schema.ts';
import { addPictures } from '#lib/catalog/admin/pictures/add-pictures.server.ts';
import { readProductDetails } from '#lib/catalog/admin/product-details.server.ts';
import { saveCatalogueBatch } from '#lib/catalog/import/save/save-catalogue.server.ts';
import { listingOf } from '#lib/catalog/listing/listing.server.ts';
import { previewProduct, showProduct } from '#lib/catalog/products/product-detail.server.ts';
import { runAs } from '#lib/platform/actor/actor.server.ts';
import { readAudit } from '#lib/platform/audit/read-audit.server.ts';
import { newId } from '#lib/platform/tokens.server.ts';
import { onBothEngines } from '#support/database.ts';
import { pictureFixture, readProductId } from '#support/picture-fixture.ts';

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
    const fixture = await pictureFixture(db, NOW);
    cleanUps.push(fixture.remove);
    const createFromForm = (
      typedFields: TypedFields,
      files: Parameters<typeof createProduct>[2] = [],
      key = newId(),
    ) => {
      const input = NEW_PRODUCT.parse({ name: 'Chanderi Kurta', price: '1,299', ...typedFields });
      const action = { kind: 'create product', ownerId: 'asha', id: key };
      return runAs(ASHA, () => createProduct(fixture.shop, input, files, action));
    };
    const addOptionValues = async (id: number, typedFields: TypedFields) => {
      const { version } = await readProductDetails(db, id);
      const form = { id: String(id), version: String(version), new_price: '900', ...typedFields };
      const { id: _, ...added } = ADDED_VARIANTS.parse(form);
      return addVariants(fixture.shop, id, added);
    };
    return { ...fixture, db, createFromForm, addOptionValues, readDetails: (id: number) => readProductDetails(db, id) };
  }

  test('is created with variants, pictures and stock, as a draft that shoppers can’t find yet', async () => {
    const { db, createFromForm, upload, readDetails, listUnconfirmed } = await setUp();
    const files = [await upload('a.jpg', '#a33'), await upload('b.jpg', '#3a3')];
    const options = { option_1: 'Size', values_1: 'S, M, L, XL', option_2: 'Colour', values_2: 'Rust, Indigo, White' };
    const { id, version } = await createFromForm({ ...options, stock: '5', category: 'shawls', hsn: '6204' }, files);
    const product = await readDetails(id);
    expect(product).toMatchObject({
      slug: 'chanderi-kurta',
      status: 'draft',
      version,
      colors: ['Rust', 'Indigo', 'White'],
    });
    expect(product.variants).toHaveLength(12);
    expect(product.variants[0]).toMatchObject({ name: 'S / Rust', pricePaise: 129_900, stock: [{ amount: 5 }] });
    expect(product.pictures.map(({ hash }) => hash)).toEqual([expect.any(String), expect.any(String)]);
    expect(product.hsn.hsn).toBe('6204');
    expect(listUnconfirmed()).toEqual([]);
    expect(await showProduct(db, 'chanderi-kurta')).toBeUndefined();
    expect((await listingOf(db).search('chanderi', 5)).ids).toEqual([]);
    const { entries } = await readAudit(db, { record: { kind: 'product', id: 'chanderi-kurta' } });
    expect(entries[0]).toMatchObject({ actor: 'Asha', action: 'create product' });
    expect(entries[0]?.changes).toContainEqual({ field: 'name', before: '', after: 'Chanderi Kurta' });
  });

  test('is created only once, even if its form is sent twice or concurrently', async () => {
    const { db, createFromForm, upload } = await setUp();
    const files = [await upload('a.jpg', '#a33')];
    const sendForm = () => createFromForm({}, files, 'the key of a form');
    const [firstResult, ...otherResults] = [...(await Promise.all([sendForm(), sendForm()])), await sendForm()];
    expect(otherResults).toEqual([firstResult, firstResult]);
    const products = db.write.selectFrom('product').select(['id', 'slug']).where('slug', 'like', 'chanderi-%');
    expect(await products.execute()).toEqual([{ id: firstResult?.id, slug: 'chanderi-kurta' }]);
    expect((await createFromForm({})).id).not.toBe(firstResult?.id);
  });

  test('can be sold by the metre, without options', async () => {
    const { createFromForm, readDetails } = await setUp();
    const { id } = await createFromForm({ sell_unit: 'metre', stock: '12.5' });
    expect(await readDetails(id)).toMatchObject({
      sellUnit: 'metre',
      variants: [{ name: '', stock: [{ amount: 1250 }] }],
    });
  });

  test('gets a slug that no product has or has had', async () => {
    const { db, createFromForm, readDetails } = await setUp();
    await saveCatalogueBatch(db, [{ type: 'product', slug: 'wool-scarf', former_slugs: ['test-scarf'] }]);
    const createAndReadSlug = async (name: string) => (await readDetails((await createFromForm({ name })).id)).slug;
    expect(await createAndReadSlug('Test Scarf')).toBe('test-scarf-2');
    expect(await createAndReadSlug('Test Scarf')).toBe('test-scarf-3');
    expect(await createAndReadSlug('कुर्ता')).toBe('product');
  });

  test.each<[string, TypedFields]>([
    ['a fractional number of pieces', { stock: '1.5' }],
    ['values without an option name', { option_1: '', values_1: 'S, M' }],
    ['two options with the same name', { option_1: 'Size', values_1: 'S', option_2: 'Size', values_2: 'M' }],
    ['more than 100 variants', { option_1: 'A', values_1: listNumbers(11), option_2: 'B', values_2: listNumbers(11) }],
    ['a category that does not exist', { category: 'men' }],
  ])('is not created with %s, and leaves nothing behind', async (_description, typedFields) => {
    const { db, createFromForm, upload, listMasters } = await setUp();
    const files = [await upload('a.jpg', '#a33')];
    await expect(async () => createFromForm(typedFields, files)).rejects.toMatchObject({ code: 'invalid' });
    expect(listMasters()).toEqual([]);
    expect(await db.write.selectFrom('product').select('id').where('name', '=', 'Chanderi Kurta').execute()).toEqual(
      [],
    );
  });

  test('has a preview with its name, breadcrumb and options', async () => {
    const { db, createFromForm } = await setUp();
    const { id } = await createFromForm({ option_1: 'Colour', values_1: 'Rust', category: 'shawls' });
    expect(await previewProduct(db, id, Date.now())).toMatchObject({
      ...{ name: 'Chanderi Kurta', breadcrumb: [{ slug: 'women' }, { slug: 'shawls' }] },
      options: [{ label: 'Colour', values: ['Rust'], dots: [expect.any(String)] }],
    });
    expect(await previewProduct(db, 999, Date.now())).toBeUndefined();
    expect(await previewProduct(db, Number.NaN, Date.now())).toBeUndefined();
  });

  test('can be duplicated as a draft without stock, SKUs or barcodes', async () => {
    const { db, shop, readDetails, upload } = await setUp();
    const id = await readProductId(db, 'test-kurta');
    await db.write.updateTable('variant').set({ barcode: '8901234567894' }).where('sku', '=', 'TK-M').execute();
    await addPictures(shop, { id, version: (await readDetails(id)).version }, [await upload('a.jpg', '#a33')]);
    const original = await readDetails(id);
    const copyId = await runAs(ASHA, () => duplicateProduct(shop, id, original.version));
    const copy = await readDetails(copyId);
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
    expect(await readDetails(id)).toEqual(original);
    await expect(duplicateProduct(shop, id, 1)).rejects.toMatchObject({ code: 'conflict' });
    const cloth = await readDetails(await readProductId(db, 'test-cloth'));
    const clothCopy = await readDetails(await duplicateProduct(shop, cloth.id, cloth.version));
    expect(clothCopy).toMatchObject({ sellUnit: 'metre', variants: [{ stock: [] }] });
  });

  test('gets variants for all combinations that include a new option value; existing variants keep ids and stock', async () => {
    const { db, addOptionValues, readDetails } = await setUp();
    const id = await readProductId(db, 'test-kurta');
    const detailsBefore = await readDetails(id);
    expect(await addOptionValues(id, { values_0: 'Indigo', values_1: 'XL', new_stock: '4' })).toBe(4);
    const detailsAfter = await readDetails(id);
    expect(detailsAfter.variants.slice(0, 2)).toEqual(detailsBefore.variants);
    expect(
      detailsAfter.variants.slice(2).map(({ name, pricePaise, stock }) => [name, pricePaise, stock[0]?.amount]),
    ).toEqual([
      ['Rust / XL', 90_000, 4],
      ['Indigo / M', 90_000, 4],
      ['Indigo / L', 90_000, 4],
      ['Indigo / XL', 90_000, 4],
    ]);
    await expect(addOptionValues(id, { values_1: 'XL' })).rejects.toMatchObject({ code: 'invalid' });
  });

  test('can get another option, whose first value is given to the existing variants', async () => {
    const { db, addOptionValues, readDetails } = await setUp();
    const id = await readProductId(db, 'test-scarf');
    const detailsBefore = await readDetails(id);
    expect(await addOptionValues(id, { option: 'Colour', option_values: 'Rust, Indigo' })).toBe(1);
    expect((await readDetails(id)).variants).toMatchObject([
      { ...detailsBefore.variants[0], name: 'Rust' },
      { name: 'Indigo', pricePaise: 90_000 },
    ]);
    await expect(addOptionValues(id, { option: 'Size', option_values: 'S, M' })).rejects.toMatchObject({
      fields: { option: expect.stringContaining('SKU') },
    });
  });

  test('can have variants removed together with their stock, but not all variants', async () => {
    const { db, shop, readDetails } = await setUp();
    const id = await readProductId(db, 'test-kurta');
    const { version, variants } = await readDetails(id);
    const ids = variants.map((variant) => variant.id);
    await expect(removeVariants(shop, id, { version, variant: ids })).rejects.toMatchObject({ code: 'invalid' });
    await expect(removeVariants(shop, id, { version, variant: [] })).rejects.toMatchObject({ code: 'invalid' });
    expect(await removeVariants(shop, id, { version, variant: ids.slice(0, 1) })).toBe(1);
    expect((await readDetails(id)).variants).toEqual(variants.slice(1));
    const ledger = db.write
      .selectFrom('stock_ledger')
      .select(['change', 'why'])
      .where('variant_id', '=', ids[0] ?? 0);
    expect(await ledger.orderBy('id', 'desc').executeTakeFirst()).toEqual({ change: -5, why: 'removed' });
  });
});

function listNumbers(count: number): string {
  return Array.from({ length: count }, (_, index) => index).join(',');
}
