import { expect, test } from 'vitest';
import {
  creditLines,
  creditRow,
  refundDuePaise,
  returnedLines,
} from '#lib/sales/orders/credits/credit-order.server.ts';
import type { CreditDraft } from '#lib/sales/orders/record/credit.ts';

const tax = { rateBp: 500, taxablePaise: 100, cgstPaise: 3, sgstPaise: 2, igstPaise: 0 };
const draft: CreditDraft = {
  lines: [
    { position: 0, quantity: 2, destination: 'stock', tax },
    { position: 1, quantity: 1, destination: 'spoilt', tax },
    { position: 2, quantity: 0, destination: 'stock', tax },
    { position: 3, quantity: 1, destination: 'none', tax },
  ],
  delivery: { rateBp: 1800, taxablePaise: 100, cgstPaise: 0, sgstPaise: 0, igstPaise: 18 },
  taxPaise: 23,
  totalPaise: 223,
};

test('a credit has its amounts, and the part that is owed to the customer', () => {
  const input = { kind: 'returned', reason: 'Too long', draft, at: 7 } as const;
  expect(creditRow('c1', 'o1', 223, input)).toEqual({
    ...{ id: 'c1', order_id: 'o1', kind: 'returned', reason: 'Too long', delivery_paise: 118 },
    ...{ delivery_tax_json: JSON.stringify(draft.delivery), tax_paise: 23, total_paise: 223, owed_paise: 223 },
    ...{ return_reason: null, return_cost_paise: null, note_number: null, note_at: null, created_at: 7 },
  });
  expect(creditRow('c1', 'o1', 0, { ...input, reason: undefined })).toMatchObject({ owed_paise: 0, reason: null });
});

test('a credit has a row for each line of the draft, with its tax', () => {
  expect(creditLines('c1', draft)).toHaveLength(4);
  expect(creditLines('c1', draft)[0]).toEqual({
    ...{ credit_id: 'c1', position: 0, quantity: 2, destination: 'stock', taxable_paise: 100 },
    ...{ cgst_paise: 3, sgst_paise: 2, igst_paise: 0, total_paise: 105 },
  });
});

test('selects the lines whose items go back into stock or are damaged, even if they were pre-ordered', () => {
  const lines = [3, 2, 1, 0].map((position) => ({ position, quantity: 9, taken: 0 }));
  expect(returnedLines(lines, draft, 'stock')).toEqual([{ position: 0, quantity: 2, taken: 1 }]);
  expect(returnedLines(lines, draft, 'spoilt')).toEqual([{ position: 1, quantity: 1, taken: 1 }]);
  expect(returnedLines(lines.slice(0, 3), draft, 'stock')).toEqual([]);
});

test('a credit reduces the amount due on delivery before anything is owed', () => {
  expect(refundDuePaise({ totalPaise: 223 }, { toPayPaise: 0 })).toBe(223);
  expect(refundDuePaise({ totalPaise: 223 }, { toPayPaise: 200 })).toBe(23);
  expect(refundDuePaise({ totalPaise: 223 }, { toPayPaise: 300 })).toBe(0);
});
