import { expect, test } from 'vitest';
import { settlementColumns, settlementEntry } from '#lib/sales/money-reports/settlements/settlement-file.ts';

const CELLS = {
  entity_id: 'pay_ABCDEFGHIJKLMN',
  type: 'payment',
  debit: '0',
  credit: '976.40',
  amount: '1000',
  fee: '23.60',
  tax: '3.60',
  settled_at: '27/11/2026 14:05:00',
  settlement_id: 'setl_1',
  settlement_utr: 'UTR1',
};
const COLUMNS = settlementColumns(Object.keys(CELLS));

test.each([
  ['type', 40],
  ['settlement_id', 60],
  ['settlement_utr', 60],
] as const)('a %s of more than %i characters is rejected instead of being truncated', (name, max) => {
  const entryWith = (cell: string) => settlementEntry(COLUMNS, Object.values({ ...CELLS, [name]: cell }), 2);
  expect(Object.values(entryWith('s'.repeat(max)) ?? {})).toContain('s'.repeat(max));
  expect(() => entryWith('s'.repeat(max + 1))).toThrow(`Line 2: the value in the column ${name} can’t be read.`);
});
