import type { Tx } from '#lib/platform/db/db.server.ts';
import type { ExchangeState } from '#lib/platform/db/tables/exchange.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { changedMeanwhile } from '#lib/platform/errors/changed-meanwhile.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { type ExchangeStep, exchangeStep } from '#lib/sales/exchanges/exchange.ts';
import { type ExchangeShop, mailExchange } from '#lib/sales/exchanges/exchange-mail.server.ts';
import {
  type AdminExchange,
  type Exchange,
  exchangeOfId,
  exchangesOfNumber,
} from '#lib/sales/exchanges/read-exchanges.server.ts';
import { holdOrder } from '#lib/sales/orders/credits/refunds.server.ts';
import { addOrderEvent } from '#lib/sales/orders/record/change-order.server.ts';

type Decision = Partial<Exchange>;

/** By the number of its order, as typed, or the one that a form showed, in that version. */
export type ChosenExchange = string | { id: string; version: number };

const STATE_OF: Record<ExchangeStep, ExchangeState> = {
  requested: 'requested',
  approved: 'approved',
  received: 'received',
  shipped: 'received',
  delivered: 'received',
  declined: 'declined',
  expired: 'expired',
};

/**
 * Updates the newest exchange of the order that is in one of the steps `from`, with event and mail. Throws `conflict`,
 * also for another version than the one that was shown.
 */
export async function decideExchange(
  shop: ExchangeShop,
  which: ChosenExchange,
  from: ExchangeStep[],
  work: (tx: Tx, exchange: Exchange, now: number) => Promise<Decision>,
): Promise<AdminExchange> {
  const time = shop.now();
  const isShown = typeof which === 'object';
  const all = isShown ? [await exchangeOfId(shop, which.id)] : await exchangesOfNumber(shop, which);
  const found = all.find((one) => from.includes(exchangeStep(one)));
  const [latest] = all;
  if (isShown && latest?.updated_at !== which.version) throw changedMeanwhile('exchange');
  if (!found) throw refusalOf(latest?.number ?? '', latest && exchangeStep(latest), from);
  const refusal = isShown ? changedMeanwhile('exchange') : refusalOf(found.number, undefined, from);
  return transaction(shop.db, async (tx) => {
    // Written first, so that a concurrent decision waits here and then finds another state.
    const before = await tx
      .updateTable('exchange')
      .set({ updated_at: Math.max(time, found.updated_at + 1) })
      .where('id', '=', found.id)
      .where('updated_at', '=', found.updated_at)
      .where('state', 'in', [...new Set(from.map((step) => STATE_OF[step]))])
      .returningAll()
      .executeTakeFirst();
    if (!before || !from.includes(exchangeStep(before))) throw refusal;
    // A concurrent return of the same items waits here, too.
    await holdOrder(tx, before.order_id, time);
    const decision = await work(tx, before, time);
    const after = { ...before, ...decision };
    await tx.updateTable('exchange').set(decision).where('id', '=', found.id).execute();
    await addOrderEvent(tx, after.order_id, time, `exchange_${exchangeStep(after)}`, decision.answer ?? undefined);
    await mailExchange(tx, shop, after, time);
    return { ...found, ...after };
  });
}

/** The command that advances an exchange from each step. */
const COMMANDS: [from: ExchangeStep, command: string][] = [
  ['requested', 'approve'],
  ['approved', 'receive'],
  ['received', 'ship'],
  ['shipped', 'delivered'],
];

/** Names the command that must run first, if the exchange has not reached one of these steps yet. */
function refusalOf(number: string, step: ExchangeStep | undefined, from: readonly ExchangeStep[]): ShopError {
  const at = COMMANDS.findIndex(([one]) => one === step);
  const isEarlier = at >= 0 && from.every((one) => COMMANDS.findIndex(([other]) => other === one) > at);
  const text = isEarlier
    ? `The exchange of ${number} is ${step}. First: npm run shop -- exchanges ${COMMANDS[at]?.[1]} ${number}`
    : `The exchange of ${number} can no longer be changed in this way.`;
  return new ShopError('conflict', text);
}
