import type { BuyableProduct, BuyableVariant } from '#lib/catalog/products/buyable-product.ts';

/**
 * Id, price in paise, quantity, the indexes of its values, then sale price, pre-order time and longest cut; trailing
 * nulls are omitted.
 */
type PackedVariant = (number | null)[];

export type PackedProduct = Omit<BuyableProduct, 'variants'> & { variants: PackedVariant[] };

/** A compact form for HTML: each variant is an array, with its values as indexes into the options. */
export function packProduct(product: BuyableProduct): PackedProduct {
  const variants = product.variants.map((variant): PackedVariant => {
    const { _id, pricePaise, quantity, values, salePricePaise, preOrderAt, longestCutCm } = variant;
    const indexes = values.map((value, at) => product.options[at]?.values.indexOf(value) ?? -1);
    const optional = [salePricePaise, preOrderAt, longestCutCm].map((value) => value ?? null);
    return [
      _id,
      pricePaise,
      quantity,
      ...indexes,
      ...optional.slice(0, 1 + optional.findLastIndex((value) => value !== null)),
    ];
  });
  return { ...product, variants };
}

export function unpackProduct({ variants, ...product }: PackedProduct): BuyableProduct {
  return { ...product, variants: variants.map((variant) => unpackVariant(product, variant)) };
}

function unpackVariant({ options }: Pick<BuyableProduct, 'options'>, packed: PackedVariant): BuyableVariant {
  const [_id = 0, pricePaise = 0, quantity = 0, ...rest] = packed.map((value) => value ?? undefined);
  const [salePricePaise, preOrderAt, longestCutCm] = rest.slice(options.length);
  return {
    _id,
    values: options.map(({ values }, at) => values[rest[at] ?? -1] ?? ''),
    pricePaise,
    quantity,
    ...(salePricePaise === undefined ? {} : { salePricePaise }),
    ...(preOrderAt === undefined ? {} : { preOrderAt }),
    ...(longestCutCm === undefined ? {} : { longestCutCm }),
  };
}

const QUOTE = '~';

/** JSON for an HTML attribute, with `~` for quotation marks, which would take six characters each when escaped. */
export function attributeJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(QUOTE, '\\u007e').replaceAll('"', QUOTE);
}

export function parseAttributeJson<T>(text: string): T {
  return JSON.parse(text.replaceAll(QUOTE, '"')) as T;
}
