import type { OrderStatus, RefundTable } from '#lib/db/tables/orders.ts';
import type { OrderRow } from '#lib/orders/change-order.server.ts';
import { findOrder, latestOrders } from '#lib/orders/find-order.server.ts';
import { cancelOrder, MAILED_MOVES, moveOrder } from '#lib/orders/move-order.server.ts';
import { rupees } from '#lib/orders/order-mail.server.ts';
import { orderSheet, orderSummary } from '#lib/orders/order-sheet.server.ts';
import { PAYMENT_NAMES, STATUS_NAMES } from '#lib/orders/orders.ts';
import { type Command, type CommandShop, needed, UsageError, withShop } from '#lib/shop/command.server.ts';

const LISTED = 50;
const VERBS: ReadonlySet<string> = new Set(['show', 'move', 'cancel', 'refund']);
const STATUSES = Object.keys(STATUS_NAMES) as OrderStatus[];

/** Sends back what is due; the payments above this domain know how. */
export type SendRefunds = (shop: CommandShop, order: OrderRow, isByHand: boolean) => Promise<RefundTable[]>;

/** `orders list|show|move|cancel|refund`: forward only, with the mails of each state. */
export function ordersCommand(sendRefunds: SendRefunds): Command {
  return {
    name: 'orders',
    usage: [
      ['orders list [--status STATUS] [--email ADDRESS]', `the latest ${LISTED} orders`],
      ['orders list --refunds', 'orders with money that has to go back'],
      ['orders show NUMBER', 'one order with its lines, its money and its history'],
      ['orders move NUMBER STATUS [--carrier NAME] …', 'forward: processing, shipped, in_transit, out_for_delivery,'],
      ['', 'delivered, then returned (--tracking NUMBER, --url ADDRESS)'],
      ['orders cancel NUMBER', 'cancel until it is shipped; its stock goes back'],
      ['orders refund NUMBER [--by-hand]', 'send back what is due, by the gateway that took it; --by-hand'],
      ['', 'notes that you have sent it yourself'],
    ],
    options: {
      status: { type: 'string' },
      email: { type: 'string' },
      refunds: { type: 'boolean' },
      carrier: { type: 'string' },
      tracking: { type: 'string' },
      url: { type: 'string' },
      'by-hand': { type: 'boolean' },
    },
    run([verb, number, to], options) {
      const text = (name: string) => (typeof options[name] === 'string' ? options[name] : undefined);
      if (verb === 'list') {
        const status = text('status');
        const only = { isRefundDue: options.refunds === true, email: text('email')?.toLowerCase() };
        return withShop((shop) => list(shop, { ...only, status: status === undefined ? undefined : statusOf(status) }));
      }
      if (!verb || !VERBS.has(verb)) throw new UsageError('orders needs list, show, move, cancel or refund.');
      const order = needed(number, `orders ${verb}`, 'the number of an order');
      if (verb === 'show') return withShop((shop) => show(shop, order));
      if (verb === 'cancel') return withShop((shop) => cancel(shop, order));
      if (verb === 'refund') return withShop((shop) => refund(shop, order, sendRefunds, options['by-hand'] === true));
      const status = statusOf(needed(to, 'orders move', 'the state to move to'));
      const parcel = { carrier: text('carrier'), trackingNumber: text('tracking'), trackingUrl: text('url') };
      return withShop((shop) => move(shop, order, status, parcel));
    },
  };
}

function statusOf(typed: string): OrderStatus {
  const status = STATUSES.find((one) => one === typed.toLowerCase().replaceAll(/[- ]/g, '_'));
  if (!status) throw new UsageError(`"${typed}" is no state; it may be ${STATUSES.join(', ')}.`);
  return status;
}

async function list({ db }: CommandShop, only: Parameters<typeof latestOrders>[2]): Promise<number> {
  const orders = await latestOrders(db, LISTED, only);
  for (const order of orders) {
    console.log(orderSummary(order) + (order.due_paise > 0 ? `  REFUND DUE ${rupees(order.due_paise)}` : ''));
  }
  if (orders.length === 0) console.log('No orders.');
  return 0;
}

async function show({ db }: CommandShop, number: string): Promise<number> {
  for (const line of await orderSheet(db, await findOrder(db, number))) console.log(line);
  return 0;
}

async function move(
  shop: CommandShop,
  number: string,
  to: OrderStatus,
  parcel: Parameters<typeof moveOrder>[3],
): Promise<number> {
  const before = await findOrder(shop.db, number);
  // Cancelling is no move, but it is what is meant.
  if (to === 'cancelled') return cancel(shop, number);
  const after = await moveOrder(shop, before.id, to, parcel);
  say(
    after,
    `was ${STATUS_NAMES[before.order_status].toLowerCase()}`,
    MAILED_MOVES.some((mailed) => mailed === to),
  );
  if (after.payment_status !== before.payment_status)
    console.log(`Its payment is now: ${PAYMENT_NAMES[after.payment_status]}.`);
  if (to === 'returned' && after.payment_status === 'paid') {
    console.log(`If its money goes back, too: npm run shop -- orders refund ${after.number}`);
  }
  return 0;
}

async function cancel(shop: CommandShop, number: string): Promise<number> {
  const before = await findOrder(shop.db, number);
  const after = await cancelOrder(shop, before.id, 'shop');
  say(after, before.stock_held === 1 ? 'its goods are back in stock' : 'it held no goods', true);
  if (after.payment_status === 'refund_due') {
    console.log(`${rupees(after.total_paise)} has to go back: npm run shop -- orders refund ${after.number}`);
  }
  return 0;
}

async function refund(shop: CommandShop, number: string, send: SendRefunds, isByHand: boolean): Promise<number> {
  const order = await findOrder(shop.db, number);
  for (const { amount_paise, provider, reference } of await send(shop, order, isByHand)) {
    const how = isByHand ? 'noted as sent by hand' : `sent back by ${provider} (${reference})`;
    console.log(`${order.number}: ${rupees(amount_paise)} ${how}. ${order.email} is told by mail.`);
  }
  return 0;
}

function say({ number, order_status, email }: OrderRow, besides: string, isMailed: boolean): void {
  const told = isMailed ? ` ${email} is told by mail.` : '';
  console.log(`${number} is now ${STATUS_NAMES[order_status].toLowerCase()} (${besides}).${told}`);
}
