/** Names of people. Rules: product.md, "Names". */

/** Line breaks would spoil a parcel's label, so they become spaces. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\s]+/gu, ' ').trim();
}

/** The value of a name field of the contact form after each key, paste or autofill: letters and spaces. */
export function typedName(text: string): string {
  return text.replace(/[^\p{L}\p{M}\p{Join_Control}\s]/gu, '').replace(/\s/g, ' ');
}

/** Whether two texts are one name: phones replace `'` by `’`, and keyboards compose accents differently. */
export function isSameName(one: string, other: string): boolean {
  return spelling(one) === spelling(other);
}

function spelling(name: string): string {
  return oneLine(name).normalize('NFC').replace(/[’‘ʼ]/g, "'");
}
