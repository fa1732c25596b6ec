import { columnName } from '#lib/platform/csv.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { csvUploadRules } from '#lib/platform/files/storage/upload.ts';

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
  duplicate: (line: number, value: string) => `Line ${line}: ${value} appears twice. Nothing was saved.`,
  tooLong: (line: number) => `Line ${line}: the tracking number is too long. Nothing was saved.`,
} as const;

export const TRACKING_FILE = csvUploadRules(MAX_BYTES, TRACKING_FILE_MESSAGES);

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
 * Returns the tracking number of each order from the file that a courier sends back. Skips lines without an order
 * number, and lines without a tracking number, whose parcels are not booked yet. Throws `invalid` if a column or all
 * tracking numbers are missing, if a tracking number is too long, or if a number appears twice.
 */
export function trackingLines(
  [heading, ...rows]: readonly Row[],
  { numberHeading, trackingHeading }: { numberHeading: string; trackingHeading: string },
): TrackingLine[] {
  const names = (heading?.fields ?? []).map(columnName);
  const columnOf = (name: string) => {
    const index = names.indexOf(columnName(name));
    if (index < 0) throw new ShopError('invalid', TRACKING_FILE_MESSAGES.noColumn(name));
    return index;
  };
  const [numberColumn, trackingColumn] = [columnOf(numberHeading), columnOf(trackingHeading)];
  const lines = rows
    .map(({ line, fields }) => {
      return { line, number: cellText(fields[numberColumn]), tracking: cellText(fields[trackingColumn]) };
    })
    .filter(({ number, tracking }) => number !== '' && tracking !== '');
  if (lines.length === 0) throw new ShopError('invalid', TRACKING_FILE_MESSAGES.noNumbers);
  const seenValues = new Set<string>();
  for (const { line, number, tracking } of lines) {
    if (tracking.length > MAX_TRACKING_CHARACTERS) throw new ShopError('invalid', TRACKING_FILE_MESSAGES.tooLong(line));
    for (const value of [number, tracking]) {
      if (seenValues.has(value)) throw new ShopError('invalid', TRACKING_FILE_MESSAGES.duplicate(line, value));
      seenValues.add(value);
    }
  }
  return lines;
}

/** Returns the text of a cell, without the `="…"` or `'` that prevents a spreadsheet from rounding a long number. */
function cellText(cell = ''): string {
  const text = cell.trim();
  return (/^="(?<inner>[^"]*)"$/.exec(text)?.groups?.inner ?? text.replace(/^'/, '')).trim();
}
