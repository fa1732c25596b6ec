import { z } from 'zod/mini';
import { ID_AND_VERSION, idsField } from '#lib/catalog/admin/form-fields.schema.ts';
import { oneOrMore } from '#lib/primitives/one-or-more.schema.ts';
import { text } from '#lib/primitives/text.schema.ts';

const MAX_CHARACTERS = 100;
const REASON_MAX_CHARACTERS = 200;
const QUERY_MAX_CHARACTERS = 1_000;

const optionalTexts = z.optional(oneOrMore(text().check(z.trim(), z.maxLength(MAX_CHARACTERS))));
/**
 * The id of the variant, the position of the bolt (empty for pieces or for a new bolt), the amount that the form
 * showed, and the number of manual changes before the form was shown.
 */
const STOCK_FIELD = /^(\d{1,15}):(\d{0,4}):(\d{1,10}):(\d{1,9})$/;

/**
 * The form for the prices, SKUs, barcodes, shelves and stock of variants. Most lists have one value for each variant,
 * in the order of `variant[]`. Properties of variants that have no form field stay unchanged. The names end with
 * brackets, because the HTML checker then allows several fields with the same name.
 */
export const VARIANT_FORM = z.pipe(
  z.object({
    ...ID_AND_VERSION,
    'variant[]': idsField,
    'price[]': optionalTexts,
    'sale_price[]': optionalTexts,
    'sku[]': optionalTexts,
    'barcode[]': optionalTexts,
    'shelf[]': optionalTexts,
    /** The variant or bolt of each field in `stock[]`, in the format of `STOCK_FIELD`. */
    'stock_of[]': z._default(
      z.pipe(
        oneOrMore(text().check(z.regex(STOCK_FIELD))),
        z.transform((fields) => fields.map(parseStockField)),
      ),
      [],
    ),
    'stock[]': optionalTexts,
    reason: z._default(text().check(z.trim(), z.maxLength(REASON_MAX_CHARACTERS)), ''),
    /** The parameters of the list in which the form was open, or undefined if the form is on the product's page. */
    list: z.optional(text().check(z.maxLength(QUERY_MAX_CHARACTERS))),
  }),
  z.transform(({ id, version, reason, list: listQuery, ...fields }) => ({
    ...{ id, version, reason, list: listQuery, variantIds: fields['variant[]'], price: fields['price[]'] },
    ...{
      salePrice: fields['sale_price[]'],
      sku: fields['sku[]'],
      barcode: fields['barcode[]'],
      shelf: fields['shelf[]'],
    },
    ...{ stockFields: fields['stock_of[]'], stock: fields['stock[]'] },
  })),
);

export type VariantForm = z.infer<typeof VARIANT_FORM>;

/** Returns a value for `stock_of[]`, in the format of `STOCK_FIELD`. */
export function stockFieldText(
  variantId: number,
  { bolt, amount }: { bolt: number | undefined; amount: number },
  manualChanges: number,
): string {
  return [variantId, bolt ?? '', amount, manualChanges].join(':');
}

/**
 * Returns whether two values of `stock_of[]` are for the same bolt or variant and have the same number of manual
 * changes, which means that nobody has corrected the stock in the meantime.
 */
export function isSameField(field: string | undefined, other: string): boolean {
  const [variant, bolt, , changes] = field?.split(':') ?? [];
  const [otherVariant, otherBolt, , otherChanges] = other.split(':');
  return variant === otherVariant && bolt === otherBolt && changes === otherChanges;
}

function parseStockField(field: string) {
  const [variantId, bolt, amount, manualChanges] = field.split(':');
  return {
    variantId: Number(variantId),
    bolt: bolt === '' ? undefined : Number(bolt),
    amount: Number(amount),
    manualChanges: Number(manualChanges),
  };
}
