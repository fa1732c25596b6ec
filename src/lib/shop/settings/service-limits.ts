/** The maximum length of a gift note, which must fit on a packing slip. The owner may set a lower limit. */
export const GIFT_NOTE_MAX_CHARACTERS = 300;
