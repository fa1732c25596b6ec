import { z } from 'zod/mini';
import { optionNameField, priceField, stockField, valuesField } from '#lib/catalog/admin/create/new-product.schema.ts';
import { ID_AND_VERSION, idsField } from '#lib/catalog/admin/form-fields.schema.ts';

/**
 * The form for new variants: new values for each of the product's options (`values_0` for the first option), and a new
 * option with its values.
 */
export const ADDED_VARIANTS = z.pipe(
  z.object({
    ...ID_AND_VERSION,
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

export const REMOVED_VARIANTS = z.object({ ...ID_AND_VERSION, variant: z._default(idsField, []) });
