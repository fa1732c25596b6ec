import type { Tx } from '#lib/platform/db/db.server.ts';
import type { CreditKind, OrderLineTable, OrderStatus } from '#lib/platform/db/tables/orders.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { amountText } from '#lib/primitives/metres.ts';
import { writeCredit } from '#lib/sales/orders/credits/credit-order.server.ts';
import { holdOrder, refundsOf, settlePaymentStatus } from '#lib/sales/orders/credits/refunds.server.ts';
import { mailCredit } from '#lib/sales/orders/mail/credit-mail.server.ts';
import type { OrderShop } from '#lib/sales/orders/mail/order-mail.server.ts';
import { addOrderEvent, changeOrder, type OrderRow } from '#lib/sales/orders/record/change-order.server.ts';
import {
  type CreditDraft,
  creditGoods,
  creditMoney,
  creditRest,
  type ReturnedTo,
} from '#lib/sales/orders/record/credit.ts';
import { refuseExchanged } from '#lib/sales/orders/record/exchanged-goods.server.ts';
import { type OrderAmounts, type OrderCredit, orderAmounts } from '#lib/sales/orders/record/order-amounts.ts';
import { hasLeft, isBeingPrepared, isOnTheWay, moveRefusal, ORDER_NOT_FOUND } from '#lib/sales/orders/record/orders.ts';
import { allLines, creditsOf } from '#lib/sales/orders/record/read-credits.server.ts';
import { priceText } from '#lib/shop/money/price-text.ts';

export interface Amount {
  position: number;
  quantity: number;
}

export interface GoodsBack {
  /** Defaults to everything that the buyer still has. */
  lines?: readonly Amount[] | undefined;
  /** Items that can't be sold again: all, or the lines at these positions. */
  spoilt?: true | readonly number[] | undefined;
  /** Also refunds the delivery charge, for errors of the shop. */
  withDelivery?: boolean | undefined;
  reason?: string | undefined;
}

export interface Credited {
  order: OrderRow;
  credit: OrderCredit;
  now: OrderAmounts;
}

interface LockedOrder {
  order: OrderRow;
  lines: OrderLineTable[];
  now: OrderAmounts;
}

/** A parcel refused at the door is returned as a whole; delivered items may be returned in parts. Throws `conflict`. */
export function takeBack(shop: OrderShop, orderId: string, options: GoodsBack = {}): Promise<Credited> {
  return change(
    shop,
    orderId,
    async (tx, { order, lines, now }) => {
      const isRefused = isOnTheWay(order.order_status);
      if (!isRefused && order.order_status !== 'delivered') throw cannot(order, 'returned');
      if (isRefused && options.lines)
        throw new ShopError('conflict', 'A parcel that did not arrive comes back as a whole.');
      const withDelivery = options.withDelivery === true || (isRefused && now.paidPaise === 0);
      const backOf = (position: number) => (isSpoilt(options.spoilt, position) ? 'spoilt' : 'stock');
      const draft = options.lines
        ? creditGoods(now, withBack(options.lines, backOf), withDelivery)
        : creditRest(now, backOf, withDelivery);
      await refuseExchanged(tx, lines, now.lines, draft.lines);
      const isOver = takesAll(now, draft);
      return {
        kind: isRefused ? 'refused' : 'returned',
        event: isRefused ? 'refused' : isOver ? 'returned' : 'partly_returned',
        draft,
        to: isOver ? 'returned' : undefined,
      };
    },
    options.reason,
  );
}

/** Only before shipping. Throws `conflict` if it is too late, or not paid yet. */
export function cancelPart(
  shop: OrderShop,
  orderId: string,
  lines: readonly Amount[],
  reason?: string,
): Promise<Credited> {
  return change(
    shop,
    orderId,
    async (_tx, { order, lines: placed, now }) => {
      if (order.payment_status === 'unpaid') {
        throw new ShopError('conflict', 'It is not paid yet. Cancel all of it, or wait for the payment.');
      }
      if (!isBeingPrepared(order.order_status)) throw cannot(order, 'cancelled');
      const backOf = (position: number) => (placed[position]?.taken === 1 ? 'stock' : 'none');
      const draft = creditGoods(now, withBack(lines, backOf), false);
      if (takesAll(now, draft))
        throw new ShopError('conflict', 'That is all that is left of it. Cancel the whole order.');
      return { kind: 'cancelled', event: 'partly_cancelled', draft };
    },
    reason,
  );
}

type RefundedPart = { lines: readonly Amount[] } | { paise: number; position?: number | undefined };

/** Refunds money without a return: for a line after shipping, or an amount. Throws `conflict`. */
export function refundPart(shop: OrderShop, orderId: string, given: RefundedPart, reason: string): Promise<Credited> {
  return change(
    shop,
    orderId,
    async (tx, { order, now }) => {
      if (order.payment_status === 'unpaid' || now.totalPaise === 0) {
        throw new ShopError('conflict', 'Nothing was paid for this order, or all of it was taken off.');
      }
      if ((await refundsOf(tx, orderId, 'due')).some((refund) => refund.reason === 'refund')) {
        throw new ShopError('conflict', `Money is due already: send it first, by orders refund ${order.number}.`);
      }
      if ('lines' in given && !hasLeft(order.order_status))
        throw new ShopError('conflict', 'It is not shipped: cancel those lines instead.');
      return { kind: 'refund', event: 'credited', draft: creditPart(now, given) };
    },
    reason,
  );
}

function creditPart(now: OrderAmounts, given: RefundedPart): CreditDraft {
  if (!('lines' in given)) return creditMoney(now, given.paise, given.position);
  const lines = withBack(given.lines, () => 'none');
  return creditGoods(now, lines, false);
}

interface Change {
  kind: CreditKind;
  event: string;
  draft: CreditDraft;
  to?: OrderStatus | undefined;
}

function change(
  shop: OrderShop,
  orderId: string,
  decide: (tx: Tx, held: LockedOrder) => Promise<Change>,
  reason: string | undefined,
): Promise<Credited> {
  const at = shop.now();
  return transaction(shop.db, async (tx) => {
    await existingOrder(tx, orderId);
    const before = await holdOrder(tx, orderId, at);
    const lines = await allLines(tx, orderId);
    const { kind, event, draft, to } = await decide(tx, {
      order: before,
      lines,
      now: await amountsOf(tx, before, lines),
    });
    const credit = await writeCredit(tx, shop, before, lines, { kind, reason, draft, at });
    if (to) {
      const unpaid = before.payment_status === 'cod' ? ({ payment_status: 'failed' } as const) : {};
      await changeOrder(tx, orderId, {}, { order_status: to, updated_at: at, ...unpaid });
    }
    const order = await settlePaymentStatus(tx, orderId, at);
    await addOrderEvent(tx, orderId, at, event, eventText(credit, lines));
    const now = await amountsOf(tx, order, lines);
    await mailCredit(tx, shop, order, { credit, lines, now });
    return { order, credit, now };
  });
}

export async function amountsOf(tx: Tx, order: OrderRow, lines: readonly OrderLineTable[]): Promise<OrderAmounts> {
  return orderAmounts(order, lines, await creditsOf(tx, order.id));
}

export async function existingOrder(tx: Tx, orderId: string): Promise<OrderRow> {
  const order = await tx.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirst();
  if (!order) throw new ShopError('not_found', ORDER_NOT_FOUND);
  return order;
}

const BACK_TEXTS: Record<ReturnedTo, string> = { stock: ', back in stock', spoilt: ', can’t be sold again', none: '' };

export function eventText(
  { lines: taken, total_paise, reason }: OrderCredit,
  lines: readonly OrderLineTable[],
): string {
  const goods = taken.flatMap(({ position, quantity, back }) => {
    const line = lines.find((one) => one.position === position);
    if (!line || quantity === 0) return [];
    const amount = amountText(line.sell_unit, quantity);
    return `${amount} ${line.name}${BACK_TEXTS[back]}`;
  });
  return [...goods, `${priceText(total_paise)} taken off`, ...(reason ? [reason] : [])].join('; ');
}

function isSpoilt(spoilt: GoodsBack['spoilt'], position: number): boolean {
  return spoilt === true || (spoilt?.includes(position) ?? false);
}

function withBack(lines: readonly Amount[], backOf: (position: number) => ReturnedTo) {
  return lines.map((line) => ({ ...line, back: backOf(line.position) }));
}

function takesAll(now: OrderAmounts, draft: CreditDraft): boolean {
  const taken = new Map(draft.lines.map(({ position, quantity }) => [position, quantity]));
  return now.lines.every(({ position, quantity }) => quantity === (taken.get(position) ?? 0));
}

function cannot({ number, order_status }: OrderRow, to: 'returned' | 'cancelled'): ShopError {
  return new ShopError('conflict', moveRefusal(number, order_status, to));
}
