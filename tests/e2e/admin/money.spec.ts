import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { readSettings } from '#lib/platform/settings/settings.server.ts';
import { recordReturn } from '#lib/sales/orders/credits/apply-credit.server.ts';
import { moveOrder } from '#lib/sales/orders/move-order.server.ts';
import { test } from '#support/admin-test.ts';
import { placeCashOrders } from '#support/e2e-orders.ts';

/** Adds an order that was delivered and returned in full today, with its invoice and credit note. */
async function addReturnedOrder(db: ShopDatabase): Promise<void> {
  const { ids } = await placeCashOrders(db, 1);
  const shop = { db, now: Date.now, secretKey: 'k'.repeat(32), settings: readSettings({}) };
  await moveOrder(shop, ids[0] ?? '', 'delivered', { carrier: 'DTDC' });
  await recordReturn(shop, ids[0] ?? '');
}

for (const width of [360, 1280]) {
  test.describe(`at ${width} px, ${width === 360 ? 'without' : 'with'} JavaScript`, () => {
    test.use({ viewport: { width, height: 800 }, javaScriptEnabled: width !== 360 });

    test('an accountant reads the accounts of a month, and downloads GSTR-1 and a credit note', async ({
      page,
      db,
      signIn,
    }) => {
      await signIn('accountant');
      await addReturnedOrder(db);
      await page.goto('/admin/money');
      await expect(page.getByRole('region', { name: 'Tax by rate' })).toContainText('%');
      const moneyMenu = page.getByRole('navigation', { name: 'Money' });

      await moneyMenu.getByRole('link', { name: 'GSTR-1' }).click();
      await expect(page.getByRole('region', { name: 'Table 13: Documents issued' })).toContainText('Invoices');
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: 'Download for the GST portal (JSON)' }).click(),
      ]);
      expect(JSON.parse(await readFile(await download.path(), 'utf8'))).toMatchObject({ version: expect.any(String) });

      await moneyMenu.getByRole('link', { name: 'Credit notes' }).click();
      const creditNote = page.getByRole('rowheader', { name: /^CN\// }).first();
      const href = await creditNote.getByRole('link').getAttribute('href');
      const pdf = await page.request.get(href ?? '');
      expect(pdf.headers()['content-type']).toBe('application/pdf');

      await moneyMenu.getByRole('link', { name: 'Cash' }).click();
      await expect(page.getByRole('region', { name: 'With couriers now' })).toContainText('DTDC');
      await moneyMenu.getByRole('link', { name: 'Goods sold' }).click();
      await page.getByRole('link', { name: 'By size' }).click();
      await expect(page.getByRole('heading', { name: 'By size' })).toBeVisible();
      await moneyMenu.getByRole('link', { name: 'Returns' }).click();
      await expect(page.getByRole('region', { name: 'By pincode' })).toContainText(/\d{6}/);
      await page.getByRole('navigation', { name: 'Months' }).getByRole('link', { name: '←' }).click();
      await expect(page).toHaveURL(/month=\d{4}-\d{2}/);
    });

    test('an owner uploads a settlement report', async ({ page, signIn }) => {
      await signIn();
      const id = `pay_${randomBytes(6).toString('hex')}`;
      const csv = [
        'entity_id,type,debit,credit,amount,currency,fee,tax,settled_at,settlement_id,settlement_utr',
        `${id},payment,0,976.40,1000,INR,23.60,3.60,07/11/2026 14:00:00,setl_${id},UTR1`,
      ].join('\n');
      await page.goto('/admin/money/settlements?month=2026-11');
      const fileField = page.getByLabel('Razorpay settlement report (CSV)');
      await fileField.setInputFiles({ name: 'report.xlsx', mimeType: 'application/zip', buffer: Buffer.from('PK') });
      await page.getByRole('button', { name: 'Upload' }).click();
      await expect(page.getByRole('status')).toContainText('This is not a CSV file.');
      await fileField.setInputFiles({ name: 'report.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
      await page.getByRole('button', { name: 'Upload' }).click();
      await expect(page.getByRole('status')).toHaveText('The file has 1 settled entry.');
      await page.goto('/admin/money/settlements?month=2026-11');
      await expect(page.getByRole('region', { name: 'Paid to the bank' })).toContainText(`setl_${id}`);
      await expect(page.getByRole('region', { name: 'Not known to the shop' })).toContainText(id);
    });
  });
}
