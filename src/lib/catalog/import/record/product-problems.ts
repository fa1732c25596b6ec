import type { ProductRecord } from '#lib/catalog/import/record/catalog-record.ts';
import type { Remark } from '#lib/catalog/import/record/import-remark.ts';
import { optionValue } from '#lib/catalog/products/option-values.ts';

export interface FieldProblem extends Remark {
  path: PropertyKey[];
}

/** The first three problems in one line, such as `variants[2].price must be …`. */
export function describeProblems(problems: FieldProblem[]): string {
  const shown = problems.slice(0, 3).map(({ path, message }) => `${pathText(path)} ${message}`.trim());
  const more = problems.length - shown.length;
  return shown.join('; ') + (more > 0 ? `; and ${more} more` : '');
}

function pathText(path: PropertyKey[]): string {
  return path.map((part, at) => (typeof part === 'number' ? `[${part}]` : `${at ? '.' : ''}${String(part)}`)).join('');
}

/** Checks rules about several fields: options must fit the variants, and units must fit pieces or cloth. */
export function* productProblems(product: ProductRecord): Generator<FieldProblem> {
  const options = product.options ?? [];
  if (new Set(options).size < options.length) yield { path: ['options'], message: 'must not repeat a name' };
  if (options.length === 0 && product.variants.length > 1) {
    yield { path: ['variants'], message: 'must be a single entry if there are no options' };
  }
  if (product.sell_unit === 'piece') yield* pieceProblems(product);
  const seen = new Map<string, number>();
  for (const [at, { values = {}, price, sale_price, quantity, bolts }] of product.variants.entries()) {
    const missing = options.find((option) => optionValue(values, option) === undefined);
    const unknown = Object.keys(values).find((option) => !options.includes(option));
    const path = ['variants', at, 'values'];
    if (missing !== undefined) yield { path, message: `must hold a value for "${missing}"` };
    if (unknown !== undefined) yield { path, message: `hold "${unknown}", which is not among the options` };
    const key = JSON.stringify(options.map((option) => optionValue(values, option)));
    const duplicateIndex = seen.get(key);
    if (duplicateIndex !== undefined) yield { path, message: `are the same as those of variants[${duplicateIndex}]` };
    seen.set(key, at);
    if (sale_price !== undefined && sale_price > price) {
      yield { path: ['variants', at, 'sale_price'], message: 'must not be above the price' };
    }
    const length = bolts?.reduce((sum, bolt) => sum + bolt, 0);
    if (length !== undefined && product.sell_unit === 'metre' && Math.abs(length - quantity) > 0.005) {
      yield { path: ['variants', at, 'quantity'], message: `must be the sum of its bolts, ${length.toFixed(2)}` };
    }
  }
}

function* pieceProblems({ unit_step, min_quantity, variants }: ProductRecord): Generator<FieldProblem> {
  if (unit_step !== undefined) yield { path: ['unit_step'], message: 'belongs to products sold by the metre' };
  if (min_quantity !== undefined && !Number.isInteger(min_quantity)) {
    yield { path: ['min_quantity'], message: 'must be a whole number of pieces' };
  }
  for (const [at, { quantity, bolts }] of variants.entries()) {
    if (bolts) yield { path: ['variants', at, 'bolts'], message: 'belong to products sold by the metre' };
    if (!Number.isInteger(quantity)) {
      yield { path: ['variants', at, 'quantity'], message: 'must be a whole number of pieces' };
    }
  }
}
