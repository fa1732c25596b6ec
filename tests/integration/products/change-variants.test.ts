import { expect, test } from 'vitest';
import { changeVariants } from '#lib/catalog/admin/change-variants.server.ts';
import { type EditableVariants, editableVariantsOf } from '#lib/catalog/admin/editable-variants.server.ts';
import { readProduct } from '#lib/catalog/admin/read-product.server.ts';
import { stockFieldText, VARIANT_FORM } from '#lib/catalog/admin/variant-form.schema.ts';
import { merchantFeed } from '#lib/catalog/feeds/merchant-feed.server.ts';
import { stockMismatches } from '#lib/catalog/inventory/read-ledger.server.ts';
import { setStock } from '#lib/catalog/inventory/set-stock.server.ts';
import { listProducts } from '#lib/catalog/listing/listing.server.ts';
import { byFacet } from '#lib/catalog/listing-index/facets/facets.ts';
import { showProduct } from '#lib/catalog/products/product-detail.server.ts';
import { runAs } from '#lib/platform/actor/actor.server.ts';
import { readAudit } from '#lib/platform/audit/read-audit.server.ts';
import { readSettings } from '#lib/platform/settings/settings.server.ts';
import { readCart } from '#lib/sales/cart/read-cart.server.ts';
import { onBothEngines } from '#support/database.ts';
import { stockGoods } from '#support/goods.ts';
import { orderFixture } from '#support/order-fixture.ts';

const ASHA = { kind: 'staff' as const, id: 's1', name: 'Asha', origin: '203.0.113.7' };

/** The fields that the form has once, not once for each variant. */
const PRODUCT_FIELDS = new Set(['id', 'version', 'reason']);

type TypedFields = Record<string, string | string[]>;

onBothEngines('in the admin form for prices and stock,', (open) => {
  async function setUp() {
    const db = await open();
    await stockGoods(db);
    const fixture = orderFixture(db);
    const shop = { db, now: fixture.shop.now, settings: readSettings({ SITE_URL: 'https://shop.example' }) };
    const readDetails = async (slug: string) => {
      const { id } = await db.read
        .selectFrom('product')
        .select('id')
        .where('slug', '=', slug)
        .executeTakeFirstOrThrow();
      return editableVariantsOf(db, await readProduct(db.write, id));
    };
    const saveForm = (details: EditableVariants, typedFields: TypedFields, mayManage = true) => {
      const { id, ...form } = VARIANT_FORM.parse(addBrackets({ ...createForm(details), ...typedFields }));
      return runAs(ASHA, () => changeVariants(shop, { ...form, id: Number(id) }, mayManage));
    };
    const readStock = async (slug: string) =>
      (await readDetails(slug)).variants.map(({ stock }) => stock.map(({ amount }) => amount));
    return { db, shop, fixture, readDetails, saveForm, readStock };
  }

  const addBrackets = (form: TypedFields) =>
    Object.fromEntries(
      Object.entries(form).map(([name, value]) => [PRODUCT_FIELDS.has(name) ? name : `${name}[]`, value]),
    );

  /** Returns the fields, without brackets, that the form sends if nothing is typed. */
  function createForm({ id, version, sellUnit, variants }: EditableVariants): TypedFields {
    const stockFields = variants.flatMap((variant) =>
      variant.stock.map((field) => ({
        of: stockFieldText(variant.id, field, variant.manualChanges),
        typed: String(sellUnit === 'metre' ? field.amount / 100 : field.amount),
      })),
    );
    return {
      ...{ id: String(id), version: String(version), variant: variants.map((variant) => String(variant.id)) },
      price: variants.map(({ pricePaise }) => String(pricePaise / 100)),
      sale_price: variants.map(({ salePricePaise }) =>
        salePricePaise === undefined ? '' : String(salePricePaise / 100),
      ),
      stock_of: stockFields.map((field) => field.of),
      stock: stockFields.map(({ typed }) => typed),
    };
  }

  test('an edited price appears in lists, on the page, in carts, in the feed and in the audit log', async () => {
    const { db, shop, fixture, readDetails, saveForm } = await setUp();
    const owner = await fixture.cartOf(['test-scarf', 1]);
    const allProductsQuery = { ...byFacet(() => []), sort: 'best' as const, page: 1 };
    await listProducts(db, allProductsQuery);
    const { isChanged } = await saveForm(await readDetails('test-scarf'), { price: '₹1,250.50', sale_price: '999' });
    expect(isChanged).toBe(true);
    expect(await showProduct(db, 'test-scarf')).toMatchObject({ pricePaise: 125_050, salePricePaise: 99_900 });
    const card = (await listProducts(db, allProductsQuery)).cards.find(({ slug }) => slug === 'test-scarf');
    expect(card).toMatchObject({ pricePaise: 125_050, salePricePaise: 99_900, discountPercentage: 20 });
    expect((await readCart(fixture.shop, owner)).lines[0]).toMatchObject({ pricePaise: 99_900 });
    let feed = '';
    for await (const part of merchantFeed(shop)) feed += part;
    expect(feed).toContain('<g:sale_price>999.00 INR</g:sale_price>');
    const tags = await db.read.selectFrom('invalidation').select('tag').execute();
    expect(tags.map(({ tag }) => tag)).toEqual(expect.arrayContaining(['product:test-scarf', 'list']));
    const { entries } = await readAudit(db, { record: { kind: 'product', id: 'test-scarf' } });
    expect(entries).toMatchObject([
      {
        actor: 'Asha',
        action: 'change product',
        changes: [
          { field: 'TS price', before: '300', after: '1250.5' },
          { field: 'TS sale price', before: '–', after: '999' },
        ],
      },
    ]);
  });

  test('an unchanged form changes nothing, and needs no reason', async () => {
    const { db, readDetails, saveForm } = await setUp();
    const readVersion = () => db.read.selectFrom('catalogue_state').select('version').executeTakeFirst();
    const versionBefore = await readVersion();
    for (const slug of ['test-kurta', 'test-scarf', 'test-cloth'])
      expect(await saveForm(await readDetails(slug), {})).toEqual({ slug, isChanged: false });
    expect(await readVersion()).toEqual(versionBefore);
  });

  test('stock changes by the difference, so that a sale in between is not lost', async () => {
    const { db, fixture, readDetails, saveForm, readStock } = await setUp();
    const details = await readDetails('test-scarf');
    await fixture.place(await fixture.cartOf(['test-scarf', 3]));
    await saveForm(details, { stock: '60', reason: 'New delivery' });
    expect(await readStock('test-scarf')).toEqual([[57]]);
    expect(await stockMismatches(db.read)).toEqual([]);
    const { entries } = await readAudit(db, { record: { kind: 'product', id: 'test-scarf' } });
    expect(entries[0]?.changes).toContainEqual({ field: 'quantity', before: '47', after: '57' });
    await expect(saveForm(await readDetails('test-scarf'), { stock: '50' })).rejects.toMatchObject({ code: 'invalid' });
    expect(await readStock('test-scarf')).toEqual([[57]]);
  });

  test('the ledger adds up while people buy and the owner counts the stock', async () => {
    const { db, fixture, readDetails, saveForm, readStock } = await setUp();
    const placeOrder = async () => fixture.place(await fixture.cartOf(['test-scarf', 2]));
    const changeStockBy = async (difference: number) => {
      const details = await readDetails('test-scarf');
      const shownQuantity = details.variants[0]?.stock[0]?.amount ?? 0;
      return saveForm(details, { stock: String(shownQuantity + difference), reason: 'New delivery' });
    };
    const results = await Promise.allSettled([
      placeOrder(),
      changeStockBy(10),
      placeOrder(),
      placeOrder(),
      changeStockBy(5),
      placeOrder(),
      changeStockBy(7),
    ]);
    const errorCodes = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []));
    expect(errorCodes.every((code) => code === 'conflict')).toBe(true);
    const [, a, , , b, , c] = results.map(({ status }) => (status === 'fulfilled' ? 1 : 0));
    expect(await readStock('test-scarf')).toEqual([[50 - 4 * 2 + 10 * (a ?? 0) + 5 * (b ?? 0) + 7 * (c ?? 0)]]);
    expect(await stockMismatches(db.read)).toEqual([]);
  });

  test('a change is rejected if somebody else has changed the stock or a price in the meantime', async () => {
    const { db, shop, readDetails, saveForm, readStock } = await setUp();
    const outdatedDetails = await readDetails('test-scarf');
    await setStock(db, 'TS', [48], { why: 'count', at: shop.now() });
    await expect(saveForm(outdatedDetails, { stock: '55', reason: 'Counted' })).rejects.toMatchObject({
      code: 'conflict',
      fields: { version: expect.any(String) },
    });
    expect(await readStock('test-scarf')).toEqual([[48]]);
    const detailsBefore = await readDetails('test-scarf');
    await saveForm(detailsBefore, { price: '310' });
    await expect(saveForm(detailsBefore, { price: '305', stock: '60', reason: 'Counted' })).rejects.toMatchObject({
      code: 'conflict',
    });
    expect((await readDetails('test-scarf')).variants[0]).toMatchObject({
      pricePaise: 31_000,
      stock: [{ amount: 48 }],
    });
  });

  test('cloth is counted bolt by bolt, and a new bolt is added', async () => {
    const { db, readDetails, saveForm, readStock } = await setUp();
    const details = await readDetails('test-cloth');
    const [variant] = details.variants;
    const newBolt = stockFieldText(variant?.id ?? 0, { bolt: undefined, amount: 0 }, variant?.manualChanges ?? 0);
    const { stock_of } = createForm(details);
    await saveForm(details, {
      stock_of: [...(stock_of ?? []), newBolt],
      stock: ['9.5', '2.5', '20'],
      reason: 'Counted',
    });
    expect(await readStock('test-cloth')).toEqual([[950, 250, 2_000]]);
    expect(await stockMismatches(db.read)).toEqual([]);
  });

  test('a packer may change the stock, but not prices', async () => {
    const { readDetails, saveForm, readStock } = await setUp();
    const withoutPrices = { price: [], sale_price: [] };
    await saveForm(await readDetails('test-scarf'), { ...withoutPrices, stock: '49', reason: 'Damaged' }, false);
    expect(await readStock('test-scarf')).toEqual([[49]]);
    await expect(saveForm(await readDetails('test-scarf'), { price: '1' }, false)).rejects.toMatchObject({
      code: 'refused',
    });
  });

  test.each<[string, TypedFields]>([
    ['a price that is not an amount', { price: ['12x', '1999'] }],
    ['no price', { price: ['', '1999'] }],
    ['a sale price that is not lower', { sale_price: ['1999', ''] }],
    ['a fractional number of pieces', { stock: ['5.5', '0'], reason: 'Counted' }],
    ['a negative stock', { stock: ['-1', '0'], reason: 'Counted' }],
    ['the SKU of another product', { sku: ['TS', 'TK-L'] }],
    ['the same SKU twice', { sku: ['NEW', 'NEW'] }],
  ])('%s is rejected, and changes nothing', async (_description, typedFields) => {
    const { readDetails, saveForm } = await setUp();
    const detailsBefore = await readDetails('test-kurta');
    await expect(saveForm(detailsBefore, typedFields)).rejects.toMatchObject({ code: 'invalid' });
    expect(await readDetails('test-kurta')).toEqual(detailsBefore);
  });

  test('a variant keeps its stock and id when its SKU, barcode, shelf or prices change', async () => {
    const { readDetails, saveForm } = await setUp();
    const detailsBefore = await readDetails('test-kurta');
    const typedFields = {
      sku: ['TK-M2', 'TK-L'],
      barcode: ['8901234567894', ''],
      shelf: ['A-3', ''],
      sale_price: ['', '1500'],
    };
    await saveForm(detailsBefore, typedFields);
    const { variants } = await readDetails('test-kurta');
    const [m, l] = detailsBefore.variants;
    expect(variants).toEqual([
      { ...m, sku: 'TK-M2', barcode: '8901234567894', shelf: 'A-3', salePricePaise: undefined },
      { ...l, salePricePaise: 150_000 },
    ]);
  });
});
