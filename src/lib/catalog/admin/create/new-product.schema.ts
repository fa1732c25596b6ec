import { z } from 'zod/mini';
import { MAX_FORM_VARIANTS, parseValues } from '#lib/catalog/admin/create/option-combinations.ts';
import { categoriesField, hsnField } from '#lib/catalog/admin/product-form.schema.ts';
import { cleanText, MAX_RUPEES, PRODUCT_LIMITS } from '#lib/catalog/import/record/record-limits.ts';
import { rupeesOf } from '#lib/catalog/import/record/rupees.ts';
import { parseNumber } from '#lib/catalog/inventory/requested-quantity.ts';
import { text } from '#lib/primitives/text.schema.ts';
import { rupeesToPaise } from '#lib/shop/money/money.ts';

const OPTION_NAME_MAX_CHARACTERS = 60;
const VALUE_MAX_CHARACTERS = 100;
const VALUES_MAX_CHARACTERS = 5_000;
const MAX_STOCK = 100_000;

const optionalText = (max: number) => z._default(text().check(z.overwrite(cleanText), z.maxLength(max)), '');

/** The values of an option, separated by commas or line breaks. */
export const valuesField = z
  .pipe(
    optionalText(VALUES_MAX_CHARACTERS),
    z.transform((input) => parseValues(input)),
  )
  .check(
    z.refine((values) => values.length <= MAX_FORM_VARIANTS, `Enter at most ${MAX_FORM_VARIANTS} values.`),
    z.refine(
      (values) => values.every(({ length }) => length <= VALUE_MAX_CHARACTERS),
      `A value can have at most ${VALUE_MAX_CHARACTERS} characters.`,
    ),
  );

/** A price in rupees. */
export const priceField = z
  .pipe(
    text('Enter a price.').check(z.trim(), z.minLength(1, 'Enter a price.'), z.maxLength(VALUE_MAX_CHARACTERS)),
    z.transform((input) => rupeesOf(input) ?? Number.NaN),
  )
  .check(
    z.refine(
      (rupees) => rupees <= MAX_RUPEES && rupeesToPaise(rupees) !== undefined,
      'Enter the price in rupees, such as 1,299.',
    ),
  );

/** The stock of each variant, in pieces or metres; 0 if the field is empty. */
export const stockField = z
  .pipe(
    optionalText(VALUE_MAX_CHARACTERS),
    z.transform((input) => (input === '' ? 0 : (parseNumber(input) ?? Number.NaN))),
  )
  .check(z.refine((stock) => stock >= 0 && stock <= MAX_STOCK, 'Enter the stock as a number, such as 5.'));

export const optionNameField = optionalText(OPTION_NAME_MAX_CHARACTERS);

export const NEW_PRODUCT = z.object({
  name: text('Enter a name.').check(
    z.overwrite(cleanText),
    z.minLength(1, 'Enter a name.'),
    z.maxLength(PRODUCT_LIMITS.name, `The name can have at most ${PRODUCT_LIMITS.name} characters.`),
  ),
  price: priceField,
  sell_unit: z._default(z.enum(['piece', 'metre']), 'piece'),
  stock: stockField,
  option_1: optionNameField,
  values_1: valuesField,
  option_2: optionNameField,
  values_2: valuesField,
  category: categoriesField,
  hsn: hsnField,
});

/**
 * The form for a new product. Its `key` makes the form idempotent: if it is sent twice, only one product is created.
 */
export const NEW_PRODUCT_FORM = z.extend(NEW_PRODUCT, {
  key: text().check(z.minLength(1), z.maxLength(VALUE_MAX_CHARACTERS)),
});

export type NewProduct = z.infer<typeof NEW_PRODUCT>;
