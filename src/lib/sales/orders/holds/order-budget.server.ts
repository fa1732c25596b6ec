import type { Tx } from '#lib/platform/db/db.server.ts';
import type { Networks } from '#lib/platform/http/network/network.ts';
import { type Budget, incrementCount, spendBudgets } from '#lib/platform/http/network/rate-limit.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { DAY_MS, HOUR_MS } from '#lib/primitives/durations.ts';
import { foldedEmail } from '#lib/primitives/email.ts';
import { orderRecipient } from '#lib/sales/orders/record/order-recipient.server.ts';

export type BudgetShop = Pick<Shop, 'now'> & { settings: Pick<Shop['settings'], 'guestOrders'> };

export const TOO_MANY_FOR_ADDRESS =
  'Many orders were placed for this email address today. Please log in to place more, or try again tomorrow.';
export const TOO_MANY_FROM_NETWORK =
  'Many orders have come from your network in the last hour. Please log in to place yours, or try again later.';
export const TOO_MANY_FOR_CUSTOMER = 'You have placed many orders today. Please try again tomorrow, or write to us.';
/** The factor by which the limit is higher for customers who order with their verified email address. */
const VERIFIED_FACTOR = 5;

interface Buyer {
  email: string;
  customer_id: string | null;
  networks: Networks | undefined;
}

type GuestOrderLimits = Shop['settings']['guestOrders'];

/** A limit for the orders of a buyer. `max` selects the maximum number of orders in the window from the settings. */
interface BuyerLimit {
  key: string;
  windowMs: number;
  max: (limits: GuestOrderLimits) => number;
  refusal: string;
}

/**
 * Counts an order towards the buyer's limits. Must be called in the transaction that places the order, so that an order
 * that fails is not counted. Throws `too_many` if a limit is exceeded.
 */
export async function countOrder(tx: Tx, { settings, now }: BudgetShop, buyer: Buyer): Promise<void> {
  for (const { key, windowMs, max, refusal } of await limitsOfBuyer(tx, buyer)) {
    const budget = { key, windowMs, max: max(settings.guestOrders) };
    await spendBudgets({ db: { write: tx }, now }, [budget], refusal);
  }
}

/**
 * Counts a cancellation towards the same limits as an order. Never rejects the cancellation, because the order's
 * stock would then remain unavailable to other buyers.
 */
export async function countCancellation(tx: Tx, { now }: Pick<Shop, 'now'>, buyer: Buyer): Promise<void> {
  for (const { key, windowMs } of await limitsOfBuyer(tx, buyer))
    await incrementCount({ write: tx }, now(), key, windowMs);
}

/**
 * Returns the limits that apply to the buyer's orders, for other requests that count towards the same limits, such as
 * exchange requests.
 */
export async function orderBudgets(tx: Tx, buyer: Buyer, limits: GuestOrderLimits): Promise<Budget[]> {
  return (await limitsOfBuyer(tx, buyer)).map(({ key, windowMs, max }) => ({ key, windowMs, max: max(limits) }));
}

async function limitsOfBuyer(tx: Tx, buyer: Buyer): Promise<BuyerLimit[]> {
  const { address, trust } = await orderRecipient(tx, buyer);
  if (trust === 'proven') return [verifiedBuyerLimit(address)];
  const addressLimit: BuyerLimit = {
    key: `orders-to:${foldedEmail(address)}`,
    windowMs: DAY_MS,
    max: ({ aDay }) => aDay,
    refusal: TOO_MANY_FOR_ADDRESS,
  };
  const networkLimits = (buyer.networks?.levels ?? []).map(({ network, limitFactor }) => ({
    key: `orders-net:${network}`,
    windowMs: HOUR_MS,
    max: ({ anHour }: GuestOrderLimits) => anHour * limitFactor,
    refusal: TOO_MANY_FROM_NETWORK,
  }));
  return [addressLimit, ...networkLimits];
}

function verifiedBuyerLimit(address: string): BuyerLimit {
  const key = `orders-of:${foldedEmail(address)}`;
  return { key, windowMs: DAY_MS, max: ({ aDay }) => aDay * VERIFIED_FACTOR, refusal: TOO_MANY_FOR_CUSTOMER };
}
