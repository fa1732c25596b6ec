import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { monthOf } from '#lib/sales/money-reports/month.ts';
import { reconcile } from '#lib/sales/money-reports/settlements/reconcile.server.ts';
import { saveSettlements } from '#lib/sales/money-reports/settlements/save-settlements.server.ts';
import { SETTLEMENT_MESSAGES } from '#lib/sales/money-reports/settlements/settlement-file.ts';
import { onBothEngines } from '#support/database.ts';
import { insertOrder } from '#support/order-row.ts';
import { temporaryDir } from '#support/shop-process.ts';

const NOVEMBER = monthOf('2026-11');
const NOW = Date.parse('2026-11-05T10:00:00+05:30');
const HEADING =
  'entity_id,type,debit,credit,amount,currency,fee,tax,on_hold,settled,created_at,settled_at,settlement_id,description,notes,payment_id,arn,settlement_utr,order_id,order_receipt,method';

const reportLine = (
  id: string,
  type: string,
  { debit = '0', credit = '0', amount = '0', fee = '0', tax = '0', isSettled = true },
) =>
  [
    ...[id, type, debit, credit, amount, 'INR', fee, tax, '0', isSettled ? '1' : '0', '05/11/2026 10:00:00'],
    ...(isSettled ? ['07/11/2026 14:00:00', 'setl_1'] : ['', '']),
    ...['', '"{""a"":1}"', '', '', isSettled ? 'UTR42' : '', '', '', 'upi'],
  ].join(',');

onBothEngines('settlement reports from the gateway', (open) => {
  async function setUp() {
    const db = await open();
    const { dir } = temporaryDir('settlements');
    const upload = (...lines: string[]) => {
      const path = join(dir, 'report.csv');
      writeFileSync(path, [HEADING, ...lines].join('\r\n'));
      return saveSettlements({ db, now: () => NOW }, path);
    };
    await insertOrder(db, 'o1', { number: 'TA-1', payment_method: 'razorpay' });
    const insertPayment = (reference: string, amount_paise: number, eventId = reference) =>
      db.write
        .insertInto('payment_event')
        .values({
          ...{ provider: 'razorpay', event_id: eventId, order_id: 'o1', at: NOW, outcome: 'paid' },
          ...{ amount_paise, reference },
        })
        .execute();
    await insertPayment('pay_AAAA', 100_000);
    // The gateway reported this payment twice.
    await insertPayment('pay_AAAA', 100_000, 'second');
    await insertPayment('pay_BBBB', 50_000);
    await insertPayment('pay_CCCC', 70_000);
    await db.write
      .insertInto('refund')
      .values({
        ...{ id: 'r1', provider: 'razorpay', reference: 'pay_AAAA', order_id: 'o1', credit_id: null, split_of: null },
        ...{ amount_paise: 20_000, reason: 'refund', state: 'sent', gateway_refund: 'rfnd_AAAA' },
        ...{ created_at: NOW, updated_at: NOW },
      })
      .execute();
    return { db, upload };
  }

  const PAYMENT = reportLine('pay_AAAA', 'payment', {
    credit: '976.40',
    amount: '1000.00',
    fee: '23.60',
    tax: '3.60',
  });
  const REFUND = reportLine('rfnd_AAAA', 'refund', { debit: '200.00', amount: '200.00' });
  const DIFFERENT_AMOUNT = reportLine('pay_CCCC', 'payment', { credit: '600.00', amount: '600.00' });
  const ADJUSTMENT = reportLine('adj_ZZZZ', 'adjustment', { debit: '5.00', amount: '5.00' });
  const UNSETTLED_PAYMENT = reportLine('pay_DDDD', 'payment', { amount: '10.00', isSettled: false });

  test('are reconciled with payments and refunds in both directions', async () => {
    const { db, upload } = await setUp();
    expect(await upload(PAYMENT, REFUND, DIFFERENT_AMOUNT, ADJUSTMENT, UNSETTLED_PAYMENT)).toBe(4);
    // Uploading the same entries again changes nothing.
    expect(await upload(PAYMENT, REFUND)).toBe(2);
    const { settlements, missingTransactions, unknownEntries, differentAmounts } = await reconcile(db, NOVEMBER);
    expect(settlements).toEqual([
      {
        ...{ id: 'setl_1', utr: 'UTR42', settledAt: Date.parse('2026-11-07T14:00:00+05:30'), entryCount: 4 },
        ...{ feePaise: 2_360, taxPaise: 360, netPaise: 97_640 - 20_000 + 60_000 - 500 },
      },
    ]);
    expect(
      missingTransactions.map(({ kind, reference, paise, orderNumber }) => [kind, reference, paise, orderNumber]),
    ).toEqual([['payment', 'pay_BBBB', 50_000, 'TA-1']]);
    expect(differentAmounts.map(({ reference, paise, settledPaise }) => [reference, paise, settledPaise])).toEqual([
      ['pay_CCCC', 70_000, 60_000],
    ]);
    expect(unknownEntries.map(({ id, paise }) => [id, paise])).toEqual([['adj_ZZZZ', -500]]);
  });

  test('are rejected as a whole if a line is invalid or the file is missing', async () => {
    const { db, upload } = await setUp();
    const invalidLine = reportLine('pay_AAAA', 'payment', { amount: 'ten', credit: '1' });
    await expect(upload(DIFFERENT_AMOUNT, invalidLine)).rejects.toThrow(SETTLEMENT_MESSAGES.invalidCell(3, 'amount'));
    await expect(saveSettlements({ db, now: () => NOW }, undefined)).rejects.toThrow(SETTLEMENT_MESSAGES.noFile);
    expect((await reconcile(db, NOVEMBER)).settlements).toEqual([]);
  });
});
