import type { ProductRecord } from '#lib/catalog/import/record/catalog-record.ts';
import type { Remark } from '#lib/catalog/import/record/import-remark.ts';
import { optionValue } from '#lib/catalog/products/option-values.ts';

export interface FieldProblem extends Remark {
  path: PropertyKey[];
}

/**
 * Returns a description of up to three problems in one line, such as `variants[2].price must be …`, and the number of
 * further problems.
 */
export function describeProblems(problems: FieldProblem[]): string {
  const shownProblems = problems.slice(0, 3).map(({ path, message }) => `${pathText(path)} ${message}`.trim());
  const hiddenCount = problems.length - shownProblems.length;
  return shownProblems.join('; ') + (hiddenCount > 0 ? `; and ${hiddenCount} more` : '');
}

function pathText(path: PropertyKey[]): string {
  return path
    .map((part, index) => (typeof part === 'number' ? `[${part}]` : `${index ? '.' : ''}${String(part)}`))
    .join('');
}

/** Yields the violations of rules about several fields, such as options that do not fit the variants. */
export function* productProblems(product: ProductRecord): Generator<FieldProblem> {
  const options = product.options ?? [];
  if (new Set(options).size < options.length) yield { path: ['options'], message: 'must not repeat a name' };
  if (options.length === 0 && product.variants.length > 1) {
    yield { path: ['variants'], message: 'must be a single entry if there are no options' };
  }
  if (product.sell_unit === 'piece') yield* pieceProblems(product);
  const indexByValues = new Map<string, number>();
  for (const [index, { values = {}, price, sale_price, quantity, bolts }] of product.variants.entries()) {
    const missingOption = options.find((option) => optionValue(values, option) === undefined);
    const unknownOption = Object.keys(values).find((option) => !options.includes(option));
    const path = ['variants', index, 'values'];
    if (missingOption !== undefined) yield { path, message: `must have a value for "${missingOption}"` };
    if (unknownOption !== undefined)
      yield { path, message: `have a value for "${unknownOption}", which is not among the options` };
    const key = JSON.stringify(options.map((option) => optionValue(values, option)));
    const duplicateIndex = indexByValues.get(key);
    if (duplicateIndex !== undefined) yield { path, message: `are the same as those of variants[${duplicateIndex}]` };
    indexByValues.set(key, index);
    if (sale_price !== undefined && sale_price > price) {
      yield { path: ['variants', index, 'sale_price'], message: 'must not be above the price' };
    }
    const boltLength = bolts?.reduce((sum, bolt) => sum + bolt, 0);
    if (boltLength !== undefined && product.sell_unit === 'metre' && Math.abs(boltLength - quantity) > 0.005) {
      yield {
        path: ['variants', index, 'quantity'],
        message: `must be the sum of its bolts, ${boltLength.toFixed(2)}`,
      };
    }
  }
}

function* pieceProblems({ unit_step, min_quantity, variants }: ProductRecord): Generator<FieldProblem> {
  if (unit_step !== undefined) yield { path: ['unit_step'], message: 'belongs to products sold by the metre' };
  if (min_quantity !== undefined && !Number.isInteger(min_quantity)) {
    yield { path: ['min_quantity'], message: 'must be a whole number of pieces' };
  }
  for (const [index, { quantity, bolts }] of variants.entries()) {
    if (bolts) yield { path: ['variants', index, 'bolts'], message: 'belong to products sold by the metre' };
    if (!Number.isInteger(quantity)) {
      yield { path: ['variants', index, 'quantity'], message: 'must be a whole number of pieces' };
    }
  }
}
