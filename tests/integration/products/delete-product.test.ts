import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { deleteProduct, previewDeletion } from '#lib/catalog/admin/delete-product.server.ts';
import { addPictures } from '#lib/catalog/admin/pictures/add-pictures.server.ts';
import { sweepUnusedPictures } from '#lib/catalog/admin/pictures/unused-pictures.server.ts';
import { saveCatalogueBatch } from '#lib/catalog/import/save/save-catalogue.server.ts';
import { readAudit } from '#lib/platform/audit/read-audit.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { DAY_MS, MINUTE_MS } from '#lib/primitives/durations.ts';
import { addToCart } from '#lib/sales/cart/add-to-cart.server.ts';
import { ONE_USE_COUPON } from '#support/coupon-row.ts';
import { onBothEngines } from '#support/database.ts';
import { CLOTH, newCustomer, SCARF } from '#support/goods.ts';
import { insertOrder } from '#support/order-row.ts';
import { pictureFixture, readProductId } from '#support/picture-fixture.ts';

/** Tables that keep rows about a deleted product’s history. */
const HISTORY_TABLES = ['stock_ledger', 'unverified_line'];

const cleanUps: (() => void)[] = [];
afterEach(() => {
  for (const cleanUp of cleanUps.splice(0)) cleanUp();
});

onBothEngines('a product', (open) => {
  async function setUp() {
    const db = await open();
    const now = Date.now() + DAY_MS;
    const fixture = await pictureFixture(db, now);
    cleanUps.push(fixture.remove);
    await saveCatalogueBatch(db, [{ ...CLOTH, status: 'draft', former_slugs: ['old-cloth'] }], new Map());
    const id = await readProductId(db, 'test-cloth');
    const previewProductDeletion = () => previewDeletion(fixture.shop, id);
    const deleteTestProduct = async () => deleteProduct(fixture.shop, id, (await previewProductDeletion()).version);
    return { ...fixture, db, now, id, previewProductDeletion, deleteTestProduct };
  }

  test('that is a draft and was never ordered is deleted, with everything that belongs to it', async () => {
    const { shop, db, now, id, previewProductDeletion, deleteTestProduct, upload, listMasters } = await setUp();
    const variants = await db.write.selectFrom('variant').select('id').where('product_id', '=', id).execute();
    const variant_id = variants[0]?.id ?? 0;
    const files = [await upload('a.jpg', '#a33')];
    await addPictures(
      { ...shop, now: () => now - DAY_MS },
      { id, version: (await previewProductDeletion()).version },
      files,
    );
    const customer_id = await newCustomer(db, 'a@example.in');
    const reviewFields = { name: 'Asha', rating: 4, summary: 'Soft.', fit: null, verified: 0, hidden: 0, unseen: 1 };
    await db.write
      .insertInto('review')
      .values({ id: 'r', product_id: id, customer_id, ...reviewFields, created_at: 1, updated_at: null })
      .execute();
    await db.write
      .insertInto('wishlist_entry')
      .values({ id: 'w', customer_id, product_id: id, created_at: 1 })
      .execute();
    await db.write
      .insertInto('restock_request')
      .values({ id: 'q', email: 'a@example.in', variant_id, mailbox_id: 'm', asked_at: 1, told_at: null })
      .execute();
    await db.write
      .insertInto('search_redirect')
      .values({ term: 'mulmul', path: '/products/old-cloth', created_at: 1 })
      .execute();
    expect((await previewProductDeletion()).parts).toEqual([
      ...['1 variant', '2 bolts', '1 picture', '1 review', '1 wishlist entry', '1 back-in-stock request'],
      ...['1 former address', '1 search redirect', 'stock of 12.5 m'],
    ]);
    expect(await deleteTestProduct()).toEqual({ name: 'Test Cloth' });
    expect(await findTablesContaining(db, { product_id: id, variant_id })).toEqual(['stock_ledger']);
    const ledger = sql<{ sum: number }>`select sum(change) as sum from stock_ledger where variant_id = ${variant_id}`;
    expect(Number((await ledger.execute(db.write)).rows[0]?.sum)).toBe(0);
    expect(await db.write.selectFrom('search_redirect').selectAll().execute()).toEqual([]);
    expect(listMasters()).toHaveLength(1);
    expect(await sweepUnusedPictures(shop, Date.now() + DAY_MS)).toBe(1);
    expect(listMasters()).toEqual([]);
    await expect(previewProductDeletion()).rejects.toMatchObject({ code: 'not_found' });
    const { entries } = await readAudit(db, { record: { kind: 'product', id: 'test-cloth' } });
    expect(entries[0]).toMatchObject({ action: 'delete product' });
    expect(JSON.stringify(entries[0]?.changes)).toContain('2 bolts');
  });

  test('that was ordered or just changed, or is for sale, in a cart or in a coupon, can’t be deleted', async () => {
    const { shop, db, now, id, previewProductDeletion, deleteTestProduct } = await setUp();
    const expectRefusal = async (reason: RegExp, productShop = shop) => {
      expect((await previewDeletion(productShop, id)).refusal).toMatch(reason);
      const { version } = await previewProductDeletion();
      await expect(deleteProduct(productShop, id, version)).rejects.toMatchObject({
        code: 'conflict',
        message: reason,
      });
    };
    await expectRefusal(/less than a minute ago/, { ...shop, now: () => now - DAY_MS + MINUTE_MS / 2 });
    await db.write
      .insertInto('coupon')
      .values({ ...ONE_USE_COUPON, code: 'CLOTH', products_json: JSON.stringify([id]) })
      .execute();
    await expectRefusal(/coupon CLOTH/);
    await db.write.updateTable('coupon').set({ active: 0 }).execute();
    await saveCatalogueBatch(db, [{ ...CLOTH, status: 'active' }], new Map());
    await expectRefusal(/for sale/);
    await addToCart(shop, {}, { product: 'test-cloth', quantity: 1 });
    await saveCatalogueBatch(db, [{ ...CLOTH, status: 'draft' }], new Map());
    await expectRefusal(/in the cart/);
    await db.write.deleteFrom('cart').execute();
    await insertOrder(db, 'o1', {});
    await db.write.updateTable('order_line').set({ product_id: id }).execute();
    await expectRefusal(/was ordered/);
    await db.write.deleteFrom('order_line').execute();
    const { version } = await previewProductDeletion();
    await saveCatalogueBatch(db, [{ ...CLOTH, status: 'draft', name: 'Other' }], new Map());
    await expect(deleteProduct(shop, id, version)).rejects.toMatchObject({ code: 'conflict' });
    expect(await deleteTestProduct()).toEqual({ name: 'Other' });
    expect(await readProductId(db, SCARF.slug)).toBeGreaterThan(0);
  });

  test('is referred to only by rows that are deleted with it, keep its history, or prevent its deletion', async () => {
    const { db } = await setUp();
    const tables = await db.write.introspection.getTables();
    const referringTables = tables.filter(({ columns }) =>
      columns.some(({ name }) => name in { product_id: 1, variant_id: 1 }),
    );
    const knownTables = [...TABLES_DELETED_WITH_PRODUCT, ...HISTORY_TABLES, ...TABLES_PREVENTING_DELETION];
    expect(referringTables.map(({ name }) => name).filter((name) => !knownTables.includes(name))).toEqual([]);
  });
});

/** Tables whose rows are deleted with the product. */
const TABLES_DELETED_WITH_PRODUCT = [
  ...['bolt', 'former_slug', 'picture', 'product_facet', 'product_listing', 'restock_request', 'restock_watch'],
  ...['review', 'scheduled_sale', 'variant', 'wishlist_entry'],
];
/** Tables whose rows prevent the deletion of their product. */
const TABLES_PREVENTING_DELETION = ['cart_line', 'draft_order_line', 'exchange_line', 'order_line'];

/** Returns the names of the tables that have a row with one of these values. */
async function findTablesContaining(
  db: ShopDatabase,
  values: Record<'product_id' | 'variant_id', number>,
): Promise<string[]> {
  const names: string[] = [];
  for (const { name, columns } of await db.write.introspection.getTables()) {
    for (const [column, value] of Object.entries(values)) {
      if (!columns.some((candidate) => candidate.name === column)) continue;
      const query = sql`select 1 from ${sql.table(name)} where ${sql.ref(column)} = ${value}`;
      if ((await query.execute(db.write)).rows.length > 0) names.push(name);
    }
  }
  return names;
}
