import type { APIContext } from 'astro';
import { isShopError } from '#lib/platform/errors/shop-error.ts';
import { isPlainForm, pathBefore } from '#lib/platform/http/endpoint/endpoint-answer.server.ts';

const PRODUCT_PATH = /^\/products\/[^/?]+(?:\/\d+)?$/;
const TEXT_CHARACTERS = 20;

/**
 * Where a form without JavaScript shows a quantity again that was refused: the page of the product, whose address carries
 * it, because the page is the same for everyone. `chosen` is the path of the variant that the form's values name.
 * `undefined` for other errors and other pages.
 */
export function quantityAnswerPath(
  context: APIContext,
  { variant, quantity }: { variant?: string | undefined; quantity?: number | string | undefined },
  error: unknown,
  chosen?: string,
): string | undefined {
  const isOfQuantity = isShopError(error) && error.fields?.quantity !== undefined;
  const before = isOfQuantity && isPlainForm(context.request) ? pathBefore(context) : undefined;
  if (!before) return undefined;
  const { pathname, searchParams } = new URL(before, context.url);
  const quickView = searchParams.get('quickView') || undefined;
  const viewed =
    quickView && `/products/${encodeURIComponent(quickView)}${variant ? `/${encodeURIComponent(variant)}` : ''}`;
  const path = chosen ?? viewed ?? PRODUCT_PATH.exec(pathname)?.[0];
  return path && `${path}?quantity=${encodeURIComponent(quantityText(quantity))}`;
}

/** A quantity as an address carries it, so that the page shows what was typed. */
export function quantityText(quantity: number | string | undefined): string {
  return String(quantity).slice(0, TEXT_CHARACTERS);
}

/** The quantity of such an address, unless nobody could have typed it. */
export function quantityOfAddress(params: URLSearchParams): string | undefined {
  return params.get('quantity')?.slice(0, TEXT_CHARACTERS);
}
