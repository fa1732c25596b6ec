import { z } from 'zod/mini';
import { optionNameField, priceField, stockField, valuesField } from '#lib/catalog/admin/create/new-product.schema.ts';
import { oneOrMore } from '#lib/primitives/one-or-more.schema.ts';
import { text } from '#lib/primitives/text.schema.ts';
import { versionSchema } from '#lib/primitives/version.schema.ts';

const idField = text().check(z.regex(/^\d{1,15}$/));

/**
 * The form for new variants: new values for each of the product's options (`values_0` for the first option), and a new
 * option with its values.
 */
export const ADDED_VARIANTS = z.pipe(
  z.object({
    id: idField,
    version: versionSchema,
    values_0: valuesField,
    values_1: valuesField,
    values_2: valuesField,
    option: optionNameField,
    option_values: valuesField,
    // These names have a prefix because other fields of the page are named `price` and `stock`.
    new_price: priceField,
    new_stock: stockField,
  }),
  z.transform(({ new_price: price, new_stock: stock, ...rest }) => ({ ...rest, price, stock })),
);

export type AddedVariants = Omit<z.infer<typeof ADDED_VARIANTS>, 'id'>;

export const REMOVED_VARIANTS = z.object({
  id: idField,
  version: versionSchema,
  variant: z.pipe(
    z._default(oneOrMore(idField), []),
    z.transform((ids) => ids.map(Number)),
  ),
});
