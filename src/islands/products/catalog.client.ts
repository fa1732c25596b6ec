import { getFromApi } from '#islands/ui/api-response.ts';
import { type BuyableProduct, buyableOption } from '#lib/catalog/products/buyable-product.ts';
import type { ProductJson } from '#lib/catalog/products/product-json.ts';
import { toCm } from '#lib/primitives/metres.ts';
import { rupeesToPaise } from '#lib/shop/money/money.ts';

/** Returns the product, or `undefined` if there is no such product. Rejects on any other failure. */
export async function fetchProduct(slug: string, signal?: AbortSignal): Promise<ProductJson | undefined> {
  const response = await getFromApi<ProductJson>(`/public/product/show/${encodeURIComponent(slug)}`, signal);
  if (response.httpStatus === 404) return undefined;
  if (response.status !== 'success') throw new Error(response.message);
  return response.data;
}

/** Rejects if the request fails or the response contains no settings. */
export async function fetchCurrencySymbol(signal?: AbortSignal): Promise<string> {
  return (await getFromApi<{ currency_symbol: string }>('/public/settings', signal)).data.currency_symbol;
}

/** Converts a product from the API, with rupees and metres, to a product with paise and centimetres. */
export function buyableProductFromJson(product: ProductJson): BuyableProduct {
  const isMetre = product.sell_unit === 'metre';
  const toQuantity = (value: number) => (isMetre ? toCm(value) : value);
  return {
    _id: Number(product._id),
    slug: product.slug,
    sellUnit: product.sell_unit,
    unitStepCm: isMetre ? toQuantity(product.unit_step) : 1,
    minQuantity: toQuantity(product.min_quantity),
    options: product.variant_options.map(({ label, variants, dots }) =>
      buyableOption({ label, values: variants, dots }),
    ),
    variants: product.variant_ids.map((variant) => ({
      _id: Number(variant._id),
      values: variant.values,
      pricePaise: rupeesToPaise(variant.price) ?? 0,
      salePricePaise: variant.sale_price === null ? undefined : rupeesToPaise(variant.sale_price),
      quantity: toQuantity(variant.quantity),
      preOrderAt: variant.pre_order === null ? undefined : Date.parse(variant.pre_order),
      longestCutCm: variant.longest_cut === null ? undefined : toQuantity(variant.longest_cut),
    })),
  };
}
