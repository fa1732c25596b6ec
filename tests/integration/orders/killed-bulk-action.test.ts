import { describe, expect, inject, test, vi } from 'vitest';
import { saveCatalogueBatch } from '#lib/catalog/import/save/save-catalogue.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { areAllIndexed } from '#lib/sales/orders/list/index-orders.server.ts';
import { blockUpdates, signInAsOwner } from '#support/killed-shop.ts';
import { insertOrder } from '#support/order-row.ts';
import { startShop, temporaryDir } from '#support/shop-process.ts';
import { oneProduct, smallShop } from '#support/small-shop.ts';
import { createDatabase } from '#support/test-database.ts';

const ORDER_COUNT = 20;
/** The number of orders that are changed before the shop is killed. */
const CHANGED_COUNT = 9;
const PRODUCT_COUNT = 60;
const ids = Array.from({ length: ORDER_COUNT }, (_, n) => `o${String(n).padStart(2, '0')}`);

vi.setConfig({ testTimeout: 300_000 });

for (const engine of ['sqlite', 'postgres'] as const) {
  describe.skipIf(engine === 'postgres' && !inject('postgresUrl'))(`kill -9 during a bulk action [${engine}]`, () => {
    test('leaves each order and its row both changed or both unchanged; the action can be continued', async () => {
      const data = temporaryDir('killed-bulk');
      const database = engine === 'postgres' ? await createDatabase(inject('postgresUrl')) : undefined;
      const db = await smallShop(data.dir, database?.url);
      for (const id of ids) await insertOrder(db, id);
      const post = await signInAsOwner(db, data.dir);
      const start = () => startShop({ dataDir: data.dir, env: { DATABASE_URL: database?.url ?? '' } });

      const killedShop = await start();
      // The test waits for the indexing, which also changes orders in the background.
      await expect.poll(() => areAllIndexed(db)).toBe(true);
      const unblock = await blockUpdates(db, database?.url, {
        table: 'orders',
        column: 'order_status',
        id: ids[CHANGED_COUNT] ?? '',
      });
      const response = post(killedShop, '/admin/orders/bulk/start', {
        action: 'processing',
        order: ids.map((id) => `${id}:0`),
      }).catch(() => 'none');
      await expect.poll(async () => (await countByState(db)).done).toBe(CHANGED_COUNT);
      await killedShop.stop('SIGKILL');
      expect(await response).toBe('none');
      await unblock();
      expect(await countByState(db)).toEqual({ done: CHANGED_COUNT, waiting: ORDER_COUNT - CHANGED_COUNT });
      expect(await readChangedOrders(db)).toEqual(ids.slice(0, CHANGED_COUNT));

      const shop = await start();
      const { id } = await db.write.selectFrom('bulk_action').select('id').executeTakeFirstOrThrow();
      const page = await post(shop, `/admin/orders/bulk/${id}`);
      expect(page).toContain(`${ORDER_COUNT - CHANGED_COUNT} orders were not processed: the shop was interrupted.`);
      await post(shop, `/admin/orders/bulk/${id}/continue`, {});
      expect(await countByState(db)).toEqual({ done: ORDER_COUNT });
      expect(await readChangedOrders(db)).toEqual(ids);
      await shop.stop();
      await db.close();
      await database?.drop();
      data.remove();
    });

    test('leaves each product and its row both changed or both unchanged; the next start completes the action', async () => {
      const data = temporaryDir('killed-bulk');
      const database = engine === 'postgres' ? await createDatabase(inject('postgresUrl')) : undefined;
      const db = await smallShop(data.dir, database?.url);
      const slugs = Array.from({ length: PRODUCT_COUNT }, (_, n) => `kurta-${n}`);
      await saveCatalogueBatch(
        db,
        slugs.map((slug) => oneProduct(slug, 1_000)),
      );
      const { product_id, id: variantId } = await variantOfProduct(db, 25);
      const post = await signInAsOwner(db, data.dir);
      const start = () => startShop({ dataDir: data.dir, env: { DATABASE_URL: database?.url ?? '' } });

      const killedShop = await start();
      const change = { action: 'price', direction: 'up', amount: '10', unit: 'percent', rounding: 'rupee' };
      await post(killedShop, '/admin/products/bulk/plan', { ...change, list: 'search=kurta-' });
      expect(await countByState(db)).toEqual({ waiting: PRODUCT_COUNT });
      const unblock = await blockUpdates(db, database?.url, { table: 'variant', column: 'price_paise', id: variantId });
      const { id } = await db.write.selectFrom('bulk_action').select('id').executeTakeFirstOrThrow();
      const response = post(killedShop, `/admin/products/bulk/${id}/start`, {}).catch(() => 'none');
      await expect.poll(async () => (await countByState(db)).done).toBeGreaterThan(0);
      await killedShop.stop('SIGKILL');
      expect(await response).toBe('none');
      await unblock();
      const { done = 0 } = await countByState(db);
      expect(done).toBeLessThan(PRODUCT_COUNT);
      expect(await readRepricedProducts(db)).toHaveLength(done);
      expect(await readRepricedProducts(db)).not.toContain(product_id);

      const shop = await start();
      await expect.poll(() => countByState(db)).toEqual({ done: PRODUCT_COUNT });
      expect(await post(shop, `/admin/products/bulk/${id}`)).toContain('₹1,100');
      expect(await readRepricedProducts(db)).toHaveLength(PRODUCT_COUNT);
      await shop.stop();
      await db.close();
      await database?.drop();
      data.remove();
    });
  });
}

function variantOfProduct({ write }: ShopDatabase, offset: number) {
  const query = write.selectFrom('variant').innerJoin('product', 'product.id', 'product_id');
  return query
    .select(['product_id', 'variant.id'])
    .where('slug', 'like', 'kurta-%')
    .orderBy('product_id')
    .offset(offset)
    .limit(1)
    .executeTakeFirstOrThrow();
}

/** Returns the products with the new price, after checking that each has one audit log entry. */
async function readRepricedProducts({ write }: ShopDatabase): Promise<number[]> {
  const products = await write.selectFrom('product').select('id').where('min_paise', '=', 110_000).execute();
  const entries = write.selectFrom('audit_entry').select('actor_name').where('action', '=', 'change price in bulk');
  expect(await entries.execute()).toEqual(products.map(() => ({ actor_name: 'Test owner' })));
  return products.map(({ id }) => id);
}

async function countByState({ write }: ShopDatabase): Promise<Record<string, number>> {
  const rows = await write.selectFrom('bulk_action_row').select('state').execute();
  const counts: Record<string, number> = {};
  for (const { state } of rows) counts[state] = (counts[state] ?? 0) + 1;
  return counts;
}

/** Returns the orders in processing, after checking that each has one entry in its history and in the audit log. */
async function readChangedOrders({ write }: ShopDatabase): Promise<string[]> {
  const orders = write.selectFrom('orders').select('id').where('order_status', '=', 'processing');
  const changedIds = (await orders.orderBy('id').execute()).map(({ id }) => id);
  const events = await write.selectFrom('order_event').select('order_id as id').orderBy('order_id').execute();
  const auditEntries = write.selectFrom('audit_entry').select(['record_id as id', 'actor_name']);
  const entries = await auditEntries.where('action', '=', 'order processing').orderBy('record_id').execute();
  expect(events.map(({ id }) => id)).toEqual(changedIds);
  expect(entries).toEqual(changedIds.map((id) => ({ id, actor_name: 'Test owner' })));
  return changedIds;
}
