import { DAY_MS, HOUR_MS } from '#lib/fields/durations.ts';
import { foldedEmail } from '#lib/fields/email.ts';
import { orderRecipient } from '#lib/orders/order-recipient.server.ts';
import type { Tx } from '#lib/platform/db/db.server.ts';
import { type Budget, countUp, spendBudgets } from '#lib/platform/http/rate-limit.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';

/** What a shop must know to bound the orders, and so the mails, in the name of others. */
export type BudgetShop = Pick<Shop, 'now'> & { settings: Pick<Shop['settings'], 'guestOrders'> };

export const TOO_MANY_FOR_ADDRESS =
  'Many orders were placed for this email address today. Please log in to place more, or try again tomorrow.';
export const TOO_MANY_FROM_NETWORK =
  'Many orders have come from your network in the last hour. Please log in to place yours, or try again later.';
/** An own address is nobody else's trouble. */
const OWN_SHARE = 5;

interface Buyer {
  email: string;
  customer_id: string | null;
  network: string | undefined;
}

type Terms = Shop['settings']['guestOrders'];

interface Counter {
  key: string;
  windowMs: number;
  most: (terms: Terms) => number;
  refusal: string;
}

/**
 * Counts an order for its address and network, in the transaction that places it: what is refused or fails takes nothing.
 * Throws `too_many`, with words that say what to do, before any stock is taken.
 */
export async function countOrder(tx: Tx, { settings, now }: BudgetShop, buyer: Buyer): Promise<void> {
  for (const { key, windowMs, most, refusal } of await countersOf(tx, buyer)) {
    const budget = { key, windowMs, most: most(settings.guestOrders) };
    await spendBudgets({ db: { write: tx }, now }, [budget], refusal);
  }
}

/** Counts a cancel with the orders. It is never refused: that would keep goods from others. */
export async function countCancel(tx: Tx, { now }: Pick<Shop, 'now'>, buyer: Buyer): Promise<void> {
  for (const { key, windowMs } of await countersOf(tx, buyer)) await countUp({ write: tx }, now(), key, windowMs);
}

/** The same budgets, for other requests about an order that mail to who has ordered. */
export async function orderBudgets(tx: Tx, buyer: Buyer, terms: Terms): Promise<Budget[]> {
  return (await countersOf(tx, buyer)).map(({ key, windowMs, most }) => ({ key, windowMs, most: most(terms) }));
}

async function countersOf(tx: Tx, buyer: Buyer): Promise<Counter[]> {
  const { address, standing } = await orderRecipient(tx, buyer);
  if (standing === 'proven') return [ownCounter(address)];
  const toAddress: Counter = {
    key: `orders-to:${foldedEmail(address)}`,
    windowMs: DAY_MS,
    most: ({ aDay }) => aDay,
    refusal: TOO_MANY_FOR_ADDRESS,
  };
  if (buyer.network === undefined) return [toAddress];
  const fromNetwork: Counter = {
    key: `orders-net:${buyer.network}`,
    windowMs: HOUR_MS,
    most: ({ anHour }) => anHour,
    refusal: TOO_MANY_FROM_NETWORK,
  };
  return [toAddress, fromNetwork];
}

function ownCounter(address: string): Counter {
  const key = `orders-of:${foldedEmail(address)}`;
  return { key, windowMs: DAY_MS, most: ({ aDay }) => aDay * OWN_SHARE, refusal: TOO_MANY_FOR_ADDRESS };
}
