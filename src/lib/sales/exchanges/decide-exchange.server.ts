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
import { addOrderEvent, lockOrder } from '#lib/sales/orders/record/change-order.server.ts';

/** The columns that a decision changes. */
type Decision = Partial<Exchange>;

/** An exchange, as the typed number of its order, or as its id and the version that a form showed. */
export type ChosenExchange = string | { id: string; version: number };

/** The state that is stored for each step. */
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
 * Changes an exchange that is in one of the steps `fromSteps`: the exchange that the form showed, or the order's newest
 * exchange in one of these steps. Adds an event to the order, and emails the customer. Throws `not_found` if the
 * exchange or order does not exist, and `conflict` if the order number matches several orders, or if the exchange is in
 * another step or has changed since the form was shown.
 */
export async function decideExchange(
  shop: ExchangeShop,
  choice: ChosenExchange,
  fromSteps: ExchangeStep[],
  decide: (tx: Tx, exchange: Exchange, now: number) => Promise<Decision>,
): Promise<AdminExchange> {
  const now = shop.now();
  const isFromForm = typeof choice === 'object';
  const exchanges = isFromForm ? [await exchangeOfId(shop, choice.id)] : await exchangesOfNumber(shop, choice);
  const selectedExchange = exchanges.find((exchange) => fromSteps.includes(exchangeStep(exchange)));
  const [latestExchange] = exchanges;
  if (isFromForm && latestExchange?.updated_at !== choice.version) throw changedMeanwhile('exchange');
  if (!selectedExchange)
    throw stepError(latestExchange?.number ?? '', latestExchange && exchangeStep(latestExchange), fromSteps);
  const error = isFromForm ? changedMeanwhile('exchange') : stepError(selectedExchange.number, undefined, fromSteps);
  return transaction(shop.db, async (tx) => {
    // This statement comes first, so that a concurrent decision waits here, and then finds another version.
    const before = await tx
      .updateTable('exchange')
      .set({ updated_at: Math.max(now, selectedExchange.updated_at + 1) })
      .where('id', '=', selectedExchange.id)
      .where('updated_at', '=', selectedExchange.updated_at)
      .where('state', 'in', [...new Set(fromSteps.map((step) => STATE_OF[step]))])
      .returningAll()
      .executeTakeFirst();
    if (!before || !fromSteps.includes(exchangeStep(before))) throw error;
    // A concurrent return of the same items waits here, too.
    await lockOrder(tx, before.order_id, now);
    const decision = await decide(tx, before, now);
    const after = { ...before, ...decision };
    await tx.updateTable('exchange').set(decision).where('id', '=', selectedExchange.id).execute();
    await addOrderEvent(tx, after.order_id, now, `exchange_${exchangeStep(after)}`, decision.answer ?? undefined);
    await mailExchange(tx, shop, after, now);
    return { ...selectedExchange, ...after };
  });
}

/** The command that advances an exchange from each step. */
const COMMANDS: [from: ExchangeStep, command: string][] = [
  ['requested', 'approve'],
  ['approved', 'receive'],
  ['received', 'ship'],
  ['shipped', 'delivered'],
];

/**
 * Returns the error for an exchange that is in none of the steps `fromSteps`. If the exchange has not reached these
 * steps yet, the message contains the command to run first.
 */
function stepError(number: string, step: ExchangeStep | undefined, fromSteps: readonly ExchangeStep[]): ShopError {
  const indexOf = (target: ExchangeStep | undefined) => COMMANDS.findIndex(([from]) => from === target);
  const index = indexOf(step);
  const isEarlier = index >= 0 && fromSteps.every((laterStep) => indexOf(laterStep) > index);
  const message = isEarlier
    ? `The exchange for ${number} is ${step}. First run: npm run shop -- exchanges ${COMMANDS[index]?.[1]} ${number}`
    : `The exchange for ${number} can no longer be changed in this way.`;
  return new ShopError('conflict', message);
}
