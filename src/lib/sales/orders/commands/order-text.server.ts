import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import type { OrderEventTable, RefundTable, TaxScheme } from '#lib/platform/db/tables/orders.ts';
import { indianDateTime } from '#lib/primitives/indian-time.ts';
import { amountText, boltName } from '#lib/primitives/metres.ts';
import type { OrderAddress } from '#lib/sales/address/address.ts';
import { giftText } from '#lib/sales/cart/offers/gift-wrap.ts';
import { refundsOf } from '#lib/sales/orders/credits/refunds.server.ts';
import { linesOf } from '#lib/sales/orders/read-orders.server.ts';
import { orderDiscounts } from '#lib/sales/orders/record/amount-parts.ts';
import type { OrderRow } from '#lib/sales/orders/record/change-order.server.ts';
import { CREDIT_NAMES, type ReturnDestination } from '#lib/sales/orders/record/credit.ts';
import { describeEvent } from '#lib/sales/orders/record/event-texts.ts';
import { eventsOf } from '#lib/sales/orders/record/find-order.server.ts';
import { type OrderCredit, orderAmounts } from '#lib/sales/orders/record/order-amounts.ts';
import type { LineWithPicture } from '#lib/sales/orders/record/order-json.ts';
import {
  PAYMENT_NAMES,
  paymentMethodName,
  RECORD_MANUAL_REFUND,
  SOURCE_NAMES,
  STATUS_NAMES,
} from '#lib/sales/orders/record/orders.ts';
import { creditsOf } from '#lib/sales/orders/record/read-credits.server.ts';
import { priceText } from '#lib/shop/money/price-text.ts';
import { collectsTax } from '#lib/shop/money/tax-scheme.ts';

interface OrderParts {
  lines: readonly LineWithPicture[];
  credits: readonly OrderCredit[];
  refunds: readonly RefundTable[];
  events: readonly Pick<OrderEventTable, 'at' | 'kind' | 'detail'>[];
}

/** Returns an order as one line of text for the CLI. */
export function orderSummary({
  number,
  created_at,
  order_status,
  payment_status,
  awaits_confirmation,
  total_paise,
  email,
}: OrderRow): string {
  const confirmationText = awaits_confirmation === 1 ? ', not confirmed' : '';
  const statusText = `${STATUS_NAMES[order_status]}, ${PAYMENT_NAMES[payment_status].toLowerCase()}${confirmationText}`;
  return `${number}  ${indianDateTime(created_at)}  ${statusText.padEnd(34)} ${priceText(total_paise).padStart(13)}  ${email}`;
}

/** Returns the text for an order in the questions of the CLI: its number, with the email address, total and status. */
export function describeOrder({ number, email, total_paise, order_status }: OrderRow): string {
  const details = [email, priceText(total_paise), STATUS_NAMES[order_status].toLowerCase()];
  return `${number} (${details.filter(Boolean).join(', ')})`;
}

/** Returns the details of an order for the CLI, one per line. */
export function orderText(order: OrderRow, { lines, credits, refunds, events }: OrderParts): string[] {
  const gift = giftText(order);
  return [
    orderSummary(order),
    `  ${order.source === 'shop' ? '' : `${SOURCE_NAMES[order.source]} order; `}${paymentMethodName(order)}; mobile ${order.mobile}${order.note ? `; note: ${order.note}` : ''}`,
    `  To: ${addressText(JSON.parse(order.address_json))}`,
    ...(gift ? [`  ${gift}`] : []),
    ...lines.map((line) => `  ${line.position + 1}. ${lineText(line)}`),
    totalsText(order),
    ...creditTexts(order, lines, credits),
    ...(order.carrier
      ? [`  Sent by ${order.carrier}${order.tracking_number ? `, ${order.tracking_number}` : ''}`]
      : []),
    ...refunds.map((refund) => `  ${refundText(refund, order.number)}`),
    ...events.map(({ at, kind, detail }) => `  ${indianDateTime(at)}  ${eventText(kind, detail)}`),
  ];
}

function addressText({ name, house, street, landmark, city, state, pincode, mobile }: OrderAddress): string {
  return [name, house, street, landmark, city, state, pincode, mobile].filter(Boolean).join(', ');
}

function lineText({
  sell_unit,
  quantity,
  name,
  variant,
  sku,
  bolt_position,
  taken,
  total_paise,
}: LineWithPicture): string {
  const quantityText = amountText(sell_unit, quantity);
  const goods = [name, variant, sku && `(${sku})`].filter(Boolean).join(' ');
  const bolt = bolt_position === null ? '' : `, from ${boltName(bolt_position)}`;
  return `${quantityText} ${goods}${bolt}${taken === 1 ? '' : ', pre-ordered'}: ${priceText(total_paise)}`;
}

function totalsText(order: OrderRow): string {
  const { delivery_paise, total_paise, tax_paise, tax_scheme, payment_method, advance_paise, advance_paid } = order;
  const tax = collectsTax(tax_scheme) ? ` with ${priceText(tax_paise)} GST` : `, ${TAX_SCHEME_TEXTS[tax_scheme]}`;
  const discounts = orderDiscounts(order).map(({ label, paise }) => `${label} −${priceText(paise)}, `);
  const advanceState = advance_paid === 1 ? 'paid online' : 'to be paid online';
  const advance =
    payment_method === 'cod' && advance_paise > 0 ? `, advance ${priceText(advance_paise)} ${advanceState}` : '';
  return `  ${discounts.join('')}delivery ${priceText(delivery_paise)}, total ${priceText(total_paise)}${tax}${advance}`;
}

function creditTexts(order: OrderRow, lines: readonly LineWithPicture[], credits: readonly OrderCredit[]): string[] {
  if (credits.length === 0) return [];
  const currentAmounts = orderAmounts(order, lines, credits);
  const remainingTexts = currentAmounts.lines.flatMap(({ position, quantity }) => {
    const line = lines.find((orderLine) => orderLine.position === position);
    return line && quantity < line.quantity ? [`${amountText(line.sell_unit, quantity)} of line ${position + 1}`] : [];
  });
  const toPayText = currentAmounts.toPayPaise > 0 ? `, ${priceText(currentAmounts.toPayPaise)} still to pay` : '';
  return [
    ...credits.map((credit) => `  ${creditText(credit)}`),
    `  NOW ${priceText(currentAmounts.totalPaise)}${toPayText}${remainingTexts.length > 0 ? `; left: ${remainingTexts.join(', ')}` : ''}`,
  ];
}

function creditText({ kind, total_paise, lines, note_number, reason }: OrderCredit): string {
  const lineTexts = lines
    .filter(({ quantity }) => quantity > 0)
    .map(({ position, destination }) => `line ${position + 1}${RETURN_TEXTS[destination]}`);
  const details = [lineTexts.join(', '), note_number ?? '', reason ?? ''].filter(Boolean);
  return `${CREDIT_NAMES[kind]}: −${priceText(total_paise)}${details.length > 0 ? ` (${details.join('; ')})` : ''}`;
}

const TAX_SCHEME_TEXTS: Record<Exclude<TaxScheme, 'regular'>, string> = {
  composition: 'without tax: composition scheme',
  unregistered: 'without tax: not registered',
};

const RETURN_TEXTS: Record<ReturnDestination, string> = { stock: ' restocked', spoilt: ' not restocked', none: '' };

const REFUND_REASON_TEXTS: Record<RefundTable['reason'], string> = {
  cancelled: 'the order is cancelled',
  refused: 'the parcel came back to us',
  returned: 'the goods came back',
  refund: 'the shop refunded an amount',
  too_late: 'it arrived after the order was cancelled',
  paid_twice: 'the order had already been paid',
  paid_at_door: 'the order is paid in cash',
  wrong_amount: 'it is not the amount of the order',
};

/**
 * Returns the text for a refund that is still due after `orders refund`. For a cash payment, the text explains how to
 * record the refund.
 */
export function dueRefundText(refund: RefundTable, number: string): string {
  if (refund.provider !== 'cash') return refundText(refund, number);
  return `${priceText(refund.amount_paise)} was paid in cash. Send it back yourself, then ${RECORD_MANUAL_REFUND}: npm run shop -- orders refund ${number} --by-hand`;
}

function refundText({ state, amount_paise, provider, reference, reason, gateway_refund }: RefundTable, number: string) {
  const payment = provider === 'cash' ? 'cash' : `${provider} payment ${reference}`;
  if (state === 'sent') return `REFUNDED ${priceText(amount_paise)} of ${payment} (${gateway_refund ?? 'by hand'})`;
  return `REFUND DUE ${priceText(amount_paise)} of ${payment}, because ${REFUND_REASON_TEXTS[reason]}: orders refund ${number}`;
}

function eventText(kind: string, detail: string | null): string {
  const event = describeEvent(kind, detail);
  return event.detail ? `${event.title}: ${event.detail}` : event.title;
}

export async function formatOrder(db: ShopDatabase, order: OrderRow): Promise<string[]> {
  return orderText(order, {
    lines: await linesOf(db, order.id),
    credits: await creditsOf(db.write, order.id),
    refunds: await refundsOf(db.write, order.id),
    events: await eventsOf(db, order.id),
  });
}
