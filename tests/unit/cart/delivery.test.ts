import { describe, expect, test } from 'vitest';
import { deliveryText, deliveryZone } from '#lib/sales/cart/delivery/delivery.ts';
import { demoDelivery } from '#support/demo-content.ts';

describe('delivery zones', () => {
  test.each([
    ['500003', 'Hyderabad'],
    ['502001', 'South India'],
    ['560001', 'South India'],
    ['682001', 'South India'],
    ['682555', 'Far places'],
    ['744101', 'Far places'],
    ['190001', 'Far places'],
    ['110001', 'Rest of India'],
    [undefined, 'Rest of India'],
  ])('the pincode %s is in the zone %s', (pincode, name) =>
    expect(deliveryZone(pincode, demoDelivery).name).toBe(name),
  );
});

test('the delivery text states the terms of the zone', () => {
  expect(deliveryText(deliveryZone('560001', demoDelivery))).toBe(
    'Delivery ₹59.00, free from ₹999.00. 2–5 business days. Cash on delivery is available here.',
  );
  expect(deliveryText(deliveryZone('110001', demoDelivery))).toContain('Cash on delivery costs ₹29.00 more.');
  expect(deliveryText(deliveryZone('744101', demoDelivery))).toContain('Cash on delivery is not available here.');
});
