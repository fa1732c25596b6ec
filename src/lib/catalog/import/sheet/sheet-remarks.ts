import { foldedName } from '#lib/catalog/import/csv/csv-rules.ts';
import type { Remark } from '#lib/catalog/import/record/import-remark.ts';
import type { FieldProblem } from '#lib/catalog/import/record/product-problems.ts';
import { columnsProblem, type SheetColumn, type SheetField } from '#lib/catalog/import/sheet/sheet-fields.ts';
import { plural } from '#lib/primitives/plural.ts';

/** Returns the reason why a sheet with these columns can't be imported, or undefined if it can. */
export function sheetProblem(columns: readonly SheetColumn[], stockColumn?: string): Remark | undefined {
  if (stockColumn !== undefined && !columns.some(({ name }) => foldedName(name) === foldedName(stockColumn))) {
    return { message: `there is no column "${stockColumn}".` };
  }
  const [firstColumn, secondColumn] = columns;
  if (firstColumn && !secondColumn && /[;\t]/.test(firstColumn.name)) {
    return { message: 'its columns are not separated by commas. Save it as "CSV UTF-8".' };
  }
  const problem = columnsProblem(columns);
  if (problem === undefined) return undefined;
  const names = columns.map(({ name }) => `"${name}"`).join(', ');
  return { message: `${problem}. Its columns are ${names}.`, remedy: { by: 'columns' } };
}

export function columnWarnings(columns: readonly SheetColumn[]): string[] {
  const unusedNames = columns.filter(({ name, use }) => use === '-' && name !== '').map(({ name }) => name);
  const subject = plural(unusedNames.length, 'this column is not used', 'these columns are not used');
  const hasStock = columns.some(({ use }) => use === 'stock');
  return [
    ...(unusedNames.length > 0 ? [`${subject}: ${unusedNames.join(', ')}`] : []),
    ...(hasStock ? [] : ['no column contains the stock, so new products are sold out until you enter their stock']),
  ];
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

/** Returns a description of up to three problems of a record, with the names of the sheet's columns. */
export function describeColumnProblems(problems: readonly FieldProblem[], columns: readonly SheetColumn[]): string {
  const descriptions = problems.map(({ path, message }) => {
    const keys = path.filter((part): part is string => typeof part === 'string' && part !== 'variants');
    const key = keys[0] ?? '';
    const field = FIELD_OF_KEY[key] ?? key;
    const column = columns.find(({ use }) => use === field);
    return column ? `column "${column.name}" ${message}` : `${key} ${message}`.trim();
  });
  return [...new Set(descriptions)].slice(0, 3).join('; ');
}
