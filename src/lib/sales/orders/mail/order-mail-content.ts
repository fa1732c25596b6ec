import type { OrderLineTable } from '#lib/platform/db/tables/orders.ts';
import type { MailSheet, SheetFact, SheetLine, SheetSum } from '#lib/platform/mail/mail-sheet.ts';
import type { MailContent } from '#lib/platform/mail/mail-text.server.ts';
import { indianDateTime } from '#lib/primitives/indian-time.ts';
import { amountText } from '#lib/primitives/metres.ts';
import type { OrderAddress } from '#lib/sales/address/address.ts';
import { type DeliveryTerms, deliveryZone } from '#lib/sales/cart/delivery/delivery.ts';
import { arrivalSentence, ONE_PARCEL, preOrderText } from '#lib/sales/cart/delivery/delivery-time.ts';
import { GIFT_WRAP } from '#lib/sales/cart/offers/gift-wrap.ts';
import { ORDER_MAIL_WORDS, type OrderMail } from '#lib/sales/orders/mail/order-mail-words.ts';
import { deliveryExtras, orderDiscounts, plainDeliveryPaise } from '#lib/sales/orders/record/amount-parts.ts';
import type { OrderRow } from '#lib/sales/orders/record/change-order.server.ts';
import { goodsText, orderSubject } from '#lib/sales/orders/record/goods-name.ts';
import {
  type CurrentLine,
  type OrderAmounts,
  type OrderCredit,
  orderAmounts,
} from '#lib/sales/orders/record/order-amounts.ts';
import { preOrderWaitOfLines } from '#lib/sales/orders/record/order-json.ts';
import {
  dueAtDoorPaise,
  mayCancel,
  parcelText,
  paymentMethodName,
  paymentName,
} from '#lib/sales/orders/record/orders.ts';
import { type OnlineQuote, payOnlineText } from '#lib/sales/orders/record/reprice-order.ts';
import { priceText } from '#lib/shop/money/price-text.ts';
import { closingNotice } from '#lib/shop/settings/closings.ts';

export interface OrderForMail {
  order: OrderRow;
  lines: readonly OrderLineTable[];
  credits: readonly OrderCredit[];
  /** The amount of the payment or refund that the email is about, in paise; undefined for other emails. */
  amountPaise?: number | undefined;
  /** The price for paying online; undefined if the email does not offer online payment. */
  onlineQuote?: Pick<OnlineQuote, 'payPaise' | 'discountPaise' | 'feePaise'> | undefined;
  /**
   * The time at which the order is cancelled if it is not confirmed, in epoch ms; undefined if it needs no
   * confirmation.
   */
  until?: number | undefined;
  terms: DeliveryTerms;
  /** The time at which the email is queued, in epoch ms. */
  at: number;
}

/** The URLs of the order. `payOnline` is the page on which a placed cash order can be paid online. */
type Links = Record<'order' | 'confirm' | 'payment' | 'payOnline', string>;

const CONFIRMATION_MAILS: ReadonlySet<OrderMail> = new Set(['confirm', 'confirm_reminder']);
const PAYMENT_MAILS: ReadonlySet<OrderMail> = new Set([
  'payment_pending',
  'payment_link',
  'payment_failed',
  'pay_online',
]);

export function orderMailContent(mail: OrderMail, orderForMail: OrderForMail, links: Links): MailContent {
  const { order, amountPaise } = orderForMail;
  const { subject, text } = ORDER_MAIL_WORDS[mail];
  const mayPay = PAYMENT_MAILS.has(mail) && (order.payment_status === 'unpaid' || mail === 'pay_online');
  const asksForConfirmation = CONFIRMATION_MAILS.has(mail);
  const isPassing = asksForConfirmation || mail === 'payment_pending' || mail === 'payment_link';
  return {
    heading: orderSubject(subject, { number: order.number, lines: remainingLines(orderForMail) }),
    lines: [
      text,
      ...(amountPaise === undefined ? [] : [`Amount: ${priceText(amountPaise)}`]),
      ...nextStepLines(orderForMail),
    ],
    action: asksForConfirmation
      ? { label: 'Confirm or change your order', url: links.confirm }
      : mayPay
        ? { label: 'Pay now', url: links.payment }
        : { label: 'See your order', url: links.order },
    sheet: sheetOf(
      { ...orderForMail, closings: orderForMail.terms.closings },
      factLink(orderForMail, mayPay || asksForConfirmation, links),
    ),
    ...(isPassing ? { isPassing } : {}),
  };
}

/**
 * Returns the link beside the payment method: the page for paying a cash order online if the email offers this, or the
 * page of the order if the button leads to another page.
 */
function factLink({ onlineQuote }: OrderForMail, buttonLeadsElsewhere: boolean, links: Links): SheetFact['link'] {
  if (onlineQuote) return { label: payOnlineText(onlineQuote), url: links.payOnline };
  return buttonLeadsElsewhere ? { label: 'See your order', url: links.order } : undefined;
}

/** Returns the lines that are still part of the order, or all lines if none are left. */
function remainingLines({ order, lines, credits }: OrderForMail): readonly OrderLineTable[] {
  const currentLines = orderAmounts(order, lines, credits).lines;
  const remaining = lines.filter(({ position }) =>
    currentLines.some((line) => line.position === position && line.quantity > 0),
  );
  return remaining.length > 0 ? remaining : lines;
}

function nextStepLines({ order, lines, credits, terms, at, until }: OrderForMail): string[] {
  if (order.collected === 1) return holdLines(order);
  const dueAtDoor = dueAtDoorPaise(order, orderAmounts(order, lines, credits).toPayPaise);
  const showsArrival = mayCancel(order.order_status) && order.payment_status !== 'unpaid';
  const wait = preOrderWaitOfLines(lines);
  const { pincode }: OrderAddress = JSON.parse(order.address_json);
  const arrival = `${arrivalSentence(deliveryZone(pincode, terms), wait, at)}${wait?.isMixed ? ` ${ONE_PARCEL}` : ''}`;
  const notice = closingNotice(terms.closings, at);
  return [
    ...holdLines(order),
    ...(until === undefined ? [] : [`If you don’t confirm it, we will cancel it on ${indianDateTime(until)}.`]),
    ...(showsArrival ? [...(notice ? [notice] : []), arrival] : []),
    ...(dueAtDoor > 0 ? [`Please pay the courier ${priceText(dueAtDoor)} in cash.`] : []),
  ];
}

/**
 * Returns a sentence that says how long the goods are reserved, but only for an unpaid order that staff have created.
 * Its buyer may pay days later.
 */
function holdLines({ source, payment_status, hold_until }: OrderRow): string[] {
  if (source === 'shop' || payment_status !== 'unpaid' || hold_until === null) return [];
  return [`We keep the goods for you until ${indianDateTime(hold_until)}.`];
}

export type SheetInput = Pick<OrderForMail, 'order' | 'lines' | 'credits'> & Pick<DeliveryTerms, 'closings'>;

export function sheetOf({ order, lines, credits, closings }: SheetInput, link?: SheetFact['link']): MailSheet {
  const currentAmounts = orderAmounts(order, lines, credits);
  const isToBeShipped = mayCancel(order.order_status);
  return {
    goods: lines.map((line) =>
      goodsLine(
        line,
        currentAmounts.lines.find(({ position }) => position === line.position),
        isToBeShipped ? closings : undefined,
      ),
    ),
    sums: [...sumsOf(order), ...(credits.length === 0 ? [] : currentSums(currentAmounts))],
    facts: [...parcelFact(order), ...factsOf(order, link), ...giftFact(order)],
  };
}

/**
 * Returns the line of the email for an item. `closings` is undefined if the order was shipped, cancelled or returned.
 */
function goodsLine(
  line: OrderLineTable,
  currentLine: CurrentLine | undefined,
  closings?: DeliveryTerms['closings'],
): SheetLine {
  const { sell_unit, pre_order_at } = line;
  const remaining = currentLine?.quantity ?? line.quantity;
  return {
    what: goodsText(line),
    notes: [
      ...(closings && pre_order_at !== null ? [preOrderText(pre_order_at, closings)] : []),
      ...(remaining === line.quantity ? [] : [remaining === 0 ? 'Removed' : `Now ${amountText(sell_unit, remaining)}`]),
      ...(line.discount_paise > 0 ? [`After the discount: ${priceText(line.total_paise)}`] : []),
    ],
    amount: priceText(line.subtotal_paise),
  };
}

function sumsOf(order: OrderRow): SheetSum[] {
  const { subtotal_paise, total_paise } = order;
  const deliveryPaise = plainDeliveryPaise(order);
  return [
    { label: 'Subtotal', amount: priceText(subtotal_paise) },
    ...orderDiscounts(order).map(({ label, paise }) => ({ label, amount: `−${priceText(paise)}` })),
    { label: 'Delivery', amount: deliveryPaise === 0 ? 'Free' : priceText(deliveryPaise) },
    ...deliveryExtras(order).map(({ label, paise }) => ({ label, amount: priceText(paise) })),
    { label: 'Total', amount: priceText(total_paise), isTotal: true },
    ...advanceSums(order),
  ];
}

/** Returns the two payments for a cash order with an advance; an empty array for any other order. */
function advanceSums({ payment_method, advance_paise, advance_paid, total_paise }: OrderRow): SheetSum[] {
  if (payment_method !== 'cod' || advance_paise === 0) return [];
  return [
    { label: advance_paid === 1 ? 'Paid online' : 'To pay online now', amount: priceText(advance_paise) },
    { label: 'In cash on delivery', amount: priceText(total_paise - advance_paise) },
  ];
}

function currentSums({ creditedPaise, totalPaise }: OrderAmounts): SheetSum[] {
  return [
    { label: 'Deductions', amount: `−${priceText(creditedPaise)}` },
    { label: 'Total now', amount: priceText(totalPaise), isTotal: true },
  ];
}

function parcelFact(order: OrderRow): SheetFact[] {
  const parcel = parcelText(order);
  if (parcel === undefined) return [];
  const { tracking_url: url } = order;
  return [{ label: 'Parcel', lines: [parcel], ...(url ? { link: { label: 'Track the parcel', url } } : {}) }];
}

function giftFact({ gift_wrap, gift_note }: OrderRow): SheetFact[] {
  return gift_wrap !== 1 ? [] : [{ label: GIFT_WRAP, lines: [gift_note || 'Without a note'] }];
}

function factsOf(order: OrderRow, link: SheetFact['link']): SheetFact[] {
  const { payment_method, payment_status, advance_paid, collected } = order;
  const address: OrderAddress = JSON.parse(order.address_json);
  const statusTexts = payment_method === payment_status && advance_paid === 0 ? [] : [paymentName(order)];
  return [
    {
      label: collected === 1 ? 'Collected by' : 'Delivery address',
      lines: [
        address.name,
        `${address.house}, ${address.street}`,
        address.landmark,
        `${address.city}, ${address.state} ${address.pincode}`,
        `+91 ${address.mobile}`,
      ].filter(Boolean),
    },
    {
      label: 'Payment',
      lines: [[paymentMethodName(order), ...statusTexts].join(' · ')],
      ...(link ? { link } : {}),
    },
  ];
}
