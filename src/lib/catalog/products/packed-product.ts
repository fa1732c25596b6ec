import type { BuyableProduct, BuyableVariant } from '#lib/catalog/products/buyable-product.ts';

/**
 * A variant as an array: its id, price in paise, quantity, the index of each of its values, sale price, pre-order time
 * and longest cut. Trailing nulls are omitted.
 */
type PackedVariant = (number | null)[];

export type PackedProduct = Omit<BuyableProduct, 'variants'> & { variants: PackedVariant[] };

/** Returns a compact form of a product, for HTML. Each variant is an array; its values are indexes into the options. */
export function packProduct(product: BuyableProduct): PackedProduct {
  const variants = product.variants.map((variant): PackedVariant => {
    const { _id, pricePaise, quantity, values, salePricePaise, preOrderAt, longestCutCm } = variant;
    const indexes = values.map((value, index) => product.options[index]?.values.indexOf(value) ?? -1);
    const optionalValues = [salePricePaise, preOrderAt, longestCutCm].map((value) => value ?? null);
    return [
      _id,
      pricePaise,
      quantity,
      ...indexes,
      ...optionalValues.slice(0, 1 + optionalValues.findLastIndex((value) => value !== null)),
    ];
  });
  return { ...product, variants };
}

export function unpackProduct({ variants, ...product }: PackedProduct): BuyableProduct {
  return { ...product, variants: variants.map((variant) => unpackVariant(product, variant)) };
}

function unpackVariant({ options }: Pick<BuyableProduct, 'options'>, packed: PackedVariant): BuyableVariant {
  const [_id = 0, pricePaise = 0, quantity = 0, ...otherValues] = packed.map((value) => value ?? undefined);
  const [salePricePaise, preOrderAt, longestCutCm] = otherValues.slice(options.length);
  return {
    _id,
    values: options.map(({ values }, index) => values[otherValues[index] ?? -1] ?? ''),
    pricePaise,
    quantity,
    salePricePaise,
    preOrderAt,
    longestCutCm,
  };
}

const QUOTE_SUBSTITUTE = '~';

/**
 * Returns JSON for an HTML attribute, with `~` for quotation marks, which would take six characters each when escaped.
 */
export function attributeJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(QUOTE_SUBSTITUTE, '\\u007e').replaceAll('"', QUOTE_SUBSTITUTE);
}

export function parseAttributeJson<T>(text: string): T {
  return JSON.parse(text.replaceAll(QUOTE_SUBSTITUTE, '"')) as T;
}
