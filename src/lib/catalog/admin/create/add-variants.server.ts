import { changeProduct, lockProduct, type ProductShop } from '#lib/catalog/admin/change-product.server.ts';
import {
  addedCombinations,
  MAX_FORM_VARIANTS,
  MAX_OPTIONS,
  type OptionInput,
  type OptionValues,
} from '#lib/catalog/admin/create/option-combinations.ts';
import type { AddedVariants } from '#lib/catalog/admin/create/variant-options.schema.ts';
import type { CleanProduct } from '#lib/catalog/import/record/canonical-record.ts';
import type { VariantPatch } from '#lib/catalog/import/record/catalog-record.ts';
import { optionValue } from '#lib/catalog/products/option-values.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';

const NOTHING_NEW = 'Enter values that the product does not have yet.';
const TOO_MANY = `The product would have more than ${MAX_FORM_VARIANTS} variants.`;
const NO_NAME = 'Enter a name for the new option, such as Size.';
const TWO_VALUES = 'Enter the value of the existing variants first, then at least one more.';
const NO_SKU = 'Give every variant a SKU first: without one, existing variants can’t get a value of a new option.';
const TOO_MANY_OPTIONS = `A product can have at most ${MAX_OPTIONS} options.`;
const OPTION_EXISTS = 'The product already has this option.';

/**
 * Adds the missing variants: one for each combination of option values that contains at least one of the entered
 * values. All get the same price and stock. Existing variants get the first value of a new option. Returns the number
 * of new variants. Throws `not_found` if there is no such product, `invalid` if the values are rejected or result in no
 * new variant, and `conflict` if the product has changed since `version`.
 */
export function addVariants(shop: ProductShop, id: number, { version, ...input }: AddedVariants): Promise<number> {
  return transaction(shop.db, async (tx) => {
    const { record } = await lockProduct(tx, id, version);
    const currentOptions = optionsOf(record);
    const newOption = parseNewOption(record, input);
    const addedValues = new Map(
      currentOptions.map(({ name }, index) => [name, [input.values_0, input.values_1, input.values_2][index] ?? []]),
    );
    if (newOption) addedValues.set(newOption.name, newOption.values.slice(1));
    const options = newOption
      ? [...currentOptions, { name: newOption.name, values: newOption.values.slice(0, 1) }]
      : currentOptions;
    const existingKeys = new Set(record.variants.map(({ values }) => keyOf(withFirstValue(values, newOption))));
    const newCombinations = addedCombinations(options, addedValues).filter(
      (values) => !existingKeys.has(keyOf(values)),
    );
    if (newCombinations.length === 0) throw new ShopError('invalid', NOTHING_NEW, { values_0: NOTHING_NEW });
    if (record.variants.length + newCombinations.length > MAX_FORM_VARIANTS) throw new ShopError('invalid', TOO_MANY);
    const { hsn } = record.variants[0] ?? {};
    const variants: VariantPatch[] = [
      ...(newOption
        ? record.variants.map(({ sku, values }) => ({ sku, values: withFirstValue(values, newOption) }))
        : []),
      ...newCombinations.map((values) => ({ values, price: input.price, quantity: input.stock, hsn })),
    ];
    const patch = { type: 'product', slug: record.slug, options: options.map(({ name }) => name), variants } as const;
    await changeProduct(tx, shop, patch, 'add variants');
    return newCombinations.length;
  });
}

function optionsOf({ options = [], variants }: CleanProduct): OptionInput[] {
  return options.map((name) => ({
    name,
    values: [...new Set(variants.map(({ values }) => optionValue(values, name) ?? ''))],
  }));
}

function parseNewOption(
  { options = [], variants }: CleanProduct,
  { option, option_values: values }: Pick<AddedVariants, 'option' | 'option_values'>,
): OptionInput | undefined {
  if (values.length === 0) return undefined;
  const invalidError = (message: string, field = 'option_values') =>
    new ShopError('invalid', message, { [field]: message });
  if (option === '') throw invalidError(NO_NAME, 'option');
  if (options.includes(option)) throw invalidError(OPTION_EXISTS, 'option');
  if (options.length >= MAX_OPTIONS) throw invalidError(TOO_MANY_OPTIONS, 'option');
  if (values.length < 2) throw invalidError(TWO_VALUES);
  // A patch identifies a variant by its SKU or values, and a new option changes the values.
  if (variants.some(({ sku }) => !sku)) throw invalidError(NO_SKU, 'option');
  return { name: option, values };
}

function withFirstValue(values: OptionValues = {}, newOption: OptionInput | undefined): OptionValues {
  return newOption ? { ...values, [newOption.name]: newOption.values[0] ?? '' } : values;
}

function keyOf(values: OptionValues): string {
  return JSON.stringify(Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1)));
}
