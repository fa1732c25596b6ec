import type { Tx } from '#lib/db/db.server.ts';
import type { ExchangeState } from '#lib/db/tables/exchange.ts';
import { transaction } from '#lib/db/transaction.server.ts';
import { queueMail } from '#lib/mail/outbox.server.ts';
import { noteEvent } from '#lib/orders/change-order.server.ts';
import { orderRecipient, orderThread } from '#lib/orders/order-recipient.server.ts';
import type { Shop } from '#lib/shop/shop.server.ts';
import { ShopError } from '#lib/shop/shop-error.ts';
import { EXCHANGE_STATES } from '#lib/support/exchange.ts';
import { type DeskExchange, type Exchange, exchangeOnDesk } from '#lib/support/read-exchanges.server.ts';

type Parts = Pick<Shop, 'db' | 'now'>;

/** What becomes of a request, with the answer to the customer. */
type Decision = Partial<Exchange> & { state: ExchangeState };

/** One decision, in one transaction, by a statement that guards itself; with the mail that tells it. */
export async function decide(
  { db, now }: Parts,
  number: string,
  from: ExchangeState[],
  work: (tx: Tx, exchange: Exchange, now: number) => Promise<Decision>,
): Promise<DeskExchange> {
  const time = now();
  const { id } = await exchangeOnDesk({ db }, number);
  await transaction(db, async (tx) => {
    // Written first, so that a second decision at the same moment waits here and then finds another state.
    const exchange = await tx
      .updateTable('exchange')
      .set({ updated_at: time })
      .where('id', '=', id)
      .where('state', 'in', from)
      .returningAll()
      .executeTakeFirst();
    if (!exchange) throw new ShopError('conflict', `The exchange of ${number} can't be changed in this way any more.`);
    const decision = await work(tx, exchange, time);
    await tx.updateTable('exchange').set(decision).where('id', '=', id).execute();
    await noteEvent(tx, exchange.order_id, time, `exchange_${decision.state}`, decision.answer ?? undefined);
    await mailDecision(tx, exchange, decision, number, time);
  });
  return exchangeOnDesk({ db }, number);
}

async function mailDecision(
  tx: Tx,
  exchange: Exchange,
  decision: Decision,
  number: string,
  now: number,
): Promise<void> {
  const order = await tx
    .selectFrom('orders')
    .select(['email', 'customer_id'])
    .where('id', '=', exchange.order_id)
    .executeTakeFirst();
  if (!order) return;
  const heading = `Exchange of order ${number}`;
  const content = {
    heading,
    lines: [EXCHANGE_STATES[decision.state], ...(decision.answer ? [decision.answer] : [])],
  };
  const to = await orderRecipient(tx, order);
  const thread = orderThread(exchange.order_id);
  await queueMail(tx, { to, kind: 'exchange', subject: heading, content, now, thread });
}
