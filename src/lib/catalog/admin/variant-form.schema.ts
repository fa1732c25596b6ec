import { z } from 'zod/mini';
import { oneOrMore } from '#lib/primitives/one-or-more.schema.ts';
import { text } from '#lib/primitives/text.schema.ts';
import { versionSchema } from '#lib/primitives/version.schema.ts';

const MAX_CHARACTERS = 100;
const REASON_MAX_CHARACTERS = 200;
const QUERY_MAX_CHARACTERS = 1_000;

const list = z.optional(oneOrMore(text().check(z.trim(), z.maxLength(MAX_CHARACTERS))));
const VARIANT = /^\d{1,15}$/;
/**
 * The id of the variant, the position of the bolt (empty for pieces or for a new bolt), the amount that the form
 * showed, and the number of manual changes before the form was shown.
 */
const STOCK_FIELD = /^(\d{1,15}):(\d{0,4}):(\d{1,10}):(\d{1,9})$/;

/**
 * The form for the prices, SKUs, barcodes, shelves and stock of variants. Most lists have one value for each variant,
 * in the order of `variant[]`. Values without a form field stay unchanged. The names end with brackets, because the
 * HTML checker then allows several fields with the same name.
 */
export const VARIANT_FORM = z.pipe(
  z.object({
    id: text().check(z.regex(VARIANT)),
    version: versionSchema,
    'variant[]': z.pipe(
      oneOrMore(text().check(z.regex(VARIANT))),
      z.transform((ids) => ids.map(Number)),
    ),
    'price[]': list,
    'sale_price[]': list,
    'sku[]': list,
    'barcode[]': list,
    'shelf[]': list,
    /** The variant or bolt of each field in `stock[]`, in the format of `STOCK_FIELD`. */
    'stock_of[]': z._default(
      z.pipe(
        oneOrMore(text().check(z.regex(STOCK_FIELD))),
        z.transform((fields) => fields.map(stockField)),
      ),
      [],
    ),
    'stock[]': list,
    reason: z._default(text().check(z.trim(), z.maxLength(REASON_MAX_CHARACTERS)), ''),
    /** The parameters of the list in which the form was open, or undefined if the form is on the product's page. */
    list: z.optional(text().check(z.maxLength(QUERY_MAX_CHARACTERS))),
  }),
  z.transform(({ id, version, reason, list: page, ...rows }) => ({
    ...{ id, version, reason, list: page, variant: rows['variant[]'], price: rows['price[]'] },
    ...{ salePrice: rows['sale_price[]'], sku: rows['sku[]'], barcode: rows['barcode[]'], shelf: rows['shelf[]'] },
    ...{ stockOf: rows['stock_of[]'], stock: rows['stock[]'] },
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
 * changes, so that nobody has corrected the stock in the meantime.
 */
export function isSameField(field: string | undefined, other: string): boolean {
  const [variant, bolt, , count] = field?.split(':') ?? [];
  const [otherVariant, otherBolt, , otherCount] = other.split(':');
  return variant === otherVariant && bolt === otherBolt && count === otherCount;
}

function stockField(field: string) {
  const [variantId, bolt, amount, manualChanges] = field.split(':');
  return {
    variantId: Number(variantId),
    bolt: bolt === '' ? undefined : Number(bolt),
    amount: Number(amount),
    manualChanges: Number(manualChanges),
  };
}
