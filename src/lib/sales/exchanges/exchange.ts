import type { ExchangeState } from '#lib/platform/db/tables/exchange.ts';
import type { UploadRules } from '#lib/platform/files/storage/upload.ts';
import { DAY_MS, IST_OFFSET_MS } from '#lib/primitives/durations.ts';
import type { OrderRow } from '#lib/sales/orders/record/change-order.server.ts';

/** Texts, limits and rules of exchanges, and the data of their form (product.md, "Exchanges"). */

export const EXCHANGE_REASONS = [
  'Size too small',
  'Size too large',
  'Color different from expected',
  'Product defective',
  'Wrong item received',
  'Quality issues',
  'Changed my mind',
] as const;

export const EXCHANGE_MESSAGES = {
  reason: 'Please select at least one reason or provide a custom reason',
  reasonLong: 'Please give the reason in at most 1000 characters',
  packaging: 'Please specify if you have the original packaging',
  otherOrder: 'The order in the request differs from the order in its URL.',
  lines: 'Please choose what you want to exchange',
  replacement: 'Please choose what you want instead',
  notInOrder: 'These goods are not in this order, or can no longer be exchanged',
  metres: 'Fabric can be exchanged as a whole piece only',
} as const;

export const EXCHANGE_DONE = 'Exchange request submitted successfully';
export const EXCHANGE_FAILED = 'Failed to submit exchange request';
export const NOT_DELIVERED = 'An order can be exchanged after it has been delivered.';
export const WINDOW_OVER = 'The 7 days for an exchange are over.';
export const NOTHING_LEFT = 'Nothing in this order is left to exchange.';
export const ALREADY_REQUESTED = 'An exchange of this order has already been requested.';

export const EXCHANGE_POLICY = [
  'Request within 7 days of delivery.',
  'The goods are in their original condition.',
  'The original packaging is preferred, but not mandatory.',
  'We process a request in 3-5 business days.',
] as const;

export const CUSTOM_REASON_MAX_CHARACTERS = 1_000;
const MAX_IMAGES = 5;
/** Two fields for each line of the longest order: the quantity and the replacement. */
const MAX_LINE_FIELDS = 2 * 100;

export const EXCHANGE_IMAGE_RULES: UploadRules = {
  fileFields: ['images'],
  maxFiles: MAX_IMAGES,
  maxFileBytes: 5_242_880,
  maxFields: 20 + MAX_LINE_FIELDS,
  maxFieldBytes: 4 * CUSTOM_REASON_MAX_CHARACTERS + 1_000,
  kinds: ['png', 'jpeg', 'webp', 'gif'],
  messages: {
    tooManyFiles: `Maximum ${MAX_IMAGES} images allowed`,
    fileTooLarge: (name) => `${name} is too large. Maximum size is 5MB`,
    typeNotAllowed: (name) => `${name} is not a valid image file`,
  },
};

export type ExchangeStep = ExchangeState | 'shipped' | 'delivered';

/** The sentences about each step that customers see. */
export const EXCHANGE_STEPS: Record<ExchangeStep, string> = {
  requested: 'We are looking at your exchange request.',
  approved: 'Your exchange is approved. Please send the goods back. We are keeping the new ones for you.',
  received: 'We have received the goods and are packing the new ones.',
  shipped: 'The new goods are on their way to you.',
  delivered: 'The new goods have been delivered.',
  declined: 'Your exchange request was declined.',
  expired: 'The goods did not reach us in time, so the exchange has ended.',
};

/** The names of the steps that staff see. */
export const EXCHANGE_STEP_NAMES: Record<ExchangeStep, string> = {
  requested: 'Requested',
  approved: 'Approved, not back yet',
  received: 'To send',
  shipped: 'On its way',
  delivered: 'Delivered',
  declined: 'Rejected',
  expired: 'Ended, not sent back',
};

/** The subjects of the emails, with the placeholders of `orderSubject`. */
export const EXCHANGE_SUBJECTS: Record<ExchangeStep, string> = {
  requested: 'Exchange request received: {goods}',
  approved: 'Exchange approved: {goods}',
  received: 'Returned goods received, exchange: {goods}',
  shipped: 'Your new {goods} {has} been shipped',
  delivered: 'Your new {goods} {has} been delivered',
  declined: 'Exchange request declined: {goods}',
  expired: 'Exchange closed: {goods}',
};

interface ExchangeProgress {
  state: ExchangeState;
  shipped_at: number | null;
  delivered_at: number | null;
}

export function exchangeStep({ state, shipped_at, delivered_at }: ExchangeProgress): ExchangeStep {
  if (state !== 'received') return state;
  return delivered_at !== null ? 'delivered' : shipped_at !== null ? 'shipped' : 'received';
}

/** Returns whether there is nothing left for the shop to decide, receive or send. */
export function isEnded(exchange: ExchangeProgress): boolean {
  return !['requested', 'approved', 'received'].includes(exchangeStep(exchange));
}

export const EXCHANGE_WINDOW_DAYS = 7;

/** Returns the exclusive end of the exchange window: the end of day 7 after delivery, in IST. */
export function exchangeWindowEnd(deliveredAt: number): number {
  const deliveryDay = Math.floor((deliveredAt + IST_OFFSET_MS) / DAY_MS);
  return (deliveryDay + EXCHANGE_WINDOW_DAYS + 1) * DAY_MS - IST_OFFSET_MS;
}

/** Returns why the order can't be exchanged now, or undefined if the order's state and the time allow an exchange. */
export function exchangeRefusal(
  { order_status, delivered_at }: Pick<OrderRow, 'order_status' | 'delivered_at'>,
  now: number,
): string | undefined {
  if (order_status !== 'delivered' || delivered_at === null) return NOT_DELIVERED;
  return now >= exchangeWindowEnd(delivered_at) ? WINDOW_OVER : undefined;
}

export const RETURN_WITHIN_DAYS = 14;

/** Returns the time by which the goods must arrive: the end of a day in India, so that an email can state the day. */
export function returnDeadline(now: number): number {
  const today = Math.floor((now + IST_OFFSET_MS) / DAY_MS);
  return (today + RETURN_WITHIN_DAYS + 1) * DAY_MS - IST_OFFSET_MS;
}

interface ReplacementOption {
  /** The id of the variant. */
  id: string;
  label: string;
  isOrderedVariant: boolean;
}

export interface ExchangeableLine {
  /** The position of the order line. */
  line: number;
  name: string;
  variant: string;
  sellUnit: 'piece' | 'metre';
  /** The quantity that can be exchanged, in pieces or centimetres. */
  remainingQuantity: number;
  options: ReplacementOption[];
  /** Whether some variants can't be chosen because they have another price. */
  hasOtherPrices: boolean;
}

/** The value that a form sends instead of a variant's id if the customer leaves the choice to the shop. */
export const LET_SHOP_CHOOSE = 'advise';
