import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { type ExportedOrder, orderCsvHeading, orderCsvLines } from '#lib/sales/orders/list/export-orders.server.ts';
import type { OrderRow } from '#lib/sales/orders/record/change-order.server.ts';

const ORDER = {
  ...{ number: 'TNA-2026-000012', email: 'asha@example.in', mobile: '9876543210', order_status: 'shipped' },
  ...{ payment_status: 'cod', payment_method: 'cod', subtotal_paise: 129_900, discount_paise: 10_000 },
  ...{ delivery_paise: 7_900, total_paise: 127_800, carrier: 'DTDC', tracking_number: 'AWB1', invoice_number: 'TA/1' },
  ...{ created_at: Date.parse('2026-11-20T20:00:00Z') },
} as OrderRow;
const ADDRESS = {
  name: 'Asha Rao',
  house: '7',
  street: 'MG Road',
  city: 'Pune',
  state: 'Maharashtra',
  pincode: '411001',
};
const LINE = { sku: 'KUR-M', name: 'Kurta', variant: 'M', sell_unit: 'piece' as const, quantity: 2 };

function exportedOrder(changes: Partial<ExportedOrder> & { address?: object } = {}): ExportedOrder {
  const { address = ADDRESS, order = ORDER, ...rest } = changes;
  return { order: { ...order, address_json: JSON.stringify(address) }, lines: [LINE], credits: [], ...rest };
}

function rowOf(order: ExportedOrder): Record<string, string> {
  const text = orderCsvHeading() + orderCsvLines([order]);
  return (parse(text, { columns: true, bom: true }) as Record<string, string>[])[0] ?? {};
}

describe('the export of orders', () => {
  test('has the columns for an order, with amounts in rupees and the time in India', () => {
    expect(rowOf(exportedOrder())).toEqual({
      ...{ Number: 'TNA-2026-000012', Placed: '2026-11-21 01:30', Status: 'Shipped', Payment: 'Cash on delivery' },
      ...{ Method: 'Cash on delivery', Name: 'Asha Rao', Email: 'asha@example.in', Mobile: '9876543210', House: '7' },
      ...{ Street: 'MG Road', Landmark: '', City: 'Pune', State: 'Maharashtra', Pincode: '411001' },
      ...{ Items: '2 × Kurta (M) [KUR-M]', Goods: '1299.00', Discount: '100.00', Delivery: '79.00' },
      ...{ Credited: '0.00', Total: '1278.00', Courier: 'DTDC', 'Tracking number': 'AWB1', Invoice: 'TA/1' },
      ...{ GSTIN: '', Business: '' },
    });
  });

  test('has totals after credits, and a total of zero for an order that ended unpaid', () => {
    const creditedRow = rowOf(exportedOrder({ credits: [{ total_paise: 20_000 }, { total_paise: 7_800 }] }));
    expect([creditedRow.Credited, creditedRow.Total]).toEqual(['278.00', '1000.00']);
    const endedRow = rowOf(exportedOrder({ order: { ...ORDER, order_status: 'cancelled' } }));
    expect([endedRow.Credited, endedRow.Total]).toEqual(['1278.00', '0.00']);
  });

  test('lists the items, with lengths of cloth in metres', () => {
    const cloth = { ...LINE, sku: null, name: 'Mulmul', variant: '', sell_unit: 'metre' as const, quantity: 250 };
    expect(rowOf(exportedOrder({ lines: [LINE, cloth] })).Items).toBe('2 × Kurta (M) [KUR-M]; 2.5 m Mulmul');
  });

  test.each(['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠'])(
    'escapes a cell that begins with %j, which a spreadsheet would evaluate',
    (sign) => {
      const text = `${sign}HYPERLINK("https://evil.example","x")`;
      const row = rowOf(exportedOrder({ address: { ...ADDRESS, name: text, house: text } }));
      expect([row.Name, row.House]).toEqual([`'${text}`, `'${text}`]);
    },
  );

  test('begins with a byte order mark for Excel, ends lines with CRLF, and quotes cells', () => {
    const heading = orderCsvHeading();
    expect([...Buffer.from(heading).subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(heading.endsWith('Business\r\n')).toBe(true);
    const quotedRow = rowOf(exportedOrder({ address: { ...ADDRESS, street: 'A, "B"\nC' } }));
    expect(quotedRow.Street).toBe('A, "B"\nC');
  });
});
