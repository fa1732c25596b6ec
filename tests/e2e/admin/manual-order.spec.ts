import { type BrowserContext, expect, test } from '@playwright/test';
import { openDatabase, type ShopDatabase } from '#lib/platform/db/db.server.ts';
import { BUYABLE } from '#support/e2e-order.ts';
import { addStaff } from '#support/staff.ts';

let db: ShopDatabase;
test.beforeAll(async () => {
  db = await openDatabase({ dataDir: process.env.E2E_DATA ?? '' });
});
test.afterAll(() => db.close());

async function signIn(context: BrowserContext, baseURL: string | undefined, role: 'owner' | 'packer') {
  const { token } = await addStaff(db, role);
  await context.addCookies([{ name: 'admin', value: token, url: baseURL ?? '' }]);
}

for (const width of [360, 1280]) {
  test(`an order is written on the phone, and paid by its link, at ${width} px`, async ({
    page,
    context,
    browser,
    baseURL,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await signIn(context, baseURL, 'owner');
    await page.goto('/admin/orders');
    await page.getByRole('link', { name: 'New order' }).click();
    await page.getByRole('button', { name: 'Phone' }).click();

    const find = page.getByRole('searchbox');
    await find.fill(BUYABLE.sku);
    await find.press('Enter');
    await expect(page.getByText(`${BUYABLE.sku} was added.`)).toBeVisible();
    await expect(find).toBeFocused();
    const pieces = page.getByRole('textbox', { name: /^Pieces of/ });
    await pieces.fill('2');
    await pieces.press('Enter');
    await expect(page.getByText('The quantity was changed.')).toBeVisible();
    await page.getByText('Set another price').click();
    await page.getByRole('textbox', { name: /^Price of one piece/ }).fill('100');
    await page.getByRole('button', { name: /^Set the price/ }).click();
    await expect(page.getByText('Please give a reason for the price.')).toBeVisible();
    await page.getByRole('textbox', { name: /^Reason/ }).fill('Loose button');
    await page.getByRole('button', { name: /^Set the price/ }).click();
    await expect(page.getByText(/Loose button \(Test owner\)/)).toBeVisible();

    await page.getByLabel('Mobile', { exact: true }).fill('98765 43210');
    await page.getByLabel('Name', { exact: true }).fill('Meera Iyer');
    await page.getByRole('button', { name: 'Save the customer' }).click();
    await page.getByLabel('Pincode').fill('560001');
    await page.getByLabel('House or flat').fill('14');
    await page.getByLabel('Street or area').fill('Brigade Road');
    await page.getByRole('button', { name: 'Save the address' }).click();
    await expect(page.getByLabel('City')).toHaveValue('Bengaluru');

    await page.getByRole('button', { name: 'Payment link for ₹259.00' }).click();
    const origin = page.getByRole('region', { name: 'Origin' });
    await expect(origin).toContainText('Phone order · Waiting for payment');
    const whatsApp = await page.getByRole('link', { name: 'Send by WhatsApp' }).getAttribute('href');
    const link = await page.getByLabel('Payment link').inputValue();
    expect(new URL(whatsApp ?? '').searchParams.get('text')).toContain(link);

    const customer = await browser.newContext({ viewport: { width, height: 800 } });
    const phone = await customer.newPage();
    const { pathname, search } = new URL(link);
    await phone.goto((baseURL ?? '') + pathname + search);
    await expect(phone.getByText(/We are keeping the items for you until/)).toBeVisible();
    const frame = phone.frameLocator('dialog iframe');
    await frame.getByRole('button', { name: /Test gateway/ }).click();
    await frame.getByRole('button', { name: 'Approve the payment' }).click();
    await expect(phone.getByRole('heading', { name: /Thank you|placed/i }).first()).toBeVisible();
    await customer.close();

    await page.reload();
    await expect(origin).toContainText('Phone order · Paid');
    await expect(page.getByRole('link', { name: 'Send by WhatsApp' })).toHaveCount(0);
    await expect(page.getByRole('region', { name: 'History' })).toContainText('Phone order');
  });
}

test('a packer sets no prices and takes no cash at the counter', async ({ page, context, baseURL }) => {
  await signIn(context, baseURL, 'packer');
  await page.goto('/admin/orders/new');
  await page.getByRole('button', { name: 'Counter' }).click();
  await page.getByRole('searchbox').fill(BUYABLE.sku);
  await page.getByRole('searchbox').press('Enter');
  await page.getByLabel('Mobile', { exact: true }).fill('9876543210');
  await page.getByLabel('Name', { exact: true }).fill('Meera Iyer');
  await page.getByRole('button', { name: 'Save the customer' }).click();
  await expect(page.getByRole('button', { name: /^Payment link/ })).toBeVisible();
  await expect(page.getByText('Set another price')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /in cash received/ })).toHaveCount(0);
});
