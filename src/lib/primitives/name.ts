// Names of people. Rules: product.md, "Names".

/**
 * Returns the trimmed text with single spaces instead of line breaks, which would break a parcel's label, and instead
 * of other white space and control characters.
 */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\s]+/gu, ' ').trim();
}

/** Returns the value of the contact form's name field after each keystroke, paste or autofill: letters and spaces. */
export function filterNameInput(text: string): string {
  return text.replace(/[^\p{L}\p{M}\p{Join_Control}\s]/gu, '').replace(/\s/g, ' ');
}

/**
 * Returns whether two texts are the same name: phones replace `'` with `’`, and keyboards compose accents differently.
 */
export function isSameName(a: string, b: string): boolean {
  return normalizedName(a) === normalizedName(b);
}

function normalizedName(name: string): string {
  return oneLine(name).normalize('NFC').replace(/[’‘ʼ]/g, "'");
}
