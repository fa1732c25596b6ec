import type { OrderStatus } from '#lib/db/tables/orders.ts';
import { formatPaise } from '#lib/money/money.ts';
import type { OrderRow } from '#lib/orders/change-order.server.ts';
import { eventsOf, findOrder, latestOrders } from '#lib/orders/find-order.server.ts';
import { cancelOrder, moveOrder, refundOrder } from '#lib/orders/move-order.server.ts';
import { type OrderAddress, PAYMENT_METHODS, PAYMENT_NAMES, STATUS_NAMES } from '#lib/orders/orders.ts';
import { linesOf } from '#lib/orders/read-orders.server.ts';
import { type Command, type CommandShop, needed, UsageError, withShop } from '#lib/shop/command.server.ts';

const LISTED = 50;
const STATUSES = Object.keys(STATUS_NAMES) as OrderStatus[];

/** `orders list|show|move|cancel|refund`: forward only, with the mails of each state. */
export const ordersCommand: Command = {
  name: 'orders',
  usage: [
    ['orders list [--status STATUS]', `the latest ${LISTED} orders`],
    ['orders show NUMBER', 'one order with its lines and its history'],
    [
      'orders move NUMBER STATUS [--carrier NAME] …',
      'forward: processing, shipped … delivered, returned (--tracking NUMBER, --url ADDRESS)',
    ],
    ['orders cancel NUMBER', 'cancel until it is shipped; its stock goes back'],
    ['orders refund NUMBER', 'note that the money of a cancelled or returned order was sent back'],
  ],
  options: {
    status: { type: 'string' },
    carrier: { type: 'string' },
    tracking: { type: 'string' },
    url: { type: 'string' },
  },
  run([verb, number, to], options) {
    const text = (name: string) => (typeof options[name] === 'string' ? options[name] : undefined);
    if (verb === 'list') return withShop((shop) => list(shop, text('status')));
    const order = () => needed(number, `orders ${verb}`, 'the number of an order');
    if (verb === 'show') return withShop((shop) => show(shop, order()));
    if (verb === 'cancel') return change(order(), (shop, { id }) => cancelOrder(shop, id, 'shop'));
    if (verb === 'refund') return change(order(), (shop, { id }) => refundOrder(shop, id));
    if (verb !== 'move') throw new UsageError('orders needs list, show, move, cancel or refund.');
    const status = statusOf(needed(to, 'orders move', 'the state to move to'));
    const parcel = { carrier: text('carrier'), trackingNumber: text('tracking'), trackingUrl: text('url') };
    return change(order(), (shop, { id }) => moveOrder(shop, id, status, parcel));
  },
};

function statusOf(typed: string): OrderStatus {
  const status = STATUSES.find((one) => one === typed.replaceAll('-', '_'));
  if (!status) throw new UsageError(`"${typed}" is no state; it may be ${STATUSES.join(', ')}.`);
  return status;
}

async function list({ db }: CommandShop, status: string | undefined): Promise<number> {
  const orders = await latestOrders(db, LISTED, status === undefined ? undefined : statusOf(status));
  for (const order of orders) console.log(summary(order));
  if (orders.length === 0) console.log('No orders.');
  return 0;
}

async function change(
  number: string,
  work: (shop: CommandShop, order: OrderRow) => Promise<OrderRow>,
): Promise<number> {
  return withShop(async (shop) => {
    console.log(summary(await work(shop, await findOrder(shop.db, number))));
    return 0;
  });
}

function summary({ number, created_at, order_status, payment_status, total_paise, email }: OrderRow): string {
  const states = `${STATUS_NAMES[order_status]}, ${PAYMENT_NAMES[payment_status]}`;
  return `${number}  ${time.format(created_at)}  ${states.padEnd(36)} ₹${formatPaise(total_paise).padStart(12)}  ${email}`;
}

async function show({ db }: CommandShop, number: string): Promise<number> {
  const order = await findOrder(db, number);
  const address = JSON.parse(order.address_json) as OrderAddress;
  console.log(summary(order));
  console.log(
    `  ${PAYMENT_METHODS[order.payment_method]}; ${order.mobile}${order.note ? `; note: ${order.note}` : ''}`,
  );
  const { name, house, street, landmark, city, state, pincode, mobile } = address;
  console.log(`  ${[name, house, street, landmark, city, state, pincode, mobile].filter(Boolean).join(', ')}`);
  for (const line of await linesOf(db, [order.id])) {
    const amount = line.sell_unit === 'metre' ? `${line.quantity / 100} m` : `${line.quantity} ×`;
    const bolt = line.bolt_position === null ? '' : `, bolt ${line.bolt_position + 1}`;
    console.log(`  ${amount} ${line.name} ${line.variant} ${line.sku ?? ''}${bolt}: ₹${formatPaise(line.total_paise)}`);
  }
  for (const { at, kind, detail } of await eventsOf(db, order.id)) {
    console.log(`  ${time.format(at)}  ${kind.replaceAll('_', ' ')}${detail ? `: ${detail}` : ''}`);
  }
  return 0;
}

const time = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Asia/Kolkata' });
