import { expect, test } from 'vitest';
import type { Consignment } from '#lib/sales/shipping/courier/courier.ts';
import { courierFile } from '#lib/sales/shipping/courier-files/courier-file.ts';
import { trackingLines } from '#lib/sales/shipping/courier-files/tracking-file.ts';
import { nextReference } from '#lib/sales/shipping/create-parcel-once.server.ts';
import { shiprocketOrder } from '#lib/sales/shipping/shiprocket/shiprocket-order.ts';
import { timeOfReport } from '#lib/sales/shipping/shiprocket/shiprocket-status.ts';
import { HOME } from '#support/order-fixture.ts';

const CONSIGNMENT: Consignment = {
  reference: 'TA-2026-000001',
  placedAt: Date.parse('2026-11-21T23:30:00+05:30'),
  address: { ...HOME, name: '=Asha Rao', landmark: 'Near the tank' },
  email: 'asha@example.in',
  items: [
    { name: 'Kurta (M)', sku: 'K-M', units: 2, pricePaise: 49_950, hsn: '6206' },
    { name: 'Khadi, 2.5 m', sku: '17', units: 1, pricePaise: 50_025, hsn: null },
  ],
  totalPaise: 149_925,
  collectPaise: 100_050,
  size: { weightGrams: 750, lengthCm: 30, breadthCm: 25, heightCm: 5 },
};

test('a courier file has the owner’s columns, and escapes formulas', () => {
  const values = [
    'number',
    'date',
    'name',
    'address',
    'payment',
    'collect',
    'weight',
    'pieces',
    'goods',
    'empty',
  ] as const;
  const columns = values.map((value) => ({ heading: value.toUpperCase(), value }));
  const [heading, line] = courierFile(columns, [{ consignment: CONSIGNMENT, note: null }]).split('\r\n');
  expect(heading).toBe('\u{FEFF}NUMBER,DATE,NAME,ADDRESS,PAYMENT,COLLECT,WEIGHT,PIECES,GOODS,EMPTY');
  expect(line).toBe(
    `TA-2026-000001,2026-11-21,'=Asha Rao,"5-4-86, Karkhana Lane, Near the tank",COD,1000.5,750,3,"2 × Kurta (M); Khadi, 2.5 m",`,
  );
});

const HEADINGS = { numberHeading: 'Order', trackingHeading: 'AWB' };
const rows = (...lines: string[][]) => lines.map((fields, index) => ({ line: index + 1, fields }));

test('tracking numbers are read from the courier’s file by its headings', () => {
  const file = rows(
    ['\u{FEFF}City', ' awb ', 'ORDER'],
    ['Pune', '="00123"', 'TA-1'],
    ['Pune', '', 'TA-2'],
    ['', "'77", 'TA-3'],
  );
  expect(trackingLines(file, HEADINGS)).toEqual([
    { line: 2, orderNumber: 'TA-1', trackingNumber: '00123' },
    { line: 4, orderNumber: 'TA-3', trackingNumber: '77' },
  ]);
});

test.each([
  [rows(['Order', 'Number'], ['TA-1', '1']), 'The file has no column “AWB”'],
  [rows(['Order', 'AWB'], ['TA-1', '']), 'The file has no line with a tracking number'],
  [rows(['Order', 'AWB'], ['TA-1', '1'], ['TA-1', '2']), 'Line 3: TA-1 appears twice'],
  [rows(['Order', 'AWB'], ['TA-1', '1'], ['TA-2', '1']), 'Line 3: 1 appears twice'],
  [rows(['Order', 'AWB'], ['TA-1', '1'.repeat(61)]), 'Line 2: the tracking number is too long'],
  [[], 'The file has no column “Order”'],
])('the tracking file %j is rejected: %s', (file, message) => {
  expect(() => trackingLines(file, HEADINGS)).toThrow(message);
});

test('Shiprocket collects exactly the amount due on delivery', () => {
  expect(shiprocketOrder(CONSIGNMENT, 'Warehouse')).toMatchObject({
    ...{ payment_method: 'COD', sub_total: 1000.5, order_date: '2026-11-21 23:30', weight: 0.75 },
    ...{ billing_customer_name: '=Asha', billing_last_name: 'Rao', billing_pincode: 500_003 },
  });
  const paidOrder = shiprocketOrder({ ...CONSIGNMENT, collectPaise: 0 }, 'Warehouse');
  expect(paidOrder).toMatchObject({ payment_method: 'Prepaid', sub_total: 1499.25 });
});

test('parses the times in reports as times in India', () => {
  expect(timeOfReport('23 05 2023 11:43:52')).toBe(Date.parse('2023-05-23T11:43:52+05:30'));
  expect(timeOfReport('2022-07-19 11:37:00')).toBe(Date.parse('2022-07-19T11:37:00+05:30'));
  expect(['', 'yesterday', '31 31 2023 11:43:52'].map(timeOfReport)).toEqual([undefined, undefined, undefined]);
});

test('a reference that can’t be reused is followed by the next reference', () => {
  expect(nextReference('TA-2026-000001')).toBe('TA-2026-000001-2');
  expect(nextReference('TA-2026-000001-2')).toBe('TA-2026-000001-3');
  expect(nextReference('TA-2026-1000001-19')).toBe('TA-2026-1000001-20');
});
