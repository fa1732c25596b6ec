import type { APIContext } from 'astro';
import { isPlainForm, refererPath } from '#lib/platform/http/endpoint/endpoint-response.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { PINCODE_PATTERN, pincodeDigits } from '#lib/primitives/pincode.ts';
import { locationOfPincode } from '#lib/primitives/pincode-locations.server.ts';
import { deliveryText, unknownPincodeMessage } from '#lib/sales/cart/delivery/delivery.ts';
import { termsAtPincode } from '#lib/sales/cart/delivery/delivery-terms.server.ts';

const PRODUCT_PATH = /^\/products\/[^/?]+(?:\/\d+)?(?=\?|$)/;

/**
 * Returns the path of the product page with the delivery terms for a pincode. Returns undefined unless the request is a
 * form sent without JavaScript from a product page. The path contains the pincode, because the cached page is the same
 * for every visitor. A pincode identifies nobody.
 */
export function productDeliveryPath(context: APIContext, pincode: string): string | undefined {
  const referer = isPlainForm(context.request) ? refererPath(context) : undefined;
  const path = referer && PRODUCT_PATH.exec(referer)?.[0];
  return path && `${path}?pincode=${pincode}#pincode`;
}

/**
 * Returns the delivery terms for a parcel that contains only this product, or an error text if the pincode is unknown.
 * Returns undefined if `input` is not a pincode.
 */
export async function productDelivery(
  { db, now }: Pick<Shop, 'db' | 'now'>,
  input: string | null,
  { isPreOrder }: { isPreOrder: boolean },
): Promise<{ pincode: string; text: string } | undefined> {
  const digits = pincodeDigits(input ?? '');
  if (!PINCODE_PATTERN.test(digits)) return undefined;
  const location = await locationOfPincode(digits);
  if (!location) return { pincode: digits, text: unknownPincodeMessage(digits) };
  const zone = await termsAtPincode({ db, now }, digits);
  const text = deliveryText(zone, { isPreOrder, at: now() });
  return { pincode: digits, text: `${location.city} ${digits}: ${text}` };
}
