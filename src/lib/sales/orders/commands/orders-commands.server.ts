import { Command, type CommandUnknownOpts, InvalidArgumentError } from '@commander-js/extra-typings';
import { type CommandShop, confirm, readShop, withShop, YES_OPTION } from '#lib/platform/cli/command.server.ts';
import { parseWebUrl } from '#lib/platform/cli/web-url.ts';
import type { OrderStatus } from '#lib/platform/db/tables/orders.ts';
import { closestName } from '#lib/primitives/edit-distance.ts';
import { recordOrderRead } from '#lib/sales/orders/admin/record-order-read.server.ts';
import { cancelWaveCommand } from '#lib/sales/orders/commands/cancel-wave-command.server.ts';
import { describeOrder, formatOrder, orderSummary } from '#lib/sales/orders/commands/order-text.server.ts';
import {
  acceptReturn,
  addMoneyCommands,
  cancel,
  type SendRefunds,
} from '#lib/sales/orders/commands/orders-money-commands.server.ts';
import { confirmOrder } from '#lib/sales/orders/confirmation/confirm-order.server.ts';
import { addressedMailNote } from '#lib/sales/orders/mail/mail-note.ts';
import { EMAILED_STATUSES, moveOrder } from '#lib/sales/orders/move-order.server.ts';
import { findOrder, latestOrders } from '#lib/sales/orders/record/find-order.server.ts';
import { PAYMENT_NAMES, STATUS_NAMES, TRACKING_STEPS } from '#lib/sales/orders/record/orders.ts';
import { priceText } from '#lib/shop/money/price-text.ts';

type ConfirmOptions = Parameters<typeof confirm>[1];

const MAX_LISTED = 50;
const STATUSES = Object.keys(STATUS_NAMES) as OrderStatus[];

export function ordersCommand(sendRefunds: SendRefunds): CommandUnknownOpts {
  const command = new Command('orders').description('manage orders, cancellations, returns and refunds');
  addReadCommands(command);
  addMoveCommands(command);
  addMoneyCommands(command, sendRefunds);
  command.addCommand(cancelWaveCommand());
  return command;
}

function addReadCommands(parent: Command): void {
  parent
    .command('list')
    .description(`list the latest ${MAX_LISTED} orders; with --refunds only those with a refund due`)
    .option('--status <status>', 'only orders with this status', parseStatus)
    .option('--email <address>', 'only orders with this email address')
    .option('--refunds', 'only orders with a refund due')
    .usage('[--status STATUS] [--email ADDRESS] [--refunds]')
    .action(({ status, email, refunds }) =>
      readShop((shop) => list(shop, { status, email: email?.toLowerCase(), isRefundDue: refunds === true })),
    );
  parent
    .command('show')
    .description('show an order with its lines, payments and history')
    .argument('<number>')
    .usage('NUMBER')
    .action((number) => readShop((shop) => show(shop, number)));
}

function addMoveCommands(parent: Command): void {
  parent
    .command('confirm')
    .description('record that the customer confirmed a cash order by phone, so that it can be packed')
    .argument('<number>')
    .option(...YES_OPTION)
    .usage('NUMBER')
    .action((number, { yes }) => withShop((shop) => confirmByPhone(shop, number, { yes })));
  parent
    .command('move')
    .description(`set the status: ${TRACKING_STEPS.slice(1).join(', ')}, or returned when the whole order came back`)
    .argument('<number>')
    .argument('<status>', '', parseStatus)
    .option('--carrier <name>', 'the carrier')
    .option('--tracking <number>', 'the carrier’s tracking number')
    .option('--url <url>', 'the carrier’s tracking page', parseWebUrl)
    .option(...YES_OPTION)
    .usage('NUMBER STATUS [--carrier NAME] [--tracking NUMBER] [--url URL]')
    .action((number, to, { carrier, tracking, url, yes }) => {
      const parcel = { carrier, trackingNumber: tracking, trackingUrl: url };
      return withShop((shop) => move(shop, number, to, parcel, { yes }));
    });
}

async function confirmByPhone(shop: CommandShop, number: string, options: ConfirmOptions): Promise<void> {
  const before = await findOrder(shop.db, number);
  await confirm(`Did the customer confirm ${describeOrder(before)} by phone?`, options);
  await confirmOrder(shop, before.id, 'staff');
  console.log(`${before.number} is confirmed. It can be packed now.`);
}

function parseStatus(value: string): OrderStatus {
  const status = STATUSES.find((name) => name === value.toLowerCase().replaceAll(/[- ]/g, '_'));
  const closestStatus = closestName(value, STATUSES);
  if (status) return status;
  throw new InvalidArgumentError(
    closestStatus ? `Did you mean ${closestStatus}?` : `Allowed statuses are ${STATUSES.join(', ')}.`,
  );
}

async function list({ db }: CommandShop, filter: Parameters<typeof latestOrders>[2]): Promise<void> {
  const orders = await latestOrders(db, MAX_LISTED, filter);
  for (const order of orders) {
    console.log(orderSummary(order) + (order.due_paise > 0 ? `  REFUND DUE ${priceText(order.due_paise)}` : ''));
  }
  if (orders.length === 0) console.log('No orders.');
}

async function show({ db, now }: CommandShop, number: string): Promise<void> {
  const order = await findOrder(db, number);
  await recordOrderRead({ db, now }, order.id);
  for (const line of await formatOrder(db, order)) console.log(line);
}

async function move(
  shop: CommandShop,
  number: string,
  to: OrderStatus,
  parcel: Parameters<typeof moveOrder>[3],
  options: ConfirmOptions,
): Promise<void> {
  if (to === 'cancelled') return cancel(shop, number, options);
  if (to === 'returned') return acceptReturn(shop, number, options);
  const before = await findOrder(shop.db, number);
  await confirm(`Move ${describeOrder(before)} to ${STATUS_NAMES[to].toLowerCase()}?`, options);
  const after = await moveOrder(shop, before.id, to, parcel);
  const [oldName, newName] = [before, after].map(({ order_status }) => STATUS_NAMES[order_status].toLowerCase());
  const note = EMAILED_STATUSES.some((status) => status === to) ? addressedMailNote(after.email) : '';
  console.log(`${after.number} is now ${newName} (was ${oldName}).${note}`);
  if (after.payment_status !== before.payment_status)
    console.log(`Payment status: ${PAYMENT_NAMES[after.payment_status]}.`);
}
