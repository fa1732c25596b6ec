import type { Services } from '#lib/shop/settings/services.schema.ts';

/** The owner's terms for gift wrap (product.md, "Gift wrap"). */
export type GiftWrapOffer = Omit<Services['giftWrap'], 'offered'>;

export const GIFT_WRAP = 'Gift wrap';

/** Returns why the note can't be used, or undefined if it can. */
export function giftNoteRefusal({ noteCharacters }: GiftWrapOffer, note: string): string | undefined {
  return note.length > noteCharacters ? `The note can have at most ${noteCharacters} characters.` : undefined;
}

/** Returns a string such as "Gift wrap, with the note: Happy birthday", or undefined if the order has no gift wrap. */
export function giftText(order: { gift_wrap: number; gift_note: string | null }): string | undefined {
  if (order.gift_wrap !== 1) return undefined;
  return order.gift_note ? `${GIFT_WRAP}, with the note: ${order.gift_note}` : `${GIFT_WRAP}, without a note`;
}
