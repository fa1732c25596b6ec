import type { FormLeaf } from '#lib/content/admin/settings/form-field.ts';
import { paiseToRupees, rupeesToPaise } from '#lib/shop/money/money.ts';

const NUMBER_PATTERN = /^-?\d{1,12}(?:\.\d{1,9})?$/;
const RANGE_SEPARATOR = '–';

/** Returns the text that a field shows for a stored value. */
export function fieldText(leaf: FormLeaf, value: unknown): string {
  if (leaf.kind === 'yes-no') return value === true ? 'yes' : 'no';
  if (value === undefined || value === null) return '';
  if (leaf.kind === 'measure' && Array.isArray(value)) return value.join(RANGE_SEPARATOR);
  if (Array.isArray(value)) {
    const entries = value.map((entry) => (entry === '' && leaf.emptyEntry ? leaf.emptyEntry : String(entry)));
    return entries.join(leaf.kind === 'commas' ? ', ' : '\n');
  }
  if (typeof value === 'number' && (leaf.kind === 'rupees' || leaf.kind === 'percent')) {
    return String(paiseToRupees(value));
  }
  return String(value);
}

/** Returns the value to store for the text in a field, or the problem with the text. */
export function parseFieldText(leaf: FormLeaf, text: string): { value: unknown } | { problem: string } {
  if (leaf.kind === 'lines' || leaf.kind === 'fonts' || leaf.kind === 'commas') return entriesOf(leaf, text);
  if (leaf.kind === 'yes-no') return { value: text === 'yes' };
  if (text === '' && leaf.emptyValue !== 'empty text') return { value: leaf.emptyValue === 'null' ? null : undefined };
  if ((leaf.kind === 'name' || leaf.kind === 'date') && text.trim() === '') return { problem: 'is missing' };
  if (leaf.kind === 'measure') return { value: measureOf(text) };
  if (leaf.kind === 'number' || leaf.kind === 'rupees' || leaf.kind === 'percent') return numberOf(leaf, text);
  return { value: text };
}

function measureOf(text: string): string | number | number[] {
  const parts = text.split(/[-–]/).map((part) => part.trim());
  const isNumeric = parts.length <= 2 && parts.every((part) => NUMBER_PATTERN.test(part));
  if (!isNumeric) return text.trim();
  return parts.length === 1 ? Number(parts[0]) : parts.map(Number);
}

function numberOf({ kind }: FormLeaf, text: string): { value: unknown } | { problem: string } {
  const numberText = text.trim().replace(/^₹\s*/, '').replaceAll(',', '');
  if (numberText === '') return { problem: 'is missing' };
  if (!NUMBER_PATTERN.test(numberText)) return { problem: 'must be a number' };
  if (kind === 'number') return { value: Number(numberText) };
  const hundredths = rupeesToPaise(Number(numberText));
  return hundredths === undefined ? { problem: 'must have at most two decimals' } : { value: hundredths };
}

function entriesOf(leaf: FormLeaf, text: string): { value: unknown } | { problem: string } {
  const entries = text.split(leaf.kind === 'commas' ? /[,\n]/ : '\n').flatMap((entry) => entry.trim() || []);
  if (!leaf.hasNumbers) {
    const isEmptyEntry = (entry: string) => entry.toLowerCase() === leaf.emptyEntry?.toLowerCase();
    return { value: entries.map((entry) => (isEmptyEntry(entry) ? '' : entry)) };
  }
  const invalidEntry = entries.find((entry) => !NUMBER_PATTERN.test(entry));
  return invalidEntry === undefined
    ? { value: entries.map(Number) }
    : { problem: `must be numbers, not “${invalidEntry}”` };
}
