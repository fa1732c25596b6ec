import { columnName } from '#lib/platform/csv.ts';
import type { SettlementEntryTable } from '#lib/platform/db/tables/payments.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { csvUploadRules } from '#lib/platform/files/storage/upload.ts';
import { rupeesToPaise } from '#lib/shop/money/money.ts';

/**
 * The columns that the shop reads from Razorpay's settlement report ("Settlements › Settlement recon › Download",
 * or "Reports"), as CSV.
 */
const COLUMNS = [
  ...(['entity_id', 'type', 'debit', 'credit', 'amount', 'fee', 'tax', 'settled_at', 'settlement_id'] as const),
  'settlement_utr',
] as const;
type Column = (typeof COLUMNS)[number];

const MAX_BYTES = 5 * 1024 * 1024;

export const SETTLEMENT_MESSAGES = {
  noFile: 'Choose the CSV file.',
  notCsv: 'This is not a CSV file. Download the report as CSV, not as an Excel file.',
  tooLarge: 'The file is larger than 5 MB. Download the report for a shorter period.',
  noColumns: (names: string) => `The file has no column ${names}. Choose the settlement report of Razorpay.`,
  invalidCell: (line: number, name: string) =>
    `Line ${line}: the value in the column ${name} can’t be read. Nothing was saved.`,
} as const;

export const SETTLEMENT_UPLOAD_RULES = csvUploadRules(MAX_BYTES, SETTLEMENT_MESSAGES);

export type SettlementColumns = Record<Column, number>;

/** Returns the index of each column. Throws `invalid` if a column is missing. */
export function settlementColumns(heading: readonly string[]): SettlementColumns {
  const names = heading.map(columnName);
  const missingNames = COLUMNS.filter((name) => !names.includes(name));
  if (missingNames.length > 0) throw new ShopError('invalid', SETTLEMENT_MESSAGES.noColumns(missingNames.join(', ')));
  return Object.fromEntries(COLUMNS.map((name) => [name, names.indexOf(name)])) as SettlementColumns;
}

type Entry = Omit<SettlementEntryTable, 'uploaded_at'>;

/**
 * Parses an entry of the report. Returns undefined if the entry is not settled yet. Throws `invalid` if a cell can't be
 * read.
 */
export function settlementEntry(
  columns: SettlementColumns,
  fields: readonly string[],
  line: number,
): Entry | undefined {
  const invalidCell = (name: Column) => new ShopError('invalid', SETTLEMENT_MESSAGES.invalidCell(line, name));
  const textOf = (name: Column, maxCharacters = Number.POSITIVE_INFINITY) => {
    const text = fields[columns[name]]?.trim() ?? '';
    if (text.length > maxCharacters) throw invalidCell(name);
    return text;
  };
  const paiseOf = (name: Column): number => {
    const paise = rupeesToPaise(Number(textOf(name).replaceAll(',', '') || 0));
    if (paise === undefined) throw invalidCell(name);
    return paise;
  };
  if (textOf('settled_at') === '' || textOf('settlement_id') === '') return undefined;
  const settled_at = parseSettlementTime(textOf('settled_at'));
  if (settled_at === undefined) throw invalidCell('settled_at');
  if (!/^[\w-]{4,60}$/.test(textOf('entity_id'))) throw invalidCell('entity_id');
  return {
    id: textOf('entity_id'),
    kind: textOf('type', 40),
    amount_paise: paiseOf('amount'),
    fee_paise: paiseOf('fee'),
    tax_paise: paiseOf('tax'),
    net_paise: paiseOf('credit') - paiseOf('debit'),
    settled_at,
    settlement_id: textOf('settlement_id', 60),
    utr: textOf('settlement_utr', 60),
  };
}

const INDIAN_TIME = /^(?<day>\d\d)[/-](?<month>\d\d)[/-](?<year>\d{4})(?: (?<clock>\d\d:\d\d(?::\d\d)?))?$/;

/**
 * Parses a day or time in India such as "27/11/2026 14:05:00", or seconds since 1970. Returns the time in epoch ms, or
 * undefined if the text has another format.
 */
function parseSettlementTime(text: string): number | undefined {
  if (/^\d{10}$/.test(text)) return Number(text) * 1_000;
  const { day, month, year, clock = '00:00' } = INDIAN_TIME.exec(text)?.groups ?? {};
  const time = Date.parse(`${year}-${month}-${day}T${clock}+05:30`);
  return Number.isNaN(time) ? undefined : time;
}
