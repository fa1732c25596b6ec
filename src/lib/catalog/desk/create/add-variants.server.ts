import { changeProduct, type DeskShop, lockProduct } from '#lib/catalog/desk/change-product.server.ts';
import {
  addedCombinations,
  MAX_OPTIONS,
  MAX_VARIANTS,
  type TypedOption,
  type Values,
} from '#lib/catalog/desk/create/option-values.ts';
import type { AddedVariants } from '#lib/catalog/desk/create/variant-options.schema.ts';
import type { CleanProduct } from '#lib/catalog/import/record/canonical-record.ts';
import type { VariantPatch } from '#lib/catalog/import/record/catalog-record.ts';
import { optionValue } from '#lib/catalog/products/option-values.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';

const NOTHING = 'Enter values that the product does not have yet.';
const TOO_MANY = `The product would have more than ${MAX_VARIANTS} variants.`;
const NO_NAME = 'Enter a name for the new option, such as Size.';
const TWO_VALUES = 'Enter the value of the present variants first, then at least one more.';
const NO_SKU = 'Give every variant a SKU first: without one, the present variants can’t get a value of a new option.';
const TOO_MANY_OPTIONS = `A product has at most ${MAX_OPTIONS} options.`;
const TAKEN = 'The product has this option already.';

/**
 * Adds the combinations that new values make, all with the same price and stock. The present variants get the first
 * value of a new option. Returns the number of new variants. Throws `not_found`, `invalid`, and `conflict` for another
 * version.
 */
export function addVariants(shop: DeskShop, id: number, { version, ...typed }: AddedVariants): Promise<number> {
  return transaction(shop.db, async (tx) => {
    const { record } = await lockProduct(tx, id, version);
    const before = optionsOf(record);
    const further = furtherOption(record, typed);
    const added = new Map(
      before.map(({ name }, at) => [name, [typed.values_0, typed.values_1, typed.values_2][at] ?? []]),
    );
    if (further) added.set(further.name, further.values.slice(1));
    const options = further ? [...before, { name: further.name, values: further.values.slice(0, 1) }] : before;
    const known = new Set(record.variants.map(({ values }) => keyOf(withFirst(values, further))));
    const combos = addedCombinations(options, added).filter((values) => !known.has(keyOf(values)));
    if (combos.length === 0) throw new ShopError('invalid', NOTHING, { values_0: NOTHING });
    if (record.variants.length + combos.length > MAX_VARIANTS) throw new ShopError('invalid', TOO_MANY);
    const { hsn } = record.variants[0] ?? {};
    const variants: VariantPatch[] = [
      ...(further ? record.variants.map(({ sku, values }) => ({ sku, values: withFirst(values, further) })) : []),
      ...combos.map((values) => ({ values, price: typed.price, quantity: typed.stock, hsn })),
    ];
    const patch = { type: 'product', slug: record.slug, options: options.map(({ name }) => name), variants } as const;
    await changeProduct(tx, shop, patch, 'add variants');
    return combos.length;
  });
}

function optionsOf({ options = [], variants }: CleanProduct): TypedOption[] {
  return options.map((name) => ({
    name,
    values: [...new Set(variants.map(({ values }) => optionValue(values, name) ?? ''))],
  }));
}

function furtherOption(
  { options = [], variants }: CleanProduct,
  { option, option_values: values }: Pick<AddedVariants, 'option' | 'option_values'>,
): TypedOption | undefined {
  if (values.length === 0) return undefined;
  const refuse = (message: string, field = 'option_values') => new ShopError('invalid', message, { [field]: message });
  if (option === '') throw refuse(NO_NAME, 'option');
  if (options.includes(option)) throw refuse(TAKEN, 'option');
  if (options.length >= MAX_OPTIONS) throw refuse(TOO_MANY_OPTIONS, 'option');
  if (values.length < 2) throw refuse(TWO_VALUES);
  // An import finds a variant by its SKU or its values, and the values change.
  if (variants.some(({ sku }) => !sku)) throw refuse(NO_SKU, 'option');
  return { name: option, values };
}

function withFirst(values: Values = {}, further: TypedOption | undefined): Values {
  return further ? { ...values, [further.name]: further.values[0] ?? '' } : values;
}

function keyOf(values: Values): string {
  return JSON.stringify(Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1)));
}
