import { type ColumnUse, columnsProblem, columnUse, SHEET_FIELDS } from '#lib/catalog/import/sheet/sheet-fields.ts';
import type { Sheet } from '#lib/catalog/import/sheet/sheet-header.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';

const INSTRUCTIONS =
  'Press Enter if this is correct. Otherwise type a number and the use of the column, such as "2 price", or "2 -" for one that\n' +
  'is not used. "?" lists the possible uses. The answer is saved.\n';

/**
 * Prompts for the uses of a sheet's columns until they are complete and confirmed. Returns the uses by column name.
 * Throws a ShopError `refused` if the input ends before they are confirmed.
 */
export async function promptForColumns(
  file: string,
  sheet: Sheet,
  lines: AsyncIterable<string>,
  write: (text: string) => void,
): Promise<Map<string, ColumnUse>> {
  const columns = sheet.columns.map((column) => ({ ...column }));
  const table = () => tableOf(columns, sheet.samples);
  write(`${file} is a product list. The shop would use its columns as follows:\n\n${table()}\n${INSTRUCTIONS}> `);
  for await (const line of lines) {
    const input = line.trim();
    if (input === '') {
      const problem = columnsProblem(columns);
      if (problem === undefined) return new Map(columns.flatMap(({ name, use }) => (name === '' ? [] : [[name, use]])));
      write(`This is not complete yet: ${problem}.\n> `);
    } else if (input === '?') write(`${fieldsText()}> `);
    else write(`${changeColumn(columns, input) ?? `\n${table()}`}> `);
  }
  throw new ShopError('refused', 'Nothing was changed.');
}

/** Changes the use of a column as typed, such as "2 price". Returns a message if the text is not valid. */
function changeColumn(columns: { use: ColumnUse }[], input: string): string | undefined {
  const [, number, useText = ''] = /^(\d+)[\s=:]+([^\s=:].*)$/.exec(input) ?? [];
  const column = columns[Number(number) - 1];
  if (!column) return `Type the number of a column and what it is, such as "2 price".\n`;
  try {
    column.use = columnUse(useText);
    return undefined;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return `${error.message}.\n`;
  }
}

function tableOf(columns: readonly { name: string; use: ColumnUse }[], samples: readonly string[]): string {
  const width = Math.min(28, Math.max(...columns.map(({ name }) => name.length)));
  const rows = columns.map(({ name, use }, index) => {
    const label = (use === '-' ? 'not used' : use).padEnd(12);
    return `${String(index + 1).padStart(4)}  ${name.slice(0, width).padEnd(width)}  ${label}  ${samples[index] ?? ''}`.trimEnd();
  });
  return `${rows.join('\n')}\n`;
}

function fieldsText(): string {
  const rows = Object.entries(SHEET_FIELDS).map(([field, { meaning }]) => `  ${field.padEnd(12)}  ${meaning}`);
  return `\n${rows.join('\n')}\n  -             not used\n`;
}
