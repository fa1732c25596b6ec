import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { saveCatalogueBatch } from '#lib/catalog/import/save/save-catalogue.server.ts';
import { correctStock } from '#lib/catalog/inventory/correct-stock.server.ts';
import { setStock } from '#lib/catalog/inventory/set-stock.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { readSettings } from '#lib/platform/settings/settings.server.ts';
import { notifyWaitingCustomers } from '#lib/sales/back-in-stock/notify-waiting-customers.server.ts';
import { type RestockRequestResult, saveRequest } from '#lib/sales/back-in-stock/save-request.server.ts';
import { KURTA, stockGoods, variantOf } from './goods.ts';

export const SECRET_KEY = 'k'.repeat(32);

/** Adds a kurta whose size L is sold out. Returns functions that add back-in-stock requests and change the stock. */
export async function restockFixture(db: ShopDatabase, env: Record<string, string> = {}) {
  await stockGoods(db);
  const clock = { now: 1_771_000_000_000 };
  const log = pino({ level: 'silent' });
  const shop = { db, log, secretKey: SECRET_KEY, settings: readSettings(env), now: () => clock.now++ };
  const soldOutId = Number(await variantOf(db, 'test-kurta', 1));
  const addRequest = (email: string, variantId = soldOutId): Promise<RestockRequestResult> =>
    transaction(db, (tx) => saveRequest(tx, { variantId, email }, shop.now()));
  return {
    shop,
    clock,
    soldOutId,
    addRequest,
    /** Adds requests from `waiter1@example.in`, `waiter2@example.in` and so on. */
    async addRequests(count: number, variantId = soldOutId): Promise<string[]> {
      const emails = Array.from({ length: count }, (_, index) => `waiter${index + 1}@example.in`);
      // Each request has a transaction, because hundreds in one transaction could exceed the limit of five seconds.
      for (const email of emails) await addRequest(email, variantId);
      return emails;
    },
    setCountedStock: (quantities: number[], sku = 'TK-L') =>
      setStock(db, sku, quantities, { why: 'count', at: shop.now() }),
    changeStock: (difference: number, sku = 'TK-L', boltNumber?: number) =>
      correctStock(db, sku, { difference, boltNumber, reason: 'Test' }, shop.now()),
    notify: () => notifyWaitingCustomers(shop),
    /** Returns the recipients, in the order of the emails. */
    async notifiedAddresses(): Promise<string[]> {
      const rows = db.write.selectFrom('outbox').select('to_address').where('kind', '=', 'restock').orderBy('id');
      return (await rows.execute()).map(({ to_address }) => to_address);
    },
    setStatus: (status: 'active' | 'draft') => saveCatalogueBatch(db, [{ ...KURTA, status }], new Map()),
    network: () => `198.51.100.${randomBytes(1)[0]}`,
  };
}
