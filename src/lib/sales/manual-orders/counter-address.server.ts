import { locationOfPincode } from '#lib/primitives/pincode-locations.server.ts';
import type { OrderAddress } from '#lib/sales/address/address.ts';
import type { ShopSettings } from '#lib/shop/settings/settings.schema.ts';

/**
 * Returns the shop's address for an order that the customer collects. The shop is the place of supply, so the order is
 * taxed as a sale within the shop's state, wherever the customer lives.
 */
export async function counterAddress(
  { name: shopName, address: { address }, state }: Pick<ShopSettings, 'name' | 'address' | 'state'>,
  { name, mobile }: { name: string; mobile: string },
): Promise<OrderAddress> {
  const pincode = /\b[1-9]\d{2} ?\d{3}\b/.exec(address)?.[0].replace(' ', '') ?? '';
  const location = await locationOfPincode(pincode, state.name);
  const isInState = location?.state === state.name;
  return {
    ...{ name, mobile, house: 'At the counter', street: address || shopName, landmark: '', state: state.name },
    ...{ pincode: isInState ? pincode : '', city: isInState ? location.city : shopName, type: 'other' },
  };
}
