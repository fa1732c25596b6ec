import { NEWSLETTER_MESSAGES } from '#lib/customers/newsletter/newsletter.ts';
import { DAY_MS } from '#lib/primitives/durations.ts';

/** Words and limits: product.md, "Back in stock". */
export const RESTOCK_LINK = 'Mail me when it is back';
export const RESTOCK_MESSAGES = {
  emailRequired: NEWSLETTER_MESSAGES.emailRequired,
  emailBad: NEWSLETTER_MESSAGES.emailBad,
  sent: NEWSLETTER_MESSAGES.sent,
  saved: 'We will mail you once, when it is back.',
  inStock: 'It is in stock: you can buy it now.',
  stopped: 'We will not mail you about it.',
  full: 'You have asked about 20 items already. Please ask again when one of them is back.',
  tooMany: 'There were too many requests from your network. Please try again in an hour.',
  left: 'You will not get these mails any more.',
} as const;

export const MAX_REQUESTS = 20;
/** Counted from the request or the mail. The unsubscribe link works for the same time. */
export const REQUEST_STORED_MS = 180 * DAY_MS;
/** Not every recipient buys. With two mails per piece, most customers still find it in stock. */
export const MAILS_A_PIECE = 2;

export function restockPath(variantId: number | string): string {
  return `/back-in-stock/${variantId}`;
}

export interface Shelf {
  sellUnit: 'piece' | 'metre';
  smallest: number;
  quantity: number;
  boltsCm: readonly number[];
}

/** How many times the smallest amount can be bought; cloth is cut from one bolt. */
export function buyableAmounts({ sellUnit, smallest, quantity, boltsCm }: Shelf): number {
  const least = Math.max(1, smallest);
  if (sellUnit === 'piece') return Math.floor(Math.max(0, quantity) / least);
  return boltsCm.reduce((sum, cm) => sum + Math.floor(Math.max(0, cm) / least), 0);
}

/** Mails to send after a stock change: at most two per returned amount, and two per amount in stock. */
export function mailsAllowed(left: number, returned: number, shelf: Shelf): number {
  const came = Math.ceil(Math.max(0, returned) / Math.max(1, shelf.smallest));
  return Math.min(left + came * MAILS_A_PIECE, buyableAmounts(shelf) * MAILS_A_PIECE);
}
