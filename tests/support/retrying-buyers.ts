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
  /** The id of a variant of the product `test-scarf`. */
  variant: string;
  /** The ids of orders confirmed to earlier buyers. The ids of new orders are added. */
  acknowledged?: Set<unknown>;
  /** The pause between two orders from one client, in milliseconds. */
  pauseMs?: number;
  onOrder?: (id: unknown) => void;
}

/** Starts buyers who order continuously, and retry with the same key until there is a response other than 503. */
export function startRetryingBuyers({ shops, variant, acknowledged = new Set(), pauseMs = 0, onOrder }: Options) {
  const crowdId = randomUUID().slice(0, 8);
  const countBefore = acknowledged.size;
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
      const email = `buyer-${crowdId}-${n}-${round}@example.in`;
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
  const clients = Promise.all(Array.from({ length: CLIENTS }, (_, n) => client(n)));
  return {
    acknowledged,
    statuses,
    async stop() {
      isOver = true;
      await clients;
      return {
        acknowledged: acknowledged.size - countBefore,
        slowestMs: Math.round(slowestMs),
        statuses: [...statuses],
      };
    },
  };
}

/** Returns the number of orders, the confirmed orders that are lost, and the number of orders minus that of buyers. */
export async function lostAndDuplicateOrders(
  { write }: Pick<ShopDatabase, 'write'>,
  acknowledged: ReadonlySet<unknown>,
): Promise<{ orders: number; lost: unknown[]; duplicates: number }> {
  // More orders may be confirmed while the database is read.
  const confirmedIds = [...acknowledged];
  const orders = await write.selectFrom('orders').select(['id', 'email']).execute();
  const ids = new Set<unknown>(orders.map(({ id }) => id));
  const buyerCount = new Set(orders.map(({ email }) => email)).size;
  return {
    orders: orders.length,
    lost: confirmedIds.filter((id) => !ids.has(id)),
    duplicates: orders.length - buyerCount,
  };
}

/** Checks that each confirmed order exists once, and that the stock is `inStock` minus the number of orders. */
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
