import { expect, test } from 'vitest';
import type { OrderStatus, PaymentStatus } from '#lib/platform/db/tables/orders.ts';
import { parcelLabel, parcelRefusal } from '#lib/sales/printing/parcel-texts.ts';

const SELLER = {
  name: 'Taana',
  address: { mobile: '9000000000', email: '', address: 'Ranigunj, Hyderabad' },
};
const ADDRESS = {
  ...{ name: 'Asha Rao', mobile: '9876543210', house: '5-4-86', street: 'Karkhana Lane', landmark: '' },
  ...{ city: 'Hyderabad', state: 'Telangana', pincode: '500003' },
};

const label = (payment_status: PaymentStatus, order_status: OrderStatus = 'processing') =>
  parcelLabel(
    {
      ...{ number: 'TA-2026-000012', address_json: JSON.stringify(ADDRESS), order_status, payment_status },
      ...{ carrier: 'Delhivery', tracking_number: 'AWB1' },
    },
    { toPayPaise: 129_900 },
    SELLER,
  );

test('a label has the address, the sender and the amount that the courier must collect', () => {
  expect(label('cod')).toEqual({
    number: 'TA-2026-000012',
    name: 'Asha Rao',
    address: ['5-4-86, Karkhana Lane', 'Hyderabad, Telangana'],
    pincode: '500003',
    mobile: '+91 9876543210',
    from: ['Taana', 'Ranigunj, Hyderabad', '+91 9000000000'],
    collect: '₹1,299.00',
    tracking: 'Delhivery AWB1',
  });
  expect(label('paid').collect).toBeUndefined();
  expect(label('cod', 'delivered').collect).toBeUndefined();
});

test.each([
  ['pending', 'is pending: it is not paid yet'],
  ['cancelled', 'is cancelled: nothing is sent'],
  ['returned', 'is returned: nothing is sent'],
  ['placed', undefined],
  ['shipped', undefined],
] as const)('the reason not to label the parcel of an order that is %s: %s', (order_status, refusal) => {
  expect(parcelRefusal({ order_status, awaits_confirmation: 0 })).toBe(refusal);
});
