/** The owner's terms for gift wrap (product.md, "Gift wrap"). */
export interface GiftWrapOffer {
  pricePaise: number;
  /** The maximum length of the note in characters, or 0 if no note is offered. */
  noteCharacters: number;
}

export const GIFT_WRAP = 'Gift wrap';

/** Returns why the note can't be used, or undefined if it can. */
export function giftNoteRefusal({ noteCharacters }: GiftWrapOffer, note: string): string | undefined {
  return note.length > noteCharacters ? `The note can have at most ${noteCharacters} characters.` : undefined;
}

/** Returns a string such as "Gift wrap, with the note: Happy birthday", or undefined if the order has no gift wrap. */
export function giftText({
  gift_wrap,
  gift_note,
}: {
  gift_wrap: number;
  gift_note: string | null;
}): string | undefined {
  if (gift_wrap !== 1) return undefined;
  return gift_note ? `${GIFT_WRAP}, with the note: ${gift_note}` : `${GIFT_WRAP}, without a note`;
}
