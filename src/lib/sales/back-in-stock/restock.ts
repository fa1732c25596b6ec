import { NEWSLETTER_MESSAGES } from '#lib/customers/newsletter/newsletter.ts';
import { DAY_MS } from '#lib/primitives/durations.ts';

// Texts and limits: product.md, "Back in stock".

export const RESTOCK_LINK_TEXT = 'Email me when it is back';
export const RESTOCK_MESSAGES = {
  emailRequired: NEWSLETTER_MESSAGES.emailRequired,
  emailInvalid: NEWSLETTER_MESSAGES.emailInvalid,
  sent: NEWSLETTER_MESSAGES.sent,
  saved: 'We will email you once, when the item is back.',
  inStock: 'This item is in stock: you can buy it now.',
  stopped: 'We will not email you about this item.',
  tooManyItems: 'You are waiting for 20 items already. Please try again when one of them is back.',
  tooMany: 'There were too many requests from your network. Please try again in an hour.',
  unsubscribed: 'You will no longer get these emails.',
} as const;

/** The maximum number of items that one mailbox can wait for. */
export const MAX_REQUESTS = 20;
/** The retention period of a request, from the email about the item or, if no email was sent, from the request. */
export const REQUEST_RETENTION_MS = 180 * DAY_MS;
/** Not every recipient buys. With two emails for each piece, most recipients who want to buy still find a piece. */
const MAILS_PER_PIECE = 2;

export function restockPath(variantId: number | string): string {
  return `/back-in-stock/${variantId}`;
}

export interface AvailableStock {
  sellUnit: 'piece' | 'metre';
  /** The minimum quantity of an order, in pieces or centimetres. */
  minQuantity: number;
  /** The quantity in stock, in pieces or centimetres. */
  quantity: number;
  /** The lengths of the bolts, in centimetres. Empty for goods sold by the piece. */
  boltsCm: readonly number[];
}

/** Returns how many times the minimum quantity can be bought. Each length of cloth is cut from one bolt. */
export function countBuyable({ sellUnit, minQuantity, quantity, boltsCm }: AvailableStock): number {
  const minimum = Math.max(1, minQuantity);
  if (sellUnit === 'piece') return Math.floor(Math.max(0, quantity) / minimum);
  return boltsCm.reduce((sum, cm) => sum + Math.floor(Math.max(0, cm) / minimum), 0);
}

/**
 * Returns how many emails may be sent after a stock change: those left before the change, plus two per restocked
 * minimum quantity, but at most two per minimum quantity in stock.
 */
export function mailsAllowed(mailsLeft: number, addedQuantity: number, stock: AvailableStock): number {
  const restockedCount = Math.ceil(Math.max(0, addedQuantity) / Math.max(1, stock.minQuantity));
  return Math.min(mailsLeft + restockedCount * MAILS_PER_PIECE, countBuyable(stock) * MAILS_PER_PIECE);
}
