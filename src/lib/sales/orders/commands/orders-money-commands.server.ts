import type { Command } from '@commander-js/extra-typings';
import { type CommandShop, confirm, UsageError, withShop, YES_OPTION } from '#lib/platform/cli/command.server.ts';
import type { RefundTable } from '#lib/platform/db/tables/orders.ts';
import { amountText, toCm } from '#lib/primitives/metres.ts';
import { addMoveHints, addRefundHint } from '#lib/sales/orders/commands/command-hints.ts';
import { describeOrder, dueRefundText } from '#lib/sales/orders/commands/order-text.server.ts';
import {
  parseLineNumber,
  parseLines,
  parseQuantity,
  parseRupees,
} from '#lib/sales/orders/commands/parse-order-options.ts';
import {
  type CreditResult,
  cancelPart,
  recordLostParcel,
  recordReturn,
  refundPart,
} from '#lib/sales/orders/credits/apply-credit.server.ts';
import { refundsOf } from '#lib/sales/orders/credits/refunds.server.ts';
import type { RefundMethod } from '#lib/sales/orders/credits/settle-refunds.server.ts';
import { addressedMailNote } from '#lib/sales/orders/mail/mail-note.ts';
import { cancelOrder } from '#lib/sales/orders/move-order.server.ts';
import type { OrderRow } from '#lib/sales/orders/record/change-order.server.ts';
import { findOrder } from '#lib/sales/orders/record/find-order.server.ts';
import type { LineQuantity } from '#lib/sales/orders/record/order-amounts.ts';
import { isOnTheWay, STATUS_NAMES } from '#lib/sales/orders/record/orders.ts';
import { amountsOf, readOrderLines } from '#lib/sales/orders/record/read-credits.server.ts';
import { priceText } from '#lib/shop/money/price-text.ts';

type ConfirmOptions = Parameters<typeof confirm>[1];

/** Settles due refunds and returns them. Passed in as a function because `orders` must not import `payments`. */
export type SendRefunds = (shop: CommandShop, order: OrderRow, method: RefundMethod) => Promise<RefundTable[]>;

const LINE_OPTION = ['--line <n>', 'only this line, by its number in `orders show`', parseLineNumber] as const;
const QUANTITY_OPTION = [
  '--quantity <amount>',
  'the number of pieces or metres; by default, the remaining quantity',
  parseQuantity,
] as const;
const REASON_OPTION = ['--reason <words>', 'the reason; the customer sees it, and it is stored'] as const;

interface LineOptions {
  line?: number | undefined;
  quantity?: number | undefined;
  reason?: string | undefined;
}

export function addMoneyCommands(parent: Command, send: SendRefunds): void {
  parent
    .command('cancel')
    .description('cancel an unshipped order, or one line of it, and restock the items')
    .argument('<number>')
    .option(...LINE_OPTION)
    .option(...QUANTITY_OPTION)
    .option(...REASON_OPTION)
    .option(...YES_OPTION)
    .usage('NUMBER [--line N [--quantity N]] [--reason WORDS]')
    .action((number, options) => withShop((shop) => cancel(shop, number, options)));
  parent
    .command('return')
    .description('record returned items, from the carrier (RTO) or the customer; restocks them unless --spoilt')
    .argument('<number>')
    .option(...LINE_OPTION)
    .option(...QUANTITY_OPTION)
    .option('--spoilt [lines]', 'do not restock damaged items: all, or only those of lines such as 1,3', parseLines)
    .option('--with-delivery', 'also refund the delivery charge, if the fault was yours')
    .option(...REASON_OPTION)
    .option(...YES_OPTION)
    .usage('NUMBER [--line N [--quantity N]] [--spoilt [N,N]] [--with-delivery] [--reason WORDS]')
    .action((number, options) => withShop((shop) => acceptReturn(shop, number, options)));
  parent
    .command('lost')
    .description('record a parcel as lost in transit: its full amount is deducted, and nothing is restocked')
    .argument('<number>')
    .option(...REASON_OPTION)
    .option(...YES_OPTION)
    .usage('NUMBER [--reason WORDS]')
    .action((number, { reason, yes }) =>
      withShop(async (shop) => {
        const before = await findOrder(shop.db, number);
        await confirm(`Record the parcel of ${describeOrder(before)} as lost?`, { yes });
        printCredit(await recordLostParcel(shop, before.id, { reason }));
      }),
    );
  parent
    .command('refund')
    .description(
      'pay the refunds due through the payment gateway; --amount or --line adds a refund first; --by-hand records a refund that you paid yourself',
    )
    .argument('<number>')
    .option('--amount <rupees>', 'refund this amount, for the order or one line', parseRupees)
    .option(...LINE_OPTION)
    .option(...QUANTITY_OPTION)
    .option(...REASON_OPTION)
    .option('--by-hand', 'record the refund as paid, without sending money')
    .option(...YES_OPTION)
    .usage('NUMBER [--amount RUPEES] [--line N [--quantity N]] [--reason WORDS] [--by-hand]')
    .action((number, options) => withShop((shop) => refund(shop, number, send, options)));
}

export async function cancel(
  shop: CommandShop,
  number: string,
  { yes, ...options }: ConfirmOptions & LineOptions,
): Promise<void> {
  const before = await findOrder(shop.db, number);
  const part = await requestedPart(shop, before, options);
  if (part) {
    await confirm(`Cancel ${part.text} of ${describeOrder(before)}?`, { yes });
    return printCredit(
      await addMoveHints(before, 'cancelled', () => cancelPart(shop, before.id, [part], options.reason)),
    );
  }
  await confirm(`Cancel all of ${describeOrder(before)}?`, { yes });
  const after = await cancelOrder(shop, before.id, 'shop', { reason: options.reason });
  const goods = before.stock_held === 1 ? 'its goods are back in stock' : 'no goods were reserved';
  console.log(`${after.number} is now cancelled (${goods}).${addressedMailNote(after.email)}`);
  if (after.payment_status === 'refund_due') {
    const dueRefunds = await refundsOf(shop.db.write, after.id, 'due');
    const duePaise = dueRefunds.reduce((sum, { amount_paise }) => sum + amount_paise, 0);
    console.log(`${priceText(duePaise)} has to be refunded: npm run shop -- orders refund ${after.number}`);
  }
}

type ReturnOptions = LineOptions & { spoilt?: true | number[] | undefined; withDelivery?: true | undefined };

export async function acceptReturn(
  shop: CommandShop,
  number: string,
  { yes, ...options }: ConfirmOptions & ReturnOptions,
): Promise<void> {
  const before = await findOrder(shop.db, number);
  const part = await requestedPart(shop, before, options);
  const { spoilt, withDelivery, reason } = options;
  const spoiltLines = Array.isArray(spoilt) ? ` lines ${spoilt.map((position) => position + 1)}` : '';
  const restocking = spoilt === undefined ? 'with restocking' : `without restocking${spoiltLines}`;
  const partText = part ? `${part.text} of` : isOnTheWay(before.order_status) ? 'the parcel of' : 'all of';
  await confirm(`Record the return of ${partText} ${describeOrder(before)}, ${restocking}?`, { yes });
  const returnOptions = { lines: part && [part], spoilt, withDelivery, reason };
  printCredit(await addMoveHints(before, 'returned', () => recordReturn(shop, before.id, returnOptions)));
}

type RefundOptions = LineOptions & { amount?: number | undefined; byHand?: true | undefined };

async function refund(
  shop: CommandShop,
  number: string,
  send: SendRefunds,
  { yes, byHand, ...options }: ConfirmOptions & RefundOptions,
): Promise<void> {
  const order = await findOrder(shop.db, number);
  const addsRefund = options.amount !== undefined || options.line !== undefined;
  if (addsRefund && !(await addRefund(shop, order, options, yes))) return;
  const question = byHand ? 'Record all refunds due as sent manually for' : 'Send all refunds due for';
  if (!addsRefund) await confirm(`${question} ${describeOrder(order)}?`, { yes });
  const sentRefunds = await addRefundHint(order, () => send(shop, order, byHand ? 'hand' : 'gateway'));
  for (const { amount_paise, provider, reference } of sentRefunds) {
    const resultText = byHand ? 'recorded as refunded manually' : `sent back by ${provider} (${reference})`;
    console.log(`${order.number}: ${priceText(amount_paise)} ${resultText}.${addressedMailNote(order.email)}`);
  }
  for (const dueRefund of await refundsOf(shop.db.write, order.id, 'due'))
    console.log(dueRefundText(dueRefund, order.number));
}

/** Credits an amount or quantity. Returns whether a refund is due. Throws a `UsageError` if the options are invalid. */
async function addRefund(shop: CommandShop, order: OrderRow, options: RefundOptions, yes?: true): Promise<boolean> {
  const { amount, line, quantity, reason } = options;
  if (!reason) throw new UsageError('Please give a reason for the customer: --reason "…"');
  if (amount !== undefined && quantity !== undefined) throw new UsageError('Use --amount or --quantity, not both.');
  const part = amount === undefined ? await requestedPart(shop, order, options) : undefined;
  const partText = part ? part.text : `${priceText(amount ?? 0)}${line === undefined ? '' : ` for line ${line + 1}`}`;
  await confirm(`Refund ${partText} of ${describeOrder(order)}?`, { yes });
  const refund = part ? { lines: [part] } : { paise: amount ?? 0, position: line };
  const result = await refundPart(shop, order.id, refund, reason);
  printCredit(result);
  return result.credit.owed_paise > 0;
}

function printCredit({ order, credit, amounts }: CreditResult): void {
  const hasSpoiltGoods = credit.lines.some(({ destination }) => destination === 'spoilt');
  const hasRestockedGoods = credit.lines.some(({ destination }) => destination === 'stock');
  const goodsTexts = [
    ...(hasRestockedGoods ? ['goods restocked'] : []),
    ...(hasSpoiltGoods ? ['damaged goods not restocked'] : []),
  ];
  const noteText = credit.note_number ? ` Credit note ${credit.note_number}.` : '';
  console.log(
    `${order.number}: ${priceText(credit.total_paise)} deducted${goodsTexts.length > 0 ? `, ${goodsTexts.join(', ')}` : ''}.${noteText} The order is ${STATUS_NAMES[order.order_status].toLowerCase()}, and its total is now ${priceText(amounts.totalPaise)}.${addressedMailNote(order.email)}`,
  );
  if (amounts.toPayPaise > 0) console.log(`To pay at the door: ${priceText(amounts.toPayPaise)}`);
  if (order.payment_status === 'failed') console.log('No cash was collected.');
  if (credit.owed_paise > 0) {
    console.log(`${priceText(credit.owed_paise)} has to be refunded: npm run shop -- orders refund ${order.number}`);
  }
}

/**
 * Returns the part of the order that the options select; undefined if there is neither a line nor a quantity. Throws a
 * `UsageError` if the line is missing, does not exist or has nothing left, or if the quantity is invalid.
 */
async function requestedPart(
  { db }: CommandShop,
  order: OrderRow,
  { line: position, quantity }: LineOptions,
): Promise<(LineQuantity & { text: string }) | undefined> {
  if (position === undefined) {
    if (quantity !== undefined) throw new UsageError('Add the line: --line N, as in orders show.');
    return undefined;
  }
  const lines = await readOrderLines(db.write, order.id);
  const line = lines.find((orderLine) => orderLine.position === position);
  if (!line) throw new UsageError(`${order.number} has no line ${position + 1}.`);
  const isMetre = line.sell_unit === 'metre';
  const amounts = await amountsOf(db.write, order, lines);
  const remainingQuantity = amounts.lines.find((current) => current.position === position)?.quantity ?? 0;
  if (remainingQuantity === 0) throw new UsageError(`Nothing is left of line ${position + 1}.`);
  const countOrCm = quantity === undefined ? remainingQuantity : isMetre ? toCm(quantity) : quantity;
  if (!Number.isInteger(countOrCm) || countOrCm <= 0) throw new UsageError('Enter whole pieces, or metres.');
  return { position, quantity: countOrCm, text: `${amountText(line.sell_unit, countOrCm)} ${line.name}` };
}
