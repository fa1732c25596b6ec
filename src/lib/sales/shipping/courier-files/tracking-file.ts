import { columnName } from '#lib/platform/csv.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { csvUpload } from '#lib/platform/files/storage/upload.ts';

const MAX_BYTES = 2 * 1024 * 1024;
const MAX_TRACKING_CHARACTERS = 60;

export const TRACKING_FILE_MESSAGES = {
  noFile: 'Choose the CSV file.',
  notCsv: 'This is not a CSV file. Save it as CSV, not as an Excel file.',
  tooLarge: 'The file is larger than 2 MB.',
  noColumn: (heading: string) =>
    `The file has no column “${heading}”. The headings are set under Settings, Parcels and courier files.`,
  noNumbers: 'The file has no line with a tracking number.',
  unknown: (line: number, number: string) => `Line ${line}: there is no order ${number}. Nothing was saved.`,
  doubled: (line: number, what: string) => `Line ${line}: ${what} appears twice. Nothing was saved.`,
  tooLong: (line: number) => `Line ${line}: the tracking number is too long. Nothing was saved.`,
} as const;

export const TRACKING_FILE = csvUpload(MAX_BYTES, TRACKING_FILE_MESSAGES);

export interface TrackingLine {
  line: number;
  number: string;
  tracking: string;
}

interface Row {
  line: number;
  fields: readonly string[];
}

/**
 * The tracking number of each order, from the file that a courier sends back. Lines without one are left out: the courier
 * has not booked them yet. Throws `invalid`.
 */
export function trackingLines(
  [heading, ...rows]: readonly Row[],
  { numberHeading, trackingHeading }: { numberHeading: string; trackingHeading: string },
): TrackingLine[] {
  const names = (heading?.fields ?? []).map(columnName);
  const columnOf = (wanted: string) => {
    const at = names.indexOf(columnName(wanted));
    if (at < 0) throw new ShopError('invalid', TRACKING_FILE_MESSAGES.noColumn(wanted));
    return at;
  };
  const [numberAt, trackingAt] = [columnOf(numberHeading), columnOf(trackingHeading)];
  const lines = rows
    .map(({ line, fields }) => {
      return { line, number: cellText(fields[numberAt]), tracking: cellText(fields[trackingAt]) };
    })
    .filter(({ number, tracking }) => number !== '' && tracking !== '');
  if (lines.length === 0) throw new ShopError('invalid', TRACKING_FILE_MESSAGES.noNumbers);
  const seen = new Set<string>();
  for (const { line, number, tracking } of lines) {
    if (tracking.length > MAX_TRACKING_CHARACTERS) throw new ShopError('invalid', TRACKING_FILE_MESSAGES.tooLong(line));
    for (const what of [number, tracking]) {
      if (seen.has(what)) throw new ShopError('invalid', TRACKING_FILE_MESSAGES.doubled(line, what));
      seen.add(what);
    }
  }
  return lines;
}

/** Spreadsheets keep long numbers whole when they are written as `="123"` or `'123`. */
function cellText(cell = ''): string {
  const text = cell.trim();
  return (/^="(?<inner>[^"]*)"$/.exec(text)?.groups?.inner ?? text.replace(/^'/, '')).trim();
}
