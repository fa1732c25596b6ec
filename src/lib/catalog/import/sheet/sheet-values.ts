import type { VariantPatch } from '#lib/catalog/import/record/catalog-record.ts';
import { plainNumber } from '#lib/catalog/import/record/rupees.ts';

const METRE = /^(m|mt|mtr|mtrs|mts|metre|metres|meter|meters)\.?$/i;
const PIECE = /^(pc|pcs|pce|piece|pieces|no|nos|number|each|ea|unit|units|set|sets|pair|pairs|pack|packs)\.?$/i;
const AMOUNT = /^(\d[\d,.]*)\s*([a-z]+\.?)?$/i;
const NO_STOCK = /^(-|–|nil|none|sold out|out of stock)$/i;

export function parseUnit(text: string): 'piece' | 'metre' | undefined {
  const unit = text.trim().replace(/^(per|by the|by)\s+/i, '');
  if (METRE.test(unit)) return 'metre';
  return PIECE.test(unit) ? 'piece' : undefined;
}

/**
 * Parses a stock such as "12", "12 pcs", "25.5 mtr", "20 + 15.5" or "sold out". A negative number is read as 0.
 * Returns the quantity, and the length of each bolt if there are several bolts, or undefined if the text is not a stock.
 */
export function parseStock(input: string): Pick<VariantPatch, 'quantity' | 'bolts'> | undefined {
  const text = input.normalize('NFKC').trim().replace(/^'/, '');
  if (NO_STOCK.test(text) || /^-\d+(\.\d+)?$/.test(text)) return { quantity: 0 };
  const amounts = text.split('+').map((part) => amountOf(part.trim()));
  const lengths = amounts.filter((amount) => amount !== undefined);
  if (lengths.length < amounts.length) return undefined;
  const quantity = Math.round(lengths.reduce((sum, length) => sum + length, 0) * 100) / 100;
  return lengths.length > 1 ? { quantity, bolts: lengths } : { quantity };
}

function amountOf(text: string): number | undefined {
  const [, number, unit] = AMOUNT.exec(text) ?? [];
  if (number === undefined || (unit !== undefined && parseUnit(unit) === undefined)) return undefined;
  return plainNumber(number);
}

/**
 * Parses a weight. Returns the weight in grams, or undefined if the text is not a weight. Numbers without a unit are in
 * kilograms if the name of the column contains "kg", and in grams if it does not.
 */
export function parseGrams(input: string, column: string): number | undefined {
  const [, number, unit = /\bkgs?\b/i.test(column) ? 'kg' : 'g'] = AMOUNT.exec(input.trim()) ?? [];
  const amount = number === undefined ? undefined : plainNumber(number);
  if (amount === undefined) return undefined;
  if (/^kgs?\.?$/i.test(unit)) return Math.round(amount * 1_000);
  return /^(g|gm|gms|gram|grams)\.?$/i.test(unit) ? Math.round(amount) : undefined;
}

export function parseList(cell: string): string[] {
  return cell.split(/[,;|\n]/).flatMap((part) => part.trim() || []);
}

/** Returns the file names or URLs in one cell. File names may contain spaces, but URLs may not. */
export function parsePictures(cell: string): string[] {
  const parts = parseList(cell).flatMap((part) => (/^https?:/i.test(part) ? part.split(/\s+/) : part));
  return parts.map((part) => (/^https?:/i.test(part) ? part : part.replaceAll('\\', '/').replace(/^\.?\//, '')));
}

/** Converts text to paragraphs of HTML. Text with tags is considered HTML and is returned unchanged. */
export function textToHtml(text: string): string {
  if (/<\/?[a-z][a-z0-9]*\b[^<>]*>/i.test(text)) return text;
  const escapedText = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const paragraphs = escapedText.replaceAll('\r\n', '\n').split(/\n\s*\n/);
  return paragraphs.map((paragraph) => `<p>${paragraph.trim().replaceAll('\n', '<br>')}</p>`).join('');
}
