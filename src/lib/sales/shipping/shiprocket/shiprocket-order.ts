import { indianIsoMinute } from '#lib/primitives/indian-time.ts';
import type { Consignment } from '#lib/sales/shipping/courier/courier.ts';
import { paiseToRupees } from '#lib/shop/money/money.ts';

const MAX_CITY_CHARACTERS = 30;
const GRAMS_PER_KG = 1_000;

/**
 * Returns the request body for Shiprocket's "Create Custom Order" API. The courier collects `sub_total` plus all
 * charges, so `sub_total` is the whole amount due at the door, and no charges are sent. For a paid order, `sub_total`
 * is the price of the goods and the delivery.
 */
export function shiprocketOrder(consignment: Consignment, pickupLocation: string): Record<string, unknown> {
  const { reference, placedAt, address, email, items, collectPaise, totalPaise, size } = consignment;
  const [firstName = '', ...lastNames] = address.name.split(/\s+/).filter(Boolean);
  return {
    order_id: reference,
    order_date: indianIsoMinute(placedAt),
    pickup_location: pickupLocation,
    billing_customer_name: firstName,
    billing_last_name: lastNames.join(' '),
    billing_address: [address.house, address.street].filter(Boolean).join(', '),
    billing_address_2: address.landmark,
    billing_city: address.city.slice(0, MAX_CITY_CHARACTERS),
    billing_pincode: Number(address.pincode),
    billing_state: address.state,
    billing_country: 'India',
    billing_email: email,
    billing_phone: Number(address.mobile),
    shipping_is_billing: true,
    order_items: items.map(({ name, sku, units, pricePaise, hsn }) => ({
      ...{ name, sku, units, selling_price: paiseToRupees(pricePaise) },
      ...(hsn ? { hsn } : {}),
    })),
    payment_method: collectPaise > 0 ? 'COD' : 'Prepaid',
    sub_total: paiseToRupees(collectPaise > 0 ? collectPaise : totalPaise),
    length: size.lengthCm,
    breadth: size.breadthCm,
    height: size.heightCm,
    weight: size.weightGrams / GRAMS_PER_KG,
  };
}
