import { indianDateTimeWithSeconds } from '#lib/primitives/indian-time.ts';
import { toMetres } from '#lib/primitives/metres.ts';
import { priceText } from '#lib/shop/money/price-text.ts';

const INTERNAL_COLUMN = /hash|token|customer_id|file_key|image_file/;
const TIME_COLUMN = /(^|_)at$|_until$/;

/**
 * Returns a row with readable values. Adds times in India, amounts in rupees and cloth lengths in metres; converts
 * basis points to per cent, parses JSON, and leaves out internal columns.
 */
export function readableRow(row: Record<string, unknown>): Record<string, unknown> {
  const isCloth = row.sell_unit === 'metre';
  const entries = Object.entries(row)
    .filter(([name]) => !INTERNAL_COLUMN.test(name))
    .flatMap(([name, value]) => (name === 'quantity' && isCloth ? clothEntries(value) : readableEntries(name, value)));
  return Object.fromEntries(entries);
}

function readableEntries(name: string, value: unknown): [string, unknown][] {
  if (name.endsWith('_json') && typeof value === 'string') return [[name, readableNested(JSON.parse(value))]];
  if (typeof value === 'object') return [[name, readableNested(value)]];
  const number = Number(value);
  if (TIME_COLUMN.test(name) && Number.isFinite(number)) {
    return [
      [name, new Date(number).toISOString()],
      [`${name}_in_india`, `${indianDateTimeWithSeconds(number)} IST`],
    ];
  }
  if (/paise$/i.test(name)) {
    return [
      [name, number],
      [`${name.replace(/_?paise$/i, '')}_in_rupees`, priceText(number)],
    ];
  }
  if (name.endsWith('_bp')) return [[name.replace(/bp$/, 'percent'), number / 100]];
  return [[name, value]];
}

function clothEntries(value: unknown): [string, unknown][] {
  return [
    ['quantity_in_centimetres', Number(value)],
    ['quantity_in_metres', toMetres(Number(value))],
  ];
}

function readableNested(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(readableNested);
  return typeof value === 'object' && value !== null ? readableRow(value as Record<string, unknown>) : value;
}
