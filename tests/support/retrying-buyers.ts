import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { HttpBuyer } from '#support/http-buyer.ts';
import { stockAndSold } from '#support/order-fixture.ts';
import { retryWhileUnavailable } from '#support/retry-while-unavailable.ts';
import type { ShopProcess } from '#support/shop-process.ts';

const CLIENTS = 8;

interface Options {
  shops: Pick<ShopProcess, 'origin'>[];
  /** Of the product `test-scarf`. */
  variant: string;
  /** Ids of orders confirmed to earlier buyers; new ones are added. */
  acknowledged?: Set<unknown>;
  /** The pause between two orders of one client. */
  pauseMs?: number;
  onOrder?: (id: unknown) => void;
}

/** Buyers who order continuously, each retrying with the same key until there is a response other than 503. */
export function retryingBuyers({ shops, variant, acknowledged = new Set(), pauseMs = 0, onOrder }: Options) {
  const crowd = randomUUID().slice(0, 8);
  const before = acknowledged.size;
  const statuses = new Map<number, number>();
  let slowestMs = 0;
  let isOver = false;
  const retries = {
    pauseMs: 100,
    isOver: () => isOver,
    onResponse(status: number, ms: number) {
      slowestMs = Math.max(slowestMs, ms);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    },
  };
  async function client(n: number): Promise<void> {
    const shop = shops[n % shops.length]!;
    for (let round = 0; !isOver; round++) {
      const buyer = new HttpBuyer(`203.${n}.${Math.floor(round / 250) % 250}.${round % 250}`);
      const email = `buyer-${crowd}-${n}-${round}@example.in`;
      if (
        (await retryWhileUnavailable(() => buyer.addToCart(shop.origin, 'test-scarf', variant, 1), retries)).status !==
        200
      )
        continue;
      const contact = { email, mobile: '9876543210' };
      const response = await retryWhileUnavailable(
        () => buyer.order(shop.origin, `${n}-${round}`, { contact }),
        retries,
      );
      if (response.status === 200) {
        acknowledged.add(response.data._id);
        onOrder?.(response.data._id);
      }
      await wait(pauseMs);
    }
  }
  const ended = Promise.all(Array.from({ length: CLIENTS }, (_, n) => client(n)));
  return {
    acknowledged,
    statuses,
    async stop() {
      isOver = true;
      await ended;
      return { acknowledged: acknowledged.size - before, slowestMs: Math.round(slowestMs), statuses: [...statuses] };
    },
  };
}

/** The number of orders, the confirmed ones that are lost, and the number of duplicates: orders with the same buyer. */
export async function lostAndDuplicateOrders(
  { write }: Pick<ShopDatabase, 'write'>,
  acknowledged: ReadonlySet<unknown>,
): Promise<{ orders: number; lost: unknown[]; duplicates: number }> {
  // Further orders may be confirmed while this reads.
  const confirmed = [...acknowledged];
  const orders = await write.selectFrom('orders').select(['id', 'email']).execute();
  const ids = new Set<unknown>(orders.map(({ id }) => id));
  const buyers = new Set(orders.map(({ email }) => email)).size;
  return {
    orders: orders.length,
    lost: confirmed.filter((id) => !ids.has(id)),
    duplicates: orders.length - buyers,
  };
}

/**
 * Expects that every confirmed order exists, that none exists twice, and that `inStock` less the orders is the stock.
 */
export async function expectNothingLost(
  db: ShopDatabase,
  acknowledged: ReadonlySet<unknown>,
  inStock: number,
): Promise<{ orders: number }> {
  const { orders, lost, duplicates } = await lostAndDuplicateOrders(db, acknowledged);
  expect({ lost, duplicates }).toEqual({ lost: [], duplicates: 0 });
  expect((await stockAndSold(db))['test-scarf']).toEqual({ stock: inStock - orders, sold: orders });
  return { orders };
}
