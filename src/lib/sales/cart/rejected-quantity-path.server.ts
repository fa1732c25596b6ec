import type { APIContext } from 'astro';
import { isShopError } from '#lib/platform/errors/shop-error.ts';
import { isPlainForm, refererPath } from '#lib/platform/http/endpoint/endpoint-response.server.ts';

const PRODUCT_PATH = /^\/products\/[^/?]+(?:\/\d+)?$/;
const QUANTITY_MAX_CHARACTERS = 20;

/**
 * The product page that shows a rejected quantity again, for a form without JavaScript. Its URL contains the
 * quantity, because the page is the same for everyone. `chosen` is the path of the selected variant, if it is known.
 * `undefined` for other errors, pages and clients.
 */
export function rejectedQuantityPath(
  context: APIContext,
  { variant, quantity }: { variant?: string | undefined; quantity?: number | string | undefined },
  error: unknown,
  chosen?: string,
): string | undefined {
  const isQuantityError = isShopError(error) && error.fields?.quantity !== undefined;
  const before = isQuantityError && isPlainForm(context.request) ? refererPath(context) : undefined;
  if (!before) return undefined;
  const { pathname, searchParams } = new URL(before, context.url);
  const quickView = searchParams.get('quickView') || undefined;
  const viewed =
    quickView && `/products/${encodeURIComponent(quickView)}${variant ? `/${encodeURIComponent(variant)}` : ''}`;
  const path = chosen ?? viewed ?? PRODUCT_PATH.exec(pathname)?.[0];
  return path && `${path}?quantity=${encodeURIComponent(quantityText(quantity))}`;
}

/** A quantity as text for a URL, so that the page shows what was entered. */
export function quantityText(quantity: number | string | undefined): string {
  return String(quantity).slice(0, QUANTITY_MAX_CHARACTERS);
}

/** The rejected quantity in the URL of a product page, as text; undefined if there is none. */
export function quantityInUrl(params: URLSearchParams): string | undefined {
  return params.get('quantity')?.slice(0, QUANTITY_MAX_CHARACTERS);
}
