import { expect } from '@playwright/test';
import type { MonthOrder } from './customers.ts';
import { type ShopMonth, searchIn } from './month.ts';

/** Selects all orders from customers with this name, and applies a bulk action to these orders. */
export async function applyToAll(month: ShopMonth, name: string, action: string, count: number): Promise<void> {
  const { page, input } = month;
  await searchIn(month, 'Orders', name);
  await input.check(page.getByRole('checkbox', { name: 'All on this page' }));
  await input.press(page.getByRole('button', { name: action, exact: true }));
  if (action === 'Ship') {
    await input.type(page.getByLabel('Courier'), 'Delhivery');
    const numbers = Array.from({ length: count }, (_, index) => `AWB${name.length}${1_000 + index}`);
    await input.type(page.getByLabel(/Tracking numbers/), numbers.join('\n'));
  }
  await input.press(page.getByRole('button', { name: new RegExp(`^(Set|Record the cash of) ${count} `) }));
  await expect(page.getByRole('heading', { name: new RegExp(`${count} of \\d+ orders`) })).toBeVisible();
}

export async function openOrder(month: ShopMonth, { number }: MonthOrder): Promise<void> {
  await searchIn(month, 'Orders', number);
  await month.input.press(month.page.getByRole('link', { name: number, exact: true }));
  await expect(month.page.getByRole('heading', { name: number, exact: true })).toBeVisible();
}

export async function recordRefusedParcel(month: ShopMonth, order: MonthOrder): Promise<void> {
  const { page, input } = month;
  await openOrder(month, order);
  await input.press(page.getByRole('link', { name: 'Refused at the door' }));
  await input.press(page.getByRole('button', { name: 'Show the amounts' }));
  await input.type(page.getByLabel('Reason'), 'Not at home');
  await input.press(page.getByRole('button', { name: 'Record the refused parcel' }));
  await expect(page.getByText(/was taken off/)).toBeVisible();
}

/** Takes ₹100 off an order that was paid for in cash, and records that the money was sent. */
export async function refundPart(month: ShopMonth, order: MonthOrder): Promise<void> {
  const { page, input } = month;
  await month.confirmIdentity();
  await openOrder(month, order);
  await input.press(page.getByRole('link', { name: 'Refund a part' }));
  await input.type(page.getByLabel('Amount in rupees'), '100');
  await input.press(page.getByRole('button', { name: 'Show the amounts' }));
  await input.type(page.getByLabel('Reason'), 'A loose thread');
  await input.press(page.getByRole('button', { name: 'Deduct the amount' }));
  await expect(page.getByRole('status')).toContainText('A refund of ₹100.00 is due.');
  await input.press(page.getByRole('button', { name: 'I have sent ₹100.00 myself' }));
  await expect(page.getByRole('status')).toContainText('is recorded as sent');
}

/** Handles an exchange from the request until the customer has received the other size. */
export async function handleExchange(month: ShopMonth, order: MonthOrder): Promise<void> {
  const { page, input } = month;
  await openInInbox(month, order.number);
  await input.pick(page.getByRole('radio', { name: /^L, / }));
  await input.press(page.getByRole('button', { name: 'Approve the exchange' }));
  await expect(page.getByText(/is approved/)).toBeVisible();
  await input.press(page.getByRole('button', { name: 'The old goods are back' }));
  await input.type(page.getByLabel('Courier'), 'India Post');
  await input.press(page.getByRole('button', { name: 'The new goods are on their way' }));
  await expect(page.getByText(/are on their way\. The customer/)).toBeVisible();
  await openInInbox(month, order.number);
  await input.press(page.getByRole('button', { name: 'The new goods are delivered' }));
  await expect(page.getByRole('button', { name: 'The new goods are delivered' })).toHaveCount(0);
}

export async function answerAndCloseTicket(month: ShopMonth, ticket: string): Promise<void> {
  const { page, input } = month;
  await openInInbox(month, ticket);
  await expect(page.getByRole('heading', { name: `Ticket ${ticket}` })).toBeVisible();
  await input.type(page.getByLabel('Your answer'), 'Please wash it by hand.');
  await input.press(page.getByRole('button', { name: 'Send the answer' }));
  await expect(page.getByText('The answer is emailed to the customer.')).toBeVisible();
  await input.press(page.getByRole('button', { name: 'Close the ticket' }));
  await expect(page.getByText('The ticket is closed.')).toBeVisible();
}

async function openInInbox(month: ShopMonth, search: string): Promise<void> {
  await searchIn(month, 'Inbox', search);
  await month.input.press(month.page.locator('.list tbody tr').getByRole('link'));
}
