import { expect } from '@playwright/test';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { formatOrder } from '#lib/sales/orders/commands/order-text.server.ts';
import { recordRefundDue } from '#lib/sales/orders/credits/refunds.server.ts';
import { findOrder } from '#lib/sales/orders/record/find-order.server.ts';
import { test } from '#support/admin-test.ts';
import { placeCashOrders } from '#support/e2e-orders.ts';

test('an owner removes a piece from a paid order, records the refund, writes a note and sends an email again', async ({
  page,
  db,
  signIn,
}) => {
  await signIn();
  const { ids } = await placeCashOrders(db, 1, 3);
  const [id = ''] = ids;
  await db.write.updateTable('orders').set({ payment_status: 'paid' }).where('id', '=', id).execute();
  await db.write.updateTable('outbox').set({ sent_at: Date.now() }).where('thread', '=', `order:${id}`).execute();

  await page.goto(`/admin/orders/${id}`);
  await page.getByRole('link', { name: 'Remove items' }).click();
  await page.getByRole('button', { name: 'Show the amounts' }).click();
  await expect(page.getByText('Enter a quantity.').first()).toBeVisible();
  await page.getByLabel('Pieces, up to 3').fill('1');
  await page.getByRole('button', { name: 'Show the amounts' }).click();
  await expect(page.getByText('Refund due')).toBeVisible();
  await page.getByLabel('Reason').fill('One has a hole');
  await page.getByRole('button', { name: 'Remove the items' }).click();
  await expect(page.getByText(/was taken off .* A refund of .* is due/)).toBeVisible();

  await page.getByRole('button', { name: /I have sent/ }).click();
  await expect(page.getByText(/is recorded as sent/)).toBeVisible();
  await page.getByRole('link', { name: 'Refund a part' }).click();
  await page.getByLabel('Amount in rupees').fill('10.50');
  await page.getByRole('button', { name: 'Show the amounts' }).click();
  await page.getByLabel('Reason').fill('A loose thread');
  await page.getByRole('button', { name: 'Deduct the amount' }).click();
  await expect(page.getByRole('status')).toContainText('A refund of ₹10.50 is due.');
  const onlineRefund = { provider: 'test', reference: id, amount_paise: 5_000 };
  await transaction(db, (tx) => recordRefundDue(tx, id, onlineRefund, 'paid_at_door', 1));
  await page.reload();
  await expect(page.getByRole('button', { name: 'I have sent ₹10.50 myself' })).toBeVisible();
  await page.getByRole('button', { name: 'Send ₹50.00 back' }).click();
  await expect(page.getByText('The refund of ₹50.00 is recorded as sent.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send ₹50.00 back' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'I have sent ₹10.50 myself' })).toBeVisible();

  await page.getByLabel('Internal note').fill('Speaks Telugu');
  await page.getByRole('button', { name: 'Save the note' }).click();
  await page.getByRole('button', { name: 'Delete the note' }).click();
  await page.getByRole('button', { name: 'Undo: the deletion', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Notes' })).toContainText('Speaks Telugu');
  await page.getByText(/Emails to/).click();
  await page.getByRole('button', { name: /Send again: Order placed/ }).click();
  await expect(page.getByRole('region', { name: 'History' })).toContainText('Email sent again');

  const orderText = (await formatOrder(db, await findOrder(db, id))).join('\n');
  const [, total = ''] = /NOW (₹[\d,.]+)/.exec(orderText) ?? [];
  await expect(page.getByRole('region', { name: 'Money' })).toContainText(`Total now ${total}`);
});
