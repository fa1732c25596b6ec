/** Fits on a packing slip; the owner may allow less. */
export const GIFT_NOTE_MAX_CHARACTERS = 300;
