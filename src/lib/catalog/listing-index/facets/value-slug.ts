/** `Rust Red` → `rust-red`; letters of every script are kept. */
export function valueSlug(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}_]+/gu, '-')
    .replace(/^-|-$/g, '');
}
