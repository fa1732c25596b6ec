import { stat } from 'node:fs/promises';
import { type CsvRow, readCsvRows } from '#lib/catalog/import/csv/csv-rows.ts';
import { type CsvRules, foldedWord } from '#lib/catalog/import/csv/csv-rules.ts';
import { CsvShop } from '#lib/catalog/import/csv/csv-shop.server.ts';
import { isShopifyHeader } from '#lib/catalog/import/csv/shopify-columns.ts';
import { ImportFileError, type SourceItem } from '#lib/catalog/import/record/import-source.ts';
import type { FieldProblem } from '#lib/catalog/import/record/product-problems.ts';
import { readText } from '#lib/catalog/import/record/text-lines.server.ts';
import {
  type ColumnUse,
  columnsProblem,
  guessedField,
  type SheetColumn,
  type SheetField,
  sheetColumns,
} from '#lib/catalog/import/sheet/sheet-fields.ts';
import { sheetProduct } from '#lib/catalog/import/sheet/sheet-product.ts';
import { headOf, sheetGroups } from '#lib/catalog/import/sheet/sheet-rows.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';

const PRODUCTS_AT_ONCE = 200;
/** Its rows are held in memory, as those of a product may stand apart. */
const MAX_BYTES = 64 * 1024 * 1024;
const ROWS_LOOKED_AT = 40;
const SAMPLE_CHARACTERS = 40;

export interface Sheet {
  line: number;
  columns: SheetColumn[];
  samples: string[];
}

/** The columns of a plain sheet; `undefined` for Shopify's CSV. `isSheet` when the owner says that it is one. */
export async function sheetOf(
  path: string,
  answers: ReadonlyMap<string, ColumnUse>,
  stockColumn: string | undefined,
  isSheet = false,
): Promise<Sheet | undefined> {
  const rows: CsvRow[] = [];
  for await (const row of readCsvRows(readText(path))) {
    if (rows.push(row) >= ROWS_LOOKED_AT) break;
  }
  const isKnown = (name: string) => answers.has(foldedWord(name)) || guessedField(name) !== undefined;
  const first = rows.find(({ fields }) => fields.some((field) => field.trim() !== ''));
  if (!first || (!isSheet && isShopifyHeader(first.fields, isKnown))) return undefined;
  const head = headOf(rows, isKnown);
  if (!head || (!isSheet && isShopifyHeader(head.names, isKnown))) return undefined;
  const stock = stockColumn === undefined ? undefined : foldedWord(stockColumn);
  const columns = sheetColumns(head.names, (name) => {
    const said = answers.get(foldedWord(name));
    if (stock === undefined) return said;
    if (foldedWord(name) === stock) return 'stock';
    return said === 'stock' || guessedField(name) === 'stock' ? '-' : said;
  });
  const below = rows.filter(({ line }) => line > head.line);
  const samples = columns.map((_, at) => sampleOf(below.map(({ fields }) => fields[at] ?? '')));
  return { line: head.line, columns, samples };
}

function sampleOf(cells: readonly string[]): string {
  const first = cells.map((cell) => cell.trim().replaceAll(/\s+/g, ' ')).find((cell) => cell !== '') ?? '';
  return first.length > SAMPLE_CHARACTERS ? `${first.slice(0, SAMPLE_CHARACTERS - 1)}…` : first;
}

/** Reads a plain sheet, product by product. Throws an ImportFileError when its columns don't tell enough. */
export async function* readSheet(
  db: ShopDatabase,
  path: string,
  file: string,
  rules: CsvRules,
  { line, columns }: Sheet,
): AsyncGenerator<SourceItem> {
  refuseUnreadable(file, line, columns, rules);
  const { size } = await stat(path);
  if (size > MAX_BYTES) throw new ImportFileError(`${file} is larger than 64 MB: divide it into several files.`);
  yield* columnWarnings(file, line, columns);
  const rows: CsvRow[] = [];
  for await (const row of readCsvRows(readText(path))) if (row.line > line) rows.push(row);
  const shop = await CsvShop.open(db, file);
  const groups = sheetGroups(rows, columns);
  const share = Math.floor(size / Math.max(1, groups.length));
  const wordsFor = (problems: FieldProblem[]) => columnWords(problems, columns);
  for (let at = 0; at < groups.length; at += PRODUCTS_AT_ONCE) {
    const some = groups.slice(at, at + PRODUCTS_AT_ONCE);
    const old = await shop.stored(some.map(({ handle }) => handle));
    for (const group of some) {
      const make = () => sheetProduct(group, columns, shop.names, old.get(group.handle), rules);
      yield* shop.product(group, share, make, wordsFor);
    }
  }
}

function refuseUnreadable(file: string, line: number, columns: SheetColumn[], { stockColumn }: CsvRules): void {
  if (stockColumn !== undefined && !columns.some(({ name }) => foldedWord(name) === foldedWord(stockColumn))) {
    throw new ImportFileError(`${file}, line ${line}: there is no column "${stockColumn}".`);
  }
  const [only, another] = columns;
  if (only && !another && /[;\t]/.test(only.name)) {
    throw new ImportFileError(
      `${file}, line ${line}: its columns are not separated by commas. Save it as "CSV UTF-8".`,
    );
  }
  const problem = columnsProblem(columns);
  if (problem === undefined) return;
  const names = columns.map(({ name }) => `"${name}"`).join(', ');
  throw new ImportFileError(
    `${file}, line ${line}: ${problem}. Its columns are ${names}. Say what they are, such as --columns "Rate=price; Piece=name".`,
  );
}

function* columnWarnings(file: string, line: number, columns: readonly SheetColumn[]): Generator<SourceItem> {
  const at = { file, line };
  const unused = columns.filter(({ name, use }) => use === '-' && name !== '').map(({ name }) => name);
  if (unused.length > 0) {
    const words = unused.length === 1 ? 'a column that is not used' : 'columns that are not used';
    yield { at, warning: `${words}: ${unused.join(', ')}` };
  }
  if (columns.some(({ use }) => use === 'stock')) return;
  yield { at, warning: 'no column says how much there is: new goods will be sold out until one does' };
}

const FIELD_OF_KEY: Record<string, SheetField> = {
  quantity: 'stock',
  bolts: 'stock',
  sale_price: 'price',
  weight_g: 'weight',
  images: 'image',
  long_content: 'description',
  sell_unit: 'unit',
  min_quantity: 'minimum',
  slug: 'handle',
  categories: 'category',
  values: 'size',
};

function columnWords(problems: readonly FieldProblem[], columns: readonly SheetColumn[]): string {
  const words = problems.map(({ path, message }) => {
    const keys = path.filter((part): part is string => typeof part === 'string' && part !== 'variants');
    const key = keys[0] ?? '';
    const field = FIELD_OF_KEY[key] ?? key;
    const column = columns.find(({ use }) => use === field);
    return column ? `column "${column.name}" ${message}` : `${key} ${message}`.trim();
  });
  return [...new Set(words)].slice(0, 3).join('; ');
}
