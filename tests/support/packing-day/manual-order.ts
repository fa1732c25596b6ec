import { type Browser, expect } from '@playwright/test';
import { BUYABLE } from '../e2e-order.ts';
import { type Day, ORIGIN, typeAndPressEnter } from './day.ts';

/** Enters an order from a phone call as the owner, at a special price. Returns the order's number. */
export async function enterPhoneOrder(day: Day): Promise<string> {
  const { page, otherInput } = day;
  const button = (label: string | RegExp) => page.getByRole('button', { name: label });
  await otherInput.press(page.getByRole('link', { name: 'Orders', exact: true }));
  await otherInput.press(page.getByRole('link', { name: 'New order' }));
  await otherInput.press(button('Phone'));
  const searchBox = page.getByRole('searchbox');
  await otherInput.focus(searchBox);
  await typeAndPressEnter(page, BUYABLE.sku);
  await expect(page.getByText(`${BUYABLE.sku} was added.`)).toBeVisible();
  await expect(searchBox).toBeFocused();
  await otherInput.type(page.getByRole('textbox', { name: /^Pieces of/ }), '2');
  await page.keyboard.press('Enter');
  await expect(page.getByText('The quantity was changed.')).toBeVisible();
  await setPrice(day);
  await enterCustomer(day);
  await otherInput.choose(page.getByLabel('Reserve the goods for'), '3 days');
  await otherInput.press(button('Payment link for ₹259.00'));
  await expect(page.getByRole('region', { name: 'Origin' })).toContainText('Phone order · Waiting for payment');
  return page.getByRole('heading', { level: 1 }).innerText();
}

/** Sets a special price. Checks that a price without a reason is rejected. */
async function setPrice({ page, otherInput }: Day): Promise<void> {
  const setPriceButton = page.getByRole('button', { name: /^Set the price/ });
  await otherInput.press(page.locator('summary', { hasText: 'Set a different price' }));
  await otherInput.type(page.getByRole('textbox', { name: /^Price of one piece/ }), '100');
  await otherInput.press(setPriceButton);
  await expect(page.getByText('Please give a reason for the price.')).toBeVisible();
  await otherInput.type(page.getByRole('textbox', { name: /^Reason/ }), 'Loose button');
  await otherInput.press(setPriceButton);
  await expect(page.getByText(/Loose button \(Test owner\)/)).toBeVisible();
}

async function enterCustomer({ page, name, otherInput: { press, type } }: Day): Promise<void> {
  await type(page.getByLabel('Mobile', { exact: true }), '98765 43210');
  await type(page.getByLabel('Name', { exact: true }), name);
  await press(page.getByRole('button', { name: 'Save the customer' }));
  await type(page.getByLabel('Pincode'), '560001');
  await type(page.getByLabel('House or flat'), '14');
  await type(page.getByLabel('Street or area'), 'Brigade Road');
  await press(page.getByRole('button', { name: 'Save the address' }));
  await expect(page.getByLabel('City')).toHaveValue('Bengaluru');
}

/** Pays as the customer, who opens the payment link in another browser. Checks that the WhatsApp text has this link. */
export async function payByLink({ page }: Day, browser: Browser): Promise<void> {
  const whatsApp = await page.getByRole('link', { name: 'Send by WhatsApp' }).getAttribute('href');
  const link = await page.getByLabel('Payment link').inputValue();
  expect(new URL(whatsApp ?? '').searchParams.get('text')).toContain(link);
  const customer = await browser.newContext();
  const phone = await customer.newPage();
  const { pathname, search } = new URL(link);
  await phone.goto(ORIGIN + pathname + search);
  await phone.getByRole('link', { name: 'Pay online' }).press('Enter');
  await phone.getByRole('button', { name: /Test gateway/ }).press('Enter');
  await phone.getByRole('button', { name: 'Approve the payment' }).press('Enter');
  await expect(phone.getByRole('heading', { name: 'Thank you' })).toBeVisible();
  await customer.close();
  await page.reload();
  await expect(page.getByRole('region', { name: 'Origin' })).toContainText('Phone order · Paid');
  await expect(page.getByRole('link', { name: 'Send by WhatsApp' })).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'History' })).toContainText('Phone order');
}
