import { describe, expect, test } from 'vitest';
import { matchScan } from '#lib/sales/orders/packing/match-scan.server.ts';
import type { PackLine } from '#lib/sales/orders/packing/pack-lines.ts';

const KURTA: PackLine = {
  ...{
    position: 0,
    variantId: 1,
    name: 'Test Kurta',
    variant: 'Rust/M',
    sku: 'TK-M',
    codes: ['TK-M', '8901234567890'],
  },
  ...{ shelf: 'A-1', picture: null, sellUnit: 'piece', quantity: 2, packedQuantity: 0, boltPosition: null, bolts: [] },
  isPreOrdered: false,
};
const CLOTH: PackLine = {
  ...{ ...KURTA, position: 1, variantId: 3, name: 'Test Cloth', variant: '', sku: 'TC', codes: ['TC'] },
  ...{ sellUnit: 'metre', quantity: 250, boltPosition: 0 },
  bolts: [
    { position: 0, lengthCm: 750 },
    { position: 1, lengthCm: 80 },
    { position: 2, lengthCm: 400 },
  ],
};
const scan = (code: string, lines: PackLine[] = [KURTA, CLOTH]) => matchScan(code, 'TA-2026-000012', lines);
const refusal = (message: string) => ({ kind: 'refused', message });

describe('a scan', () => {
  test.each([
    ['the SKU', 'TK-M', KURTA],
    ['the SKU in lower case, with spaces', ' tk-m ', KURTA],
    ['the barcode', '8901234567890', KURTA],
    ['the barcode with a leading zero', '08901234567890', KURTA],
    ['the SKU of cloth', 'TC', CLOTH],
    ['the label of the bolt that the cloth was taken from', 'tc/1', CLOTH],
  ])('finds the line by %s', (_description, code, line) => {
    expect(scan(code)).toEqual({ kind: 'line', line });
  });

  test('of the order number finds the order, and a scan of any other code is unknown', () => {
    expect(scan('ta-2026-000012')).toEqual({ kind: 'order' });
    expect(scan('TK-L')).toEqual({ kind: 'unknown' });
    expect(scan('TK-M/1')).toEqual({ kind: 'unknown' });
  });

  test('of more items than ordered is rejected', () => {
    expect(scan('TK-M', [{ ...KURTA, packedQuantity: 1 }])).toMatchObject({ kind: 'line' });
    expect(scan('TK-M', [{ ...KURTA, packedQuantity: 2 }])).toEqual(
      refusal('One too many: TK-M Test Kurta (Rust/M) is already complete (2).'),
    );
    expect(scan('TC/1', [{ ...CLOTH, packedQuantity: 250 }])).toEqual(
      refusal('One too many: TC/1 Test Cloth is already complete (2.5 m).'),
    );
  });

  test('finds the second line with the same goods if the first is complete', () => {
    const secondLine = { ...KURTA, position: 2 };
    expect(scan('TK-M', [{ ...KURTA, packedQuantity: 2 }, secondLine])).toEqual({ kind: 'line', line: secondLine });
  });

  test('of another bolt is rejected, and the message states the bolt to use', () => {
    expect(scan('TC/2')).toEqual(refusal('Too short: bolt 2 has only 0.8 m left. Cut 2.5 m from bolt 1.'));
    expect(scan('TC/3')).toEqual(
      refusal('Wrong bolt: bolt 3 is not the bolt that is reserved for this order. Cut 2.5 m from bolt 1.'),
    );
    expect(scan('TC/9')).toEqual(refusal('TC/9: there is no such bolt. Cut 2.5 m from bolt 1.'));
  });
});
