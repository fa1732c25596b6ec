import { z } from 'zod/mini';
import { lastPosition } from '#lib/catalog/admin/form-fields.schema.ts';
import type { ImportRules } from '#lib/catalog/admin/imports/stored-import.ts';
import { CATEGORY_SOURCES } from '#lib/catalog/import/csv/csv-categories.ts';
import { type ColumnUse, columnUse } from '#lib/catalog/import/sheet/sheet-fields.ts';
import { oneOrMore } from '#lib/primitives/one-or-more.schema.ts';
import { text } from '#lib/primitives/text.schema.ts';
import { RECORD_VERSION } from '#lib/primitives/version.schema.ts';

const NAME_MAX_CHARACTERS = 200;
const BRANDS_MAX_CHARACTERS = 5_000;
const MAX_COLUMNS = 200;

const checkbox = z.pipe(
  z.optional(z.literal('on')),
  z.transform((value) => value === 'on'),
);

/** The options of a new import. */
export const IMPORT_FORM = z.object({ stock: checkbox, remove: checkbox });

const BRAND_PROBLEM = 'Write one vendor per line, such as “vendor = Brand”, or “vendor =” to hide it.';

/** The brands that customers see for vendors, with one "vendor = Brand" per line. */
const brands = z.pipe(
  z._default(
    text().check(
      z.maxLength(BRANDS_MAX_CHARACTERS),
      z.refine((input) => linesOf(input).every((line) => line.indexOf('=') > 0), BRAND_PROBLEM),
    ),
    '',
  ),
  z.transform((input) =>
    linesOf(input).map((line): [string, string] => {
      const separatorIndex = line.indexOf('=');
      return [line.slice(0, separatorIndex).trim(), line.slice(separatorIndex + 1).trim()];
    }),
  ),
);

function linesOf(input: string): string[] {
  return input.split('\n').flatMap((line) => line.trim() || []);
}

const repeatedText = z._default(oneOrMore(text()), []);

/** The form of the preview. `use[]` contains the use of each column in `column[]`, in the same order. */
export const IMPORT_RULES_FORM = z.object({
  ...RECORD_VERSION.shape,
  stock: checkbox,
  remove: checkbox,
  stock_column: z._default(text().check(z.trim(), z.maxLength(NAME_MAX_CHARACTERS)), ''),
  category_from: z._default(z.enum(CATEGORY_SOURCES), CATEGORY_SOURCES[0]),
  brands,
  'column[]': repeatedText,
  'use[]': repeatedText,
});

/** Returns the rules that a form describes. */
export function rulesOf(form: Omit<z.infer<typeof IMPORT_RULES_FORM>, 'id' | 'version'>): ImportRules {
  const names = form['column[]'].slice(0, MAX_COLUMNS);
  return {
    ...{ writesStock: form.stock, removesMissing: form.remove, categoryFrom: form.category_from, brands: form.brands },
    ...(form.stock_column !== '' && { stockColumn: form.stock_column }),
    columns: names.map((name, index): [string, ColumnUse] => [name, useOf(form['use[]'][index])]),
  };
}

function useOf(input: string | undefined): ColumnUse {
  try {
    return columnUse(input ?? '-');
  } catch {
    return '-';
  }
}

/** The query of a page that shows the rows of an import. */
export const IMPORT_ROWS_QUERY = z.object({
  /** An effect, or `stayed` for rows that could not be written. */
  show: z.catch(z.optional(z.enum(['new', 'changed', 'refused', 'stayed'])), undefined),
  after: lastPosition,
});

export type ImportRowsQuery = z.infer<typeof IMPORT_ROWS_QUERY>;
