import type { APIContext } from 'astro';
import { isPlainForm, refererPath } from '#lib/platform/http/endpoint/endpoint-response.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { PINCODE_PATTERN, pincodeDigits } from '#lib/primitives/pincode.ts';
import { locationOfPincode } from '#lib/primitives/pincode-locations.server.ts';
import { deliveryText, unknownPincode } from '#lib/sales/cart/delivery/delivery.ts';
import { termsAtPincode } from '#lib/sales/cart/delivery/delivery-terms.server.ts';

export interface ProductDelivery {
  pincode: string;
  text: string;
}

const PRODUCT_PATH = /^\/products\/[^/?]+(?:\/\d+)?(?=\?|$)/;

/**
 * The product page with the delivery terms at a pincode, for a form without JavaScript; undefined for other requests
 * and pages. The URL contains the pincode, because the page is the same for everyone; a pincode identifies nobody.
 */
export function productDeliveryPath(context: APIContext, pincode: string): string | undefined {
  const before = isPlainForm(context.request) ? refererPath(context) : undefined;
  const path = before && PRODUCT_PATH.exec(before)?.[0];
  return path && `${path}?pincode=${pincode}#pincode`;
}

/**
 * The delivery terms of one product, for a parcel that contains nothing else; for a pincode that does not exist, a text
 * that says so. Undefined without a pincode of six digits.
 */
export async function productDelivery(
  { db, now }: Pick<Shop, 'db' | 'now'>,
  input: string | null,
  { preOrder }: { preOrder: boolean },
): Promise<ProductDelivery | undefined> {
  const digits = pincodeDigits(input ?? '');
  if (!PINCODE_PATTERN.test(digits)) return undefined;
  const location = await locationOfPincode(digits);
  if (!location) return { pincode: digits, text: unknownPincode(digits) };
  const zone = await termsAtPincode({ db, now }, digits);
  const text = deliveryText(zone, { isPreOrder: preOrder, at: now() });
  return { pincode: digits, text: `${location.city} ${digits}: ${text}` };
}
