import type { APIContext } from 'astro';
import { isShopError } from '#lib/platform/errors/shop-error.ts';
import { isPlainForm, refererPath } from '#lib/platform/http/endpoint/endpoint-response.server.ts';

const PRODUCT_PATH = /^\/products\/[^/?]+(?:\/\d+)?$/;
const QUANTITY_MAX_CHARACTERS = 20;

/**
 * Returns the path of the product page that shows a rejected quantity again. Its query contains the quantity, because
 * the page is the same for everyone. `variantPath` is the path of the selected variant, if known. Without it, returns
 * the product page, or the page of the product in the quick view, from which the form was sent. Returns undefined if
 * the form was sent from another page, if `error` is not about the quantity, or if the form was sent with JavaScript.
 */
export function rejectedQuantityPath(
  context: APIContext,
  { variant, quantity }: { variant?: string; quantity?: number | string | undefined },
  error: unknown,
  variantPath?: string,
): string | undefined {
  const isQuantityError = isShopError(error) && error.fields?.quantity !== undefined;
  const referer = isQuantityError && isPlainForm(context.request) ? refererPath(context) : undefined;
  if (!referer) return undefined;
  const { pathname, searchParams } = new URL(referer, context.url);
  const quickView = searchParams.get('quickView') || undefined;
  const quickViewPath =
    quickView && `/products/${encodeURIComponent(quickView)}${variant ? `/${encodeURIComponent(variant)}` : ''}`;
  const path = variantPath ?? quickViewPath ?? PRODUCT_PATH.exec(pathname)?.[0];
  return path && `${path}?quantity=${encodeURIComponent(quantityText(quantity))}`;
}

/** Returns a quantity as text for a URL, so that the page shows the entered quantity. */
export function quantityText(quantity: number | string | undefined): string {
  return String(quantity).slice(0, QUANTITY_MAX_CHARACTERS);
}

/** Returns the rejected quantity in the URL of a product page, as text, or undefined if there is none. */
export function quantityInUrl(params: URLSearchParams): string | undefined {
  return params.get('quantity')?.slice(0, QUANTITY_MAX_CHARACTERS);
}
