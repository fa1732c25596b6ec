/**
 * Returns the slug of the text, such as `rust-red` for `Rust Red`. Keeps the letters of all scripts, but removes
 * accents.
 */
export function valueSlug(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}_]+/gu, '-')
    .replace(/^-|-$/g, '');
}
