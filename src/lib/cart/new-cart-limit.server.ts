import { type CartOwner, findCart } from '#lib/cart/find-cart.server.ts';
import { DAY_MS, HOUR_MS } from '#lib/fields/durations.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { spendBudgets } from '#lib/platform/http/rate-limit.server.ts';

/** Carts that visitors of one network may begin: a town behind one address shops, a script fills the disk. */
const CARTS = { anHour: 2_000, aDay: 5_000 };
const MANY_CARTS = 'Many carts were begun from your network. Please log in to go on, or try again in an hour.';

/** Counts a visitor's cart that would be begun now; throws `too_many`. Carts that there are, and customers', are no matter. */
export async function admitNewCart({ db, now }: { db: ShopDatabase; now(): number }, owner: CartOwner): Promise<void> {
  const { customerId, network } = owner;
  if (customerId !== undefined || network === undefined || (await findCart(db.write, owner, now()))) return;
  const budgets = [
    { key: `carts-hour:${network}`, most: CARTS.anHour, windowMs: HOUR_MS },
    { key: `carts-day:${network}`, most: CARTS.aDay, windowMs: DAY_MS },
  ];
  await spendBudgets({ db, now }, budgets, MANY_CARTS);
}
