import { type CsvGroup, RowError } from '#lib/catalog/import/csv/shopify-groups.ts';
import type { TaxonomyNames } from '#lib/catalog/import/csv/shopify-taxonomy.ts';
import { parseRecord } from '#lib/catalog/import/record/catalog-record.schema.ts';
import type { CatalogueEntry, ProductPatch, TaxonomyRecord } from '#lib/catalog/import/record/catalog-record.ts';
import type { Remark } from '#lib/catalog/import/record/import-remark.ts';
import type { SourceItem } from '#lib/catalog/import/record/import-source.ts';
import { describeProblems, type FieldProblem } from '#lib/catalog/import/record/product-problems.ts';

export interface CsvProduct {
  record: ProductPatch;
  /** The categories, brands and other values that the product introduces. */
  newRecords: TaxonomyRecord[];
  /** The line of each variant in the record. */
  variantLines: number[];
  warnings: string[];
  /** New tags that match no category, collection or attribute. */
  unknownTags: string[];
}

/** The context that the products of one file share. */
export interface CsvFile {
  file: string;
  /** The names of brands, categories and other values. The names that products introduce are added. */
  names: TaxonomyNames;
  /** Returns a description of the problems of a record, for the owner. */
  problemsText?: (problems: FieldProblem[]) => string;
}

/**
 * Yields the items for one product in a CSV file: its warnings and records, or the reason why it is left out. Returns
 * the product, or undefined if it is left out.
 */
export function* csvItems(
  csvFile: CsvFile,
  group: CsvGroup,
  bytes: number,
  makeProduct: () => CsvProduct,
): Generator<SourceItem, CsvProduct | undefined> {
  const { file, names, problemsText = describeProblems } = csvFile;
  const rejection = ({ line, message, remedy }: Remark & { line: number }): SourceItem => {
    return { at: { file, line }, problem: leftOutMessage(group, message), remedy, bytes };
  };
  const product = group.problem ?? productOrRowError(makeProduct);
  if ('message' in product) {
    yield rejection(product);
    return undefined;
  }
  const at = { file, line: group.line };
  const records: CatalogueEntry[] = [];
  for (const record of [...product.newRecords, product.record]) {
    const parseResult = parseRecord(record);
    if ('problems' in parseResult) {
      const { problems } = parseResult;
      yield rejection({ line: lineOf(problems, product, group), message: problemsText(problems) });
      return undefined;
    }
    records.push(parseResult.record);
  }
  for (const warning of product.warnings) yield { at, warning };
  for (const record of records) {
    if (record.type === 'product') {
      const { variantLines } = product;
      yield {
        at,
        bytes,
        record,
        productLines: { variantLines, leftOutMessage: (text) => leftOutMessage(group, text) },
      };
    } else if (record.type !== 'review') {
      names.add({ ...record, name: record.name ?? record.slug });
      yield { at, bytes: 0, record };
    }
  }
  return product;
}

function productOrRowError(makeProduct: () => CsvProduct): CsvProduct | RowError {
  try {
    return makeProduct();
  } catch (error) {
    if (error instanceof RowError) return error;
    throw error;
  }
}

function leftOutMessage(group: CsvGroup, message: string): string {
  return group.handle === '' ? message : `${message} (product "${group.handle}" is left out)`;
}

function lineOf(problems: FieldProblem[], { variantLines }: CsvProduct, group: CsvGroup): number {
  const [field, index] = problems[0]?.path ?? [];
  return (field === 'variants' && typeof index === 'number' ? variantLines[index] : undefined) ?? group.line;
}
