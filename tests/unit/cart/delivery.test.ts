import { describe, expect, test } from 'vitest';
import { deliveryZone } from '#lib/cart/delivery.ts';

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
  ])('%s lies in %s', (pincode, name) => expect(deliveryZone(pincode).name).toBe(name));
});
