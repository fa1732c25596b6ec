import { expect, test } from 'vitest';
import { expectedGoodsText, type PackLine, packText } from '#lib/sales/orders/packing/pack-lines.ts';
import { pickList } from '#lib/sales/orders/packing/pick-list.ts';

const line = (variantId: number, name: string, changes: Partial<PackLine> = {}): PackLine => ({
  ...{ position: 0, variantId, name, variant: 'M', sku: `SKU-${variantId}`, codes: [], shelf: null, picture: null },
  ...{ sellUnit: 'piece', quantity: 1, packedQuantity: 0, boltPosition: null, bolts: [], isPreOrdered: false },
  ...changes,
});

test('a pick list sums the ordered quantities, sorts goods by shelf, and lists each cloth length with its bolt', () => {
  const cloth = { sellUnit: 'metre' as const, shelf: 'A-2', variant: '' };
  const rows = pickList([
    {
      number: 'TA-1',
      lines: [
        line(1, 'Scarf'),
        line(2, 'Kurta', { shelf: 'A-10', quantity: 3, packedQuantity: 1 }),
        line(3, 'Mul', { ...cloth, quantity: 250, boltPosition: 1 }),
      ],
    },
    {
      number: 'TA-2',
      lines: [
        line(2, 'Kurta', { shelf: 'A-10' }),
        line(3, 'Mul', { ...cloth, quantity: 100, boltPosition: 0 }),
        line(4, 'Done', { packedQuantity: 1 }),
      ],
    },
  ]);
  expect(rows.map(({ shelf, name, quantity, orderNumbers }) => [shelf, name, quantity, orderNumbers])).toEqual([
    ['A-2', 'Mul', 350, ['TA-1', 'TA-2']],
    ['A-10', 'Kurta', 3, ['TA-1', 'TA-2']],
    [null, 'Scarf', 1, ['TA-1']],
  ]);
  expect(rows[0]?.cuts).toEqual([
    { lengthCm: 100, boltPosition: 0, orderNumber: 'TA-2' },
    { lengthCm: 250, boltPosition: 1, orderNumber: 'TA-1' },
  ]);
});

test.each([
  [{ quantity: 3, packedQuantity: 1 }, '1 of 3 packed'],
  [{ quantity: 3, packedQuantity: 3 }, 'Packed'],
  [{ quantity: 1, packedQuantity: 3 }, '2 × too many: take out the excess'],
  [{ sellUnit: 'metre' as const, quantity: 250, boltPosition: 0 }, '2.5 m to cut from bolt 1'],
  [{ sellUnit: 'metre' as const, quantity: 250 }, '2.5 m to cut'],
])('a line with %o shows “%s”', (state, text) => {
  expect(packText(line(1, 'Kurta', state))).toBe(text);
});

test('a message names the first three goods that are expected', () => {
  const lines = [1, 2, 3, 4, 5].map((id) => line(id, 'Kurta', id === 1 ? { packedQuantity: 1 } : {}));
  expect(expectedGoodsText(lines)).toBe('SKU-2 Kurta (M), SKU-3 Kurta (M), SKU-4 Kurta (M) and 1 more');
});
