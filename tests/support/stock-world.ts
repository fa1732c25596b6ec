import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import type { OrderStatus } from '#lib/platform/db/tables/orders.ts';
import type { orderFixture } from './order-fixture.ts';

/** A shop, and the random numbers for operations on it, which are derived from a seed. */
export interface StockWorld {
  db: ShopDatabase;
  fixture: ReturnType<typeof orderFixture>;
  /** Returns a random integer from 0 to `n - 1`. */
  integerBelow(n: number): number;
}

/**
 * An operation that may change stock. An operation that throws a ShopError or NothingToDo must not change anything. New
 * operations must be added to `STOCK_OPERATIONS`.
 */
export type StockOperation = (world: StockWorld) => Promise<unknown>;

/** Thrown if there is no row to which an operation can be applied. */
export class NothingToDo extends Error {}

/** Returns the id of a random order among the latest twenty in these states. Throws NothingToDo if there is none. */
export async function anyOrder(world: StockWorld, states?: OrderStatus[]): Promise<string> {
  let query = world.db.write.selectFrom('orders').select('id').orderBy('number', 'desc').limit(20);
  if (states) query = query.where('order_status', 'in', states);
  return pickOne(world, await query.execute()).id;
}

/** Returns a random row. Throws NothingToDo if there is none. */
export function pickOne<T>(world: StockWorld, rows: readonly T[]): T {
  const row = rows[world.integerBelow(rows.length)];
  if (row === undefined) throw new NothingToDo();
  return row;
}
