import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { saveCatalogueBatch } from '#lib/catalog/import/save/save-catalogue.server.ts';
import { correctStock } from '#lib/catalog/inventory/correct-stock.server.ts';
import { setStock } from '#lib/catalog/inventory/set-stock.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { readSettings } from '#lib/platform/settings/settings.server.ts';
import { notifyWaiting } from '#lib/sales/back-in-stock/notify-waiting.server.ts';
import { type RestockRequestResult, saveRequest } from '#lib/sales/back-in-stock/save-request.server.ts';
import { KURTA, stockGoods, variantOf } from './goods.ts';

export const SECRET_KEY = 'k'.repeat(32);

/** A kurta whose size L is sold out, and functions that add back-in-stock requests for it and change its stock. */
export async function restockFixture(db: ShopDatabase, env: Record<string, string> = {}) {
  await stockGoods(db);
  const clock = { now: 1_771_000_000_000 };
  const log = pino({ level: 'silent' });
  const shop = { db, log, secretKey: SECRET_KEY, settings: readSettings(env), now: () => clock.now++ };
  const soldOut = Number(await variantOf(db, 'test-kurta', 1));
  const addRequest = (email: string, variantId = soldOut): Promise<RestockRequestResult> =>
    transaction(db, (tx) => saveRequest(tx, { variantId, email }, shop.now()));
  return {
    shop,
    clock,
    soldOut,
    addRequest,
    /** Adds requests, the first from `waiter1@example.in`. */
    async addRequests(count: number, variantId = soldOut): Promise<string[]> {
      const people = Array.from({ length: count }, (_, index) => `waiter${index + 1}@example.in`);
      // One transaction each: hundreds in one could exceed the limit of five seconds on a busy machine.
      for (const email of people) await addRequest(email, variantId);
      return people;
    },
    count: (amounts: number[], what = 'TK-L') => setStock(db, what, amounts, { why: 'count', at: shop.now() }),
    move: (difference: number, what = 'TK-L', bolt?: number) =>
      correctStock(db, what, { difference, bolt, reason: 'Test' }, shop.now()),
    notify: () => notifyWaiting(shop),
    /** The recipients, in the order of the emails. */
    async notified(): Promise<string[]> {
      const rows = db.write.selectFrom('outbox').select('to_address').where('kind', '=', 'restock').orderBy('id');
      return (await rows.execute()).map(({ to_address }) => to_address);
    },
    setStatus: (status: 'active' | 'draft') => saveCatalogueBatch(db, [{ ...KURTA, status }], new Map()),
    network: () => `198.51.100.${randomBytes(1)[0]}`,
  };
}
