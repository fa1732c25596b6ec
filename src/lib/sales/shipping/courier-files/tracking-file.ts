import { columnName } from '#lib/platform/csv.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { csvUploadRules } from '#lib/platform/files/storage/upload.ts';

const MAX_BYTES = 2 * 1024 * 1024;
const MAX_TRACKING_NUMBER_CHARACTERS = 60;

export const TRACKING_FILE_MESSAGES = {
  noFile: 'Choose the CSV file.',
  notCsv: 'This is not a CSV file. Save it as CSV, not as an Excel file.',
  tooLarge: 'The file is larger than 2 MB.',
  noColumn: (heading: string) =>
    `The file has no column “${heading}”. The headings are set under Settings, Parcels and courier files.`,
  noNumbers: 'The file has no line with a tracking number.',
  unknown: (line: number, number: string) => `Line ${line}: there is no order ${number}. Nothing was saved.`,
  duplicate: (line: number, duplicateNumber: string) =>
    `Line ${line}: ${duplicateNumber} appears twice. Nothing was saved.`,
  tooLong: (line: number) => `Line ${line}: the tracking number is too long. Nothing was saved.`,
} as const;

export const TRACKING_FILE = csvUploadRules(MAX_BYTES, TRACKING_FILE_MESSAGES);

/**
 * Returns the tracking number of each order from the file that a courier sends back. Skips lines without an order
 * number, and lines without a tracking number, whose parcels are not booked yet. Throws `invalid` if a column or all
 * tracking numbers are missing, if a tracking number is too long, or if a number appears twice.
 */
export function trackingLines(
  [headingRow, ...rows]: readonly { line: number; fields: readonly string[] }[],
  { numberHeading, trackingHeading }: { numberHeading: string; trackingHeading: string },
) {
  const columnNames = (headingRow?.fields ?? []).map(columnName);
  const columnOf = (heading: string) => {
    const index = columnNames.indexOf(columnName(heading));
    if (index < 0) throw new ShopError('invalid', TRACKING_FILE_MESSAGES.noColumn(heading));
    return index;
  };
  const [numberColumn, trackingColumn] = [columnOf(numberHeading), columnOf(trackingHeading)];
  const lines = rows
    .map(({ line, fields }) => ({
      line,
      orderNumber: cellText(fields[numberColumn]),
      trackingNumber: cellText(fields[trackingColumn]),
    }))
    .filter(({ orderNumber, trackingNumber }) => orderNumber !== '' && trackingNumber !== '');
  if (lines.length === 0) throw new ShopError('invalid', TRACKING_FILE_MESSAGES.noNumbers);
  const seenNumbers = new Set<string>();
  for (const { line, orderNumber, trackingNumber } of lines) {
    if (trackingNumber.length > MAX_TRACKING_NUMBER_CHARACTERS)
      throw new ShopError('invalid', TRACKING_FILE_MESSAGES.tooLong(line));
    for (const number of [orderNumber, trackingNumber]) {
      if (seenNumbers.has(number)) throw new ShopError('invalid', TRACKING_FILE_MESSAGES.duplicate(line, number));
      seenNumbers.add(number);
    }
  }
  return lines;
}

/** Returns the text of a cell, without the `="…"` or `'` that prevents a spreadsheet from rounding a long number. */
function cellText(cell = ''): string {
  const text = cell.trim();
  return (/^="(?<inner>[^"]*)"$/.exec(text)?.groups?.inner ?? text.replace(/^'/, '')).trim();
}
