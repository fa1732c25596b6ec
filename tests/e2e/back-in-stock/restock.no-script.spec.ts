import { expect, type Page, test } from '@playwright/test';
import { logInAs } from '#support/e2e-customer.ts';
import { readCode, readMails } from '#support/mailbox.ts';
import { shopCli } from '#support/shop-cli.ts';

/** Variants that are sold out in the demo shop and not used by other tests. */
const LOUNGE_CO_ORD = { slug: 'vetiver-pinstripe-lounge-co-ord', variant: 'Dusk Rose/L' };
const BUTI_CO_ORD = { slug: 'gamthi-buti-co-ord', variant: 'Soot Black/XL', sku: 'NN-GBC-SOOBL-XL' };
const runCli = shopCli(process.env.E2E_DATA ?? '');

async function openVariant(page: Page, { slug, variant: name }: { slug: string; variant: string }): Promise<void> {
  const response = await page.request.get(`/public/product/show/${slug}`);
  const { data } = (await response.json()) as { data: { variant_ids: { _id: string; variant: string }[] } };
  const id = data.variant_ids.find(({ variant }) => variant === name)?._id;
  await page.goto(`/products/${slug}/${id}`);
}

test('a visitor subscribes with a code, follows the link in the restock email to the cart, and unsubscribes', async ({
  page,
  baseURL: origin = '',
}) => {
  // The CLI is called twice, and the job that sends the email runs every ten seconds.
  test.slow();
  const email = `waits-${Date.now()}@example.in`;
  const main = page.getByRole('main');
  await openVariant(page, BUTI_CO_ORD);
  await expect(main.getByRole('button', { name: 'Out of Stock' })).toBeDisabled();
  await main.getByRole('link', { name: 'Email me when it is back' }).click();
  await expect(main.getByRole('heading', { name: 'Email me when it is back' })).toBeVisible();
  await expect(main.getByText('Soot Black, XL')).toBeVisible();
  await main.getByLabel('Email').fill(email);
  await main.getByRole('button', { name: 'Email me' }).click();
  await expect(page.getByText('OTP sent to your email!')).toBeVisible();
  const code = await readCode(origin, email);
  await page.getByLabel('Code').fill(code === '0000' ? '0001' : '0000');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Invalid OTP, please try again.').first()).toBeVisible();
  await page.getByLabel('Code').fill(code);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('We will email you once, when the item is back.')).toBeVisible();
  expect(runCli('stock', 'waiting').stdout).toContain(BUTI_CO_ORD.sku);

  expect(runCli('stock', 'add', BUTI_CO_ORD.sku, '+1', 'Found one').status).toBe(0);
  let text = '';
  await expect
    .poll(
      async () => {
        const [mail] = await readMails(origin, email);
        text = mail?.text ?? '';
        return mail?.subject;
      },
      { timeout: 60_000 },
    )
    .toMatch(/^Back in stock: .+Soot Black\/XL$/);
  const pathOf = (expression: RegExp) => new URL(expression.exec(text)?.[1] ?? '').pathname;
  await page.goto(pathOf(/(http\S+\/back-in-stock\/\d+)/));
  await main.getByRole('button', { name: 'Add to cart' }).click();
  await expect(page).toHaveURL(/\/cart$/);
  await expect(main.getByText('Soot Black').first()).toBeVisible();
  const unsubscribePath = pathOf(/(http\S+\/unsubscribe\/\S+)/);
  await page.goto(`${unsubscribePath}x`);
  await expect(main.getByText('This link is not valid.')).toBeVisible();
  await page.goto(unsubscribePath);
  await main.getByRole('button', { name: 'Unsubscribe' }).click();
  await expect(main.getByRole('heading', { name: 'You will no longer get these emails.' })).toBeVisible();
  // A one-click request from an email program (RFC 8058) does not come from the shop's origin.
  const oneClickRequest = { form: { 'List-Unsubscribe': 'One-Click' }, headers: { origin: 'https://mail.example' } };
  expect((await page.request.post(unsubscribePath, oneClickRequest)).status()).toBe(200);
});

test('a customer subscribes with one click, and unsubscribes with another', async ({ page, context }) => {
  const { email } = await logInAs(context, 'Asha Rao');
  const main = page.getByRole('main');
  await openVariant(page, LOUNGE_CO_ORD);
  await main.getByRole('link', { name: 'Email me when it is back' }).click();
  await expect(main.getByText(email)).toBeVisible();
  await main.getByRole('button', { name: 'Email me' }).click();
  await expect(main.getByText('We will email you once, when the item is back.')).toBeVisible();
  await main.getByRole('button', { name: 'Do not email me' }).click();
  await expect(page.getByText('We will not email you about this item.')).toBeVisible();
  await expect(main.getByRole('button', { name: 'Email me' })).toBeVisible();
});

test('shows an error for an invalid email address, which is kept in the form', async ({ page }) => {
  const main = page.getByRole('main');
  await openVariant(page, LOUNGE_CO_ORD);
  await main.getByRole('link', { name: 'Email me when it is back' }).click();
  await main.getByLabel('Email').fill('asha@example');
  await main.getByRole('button', { name: 'Email me' }).click();
  await expect(main.getByText('Please enter a valid email address.')).toBeVisible();
  await expect(main.getByLabel('Email')).toHaveValue('asha@example');
});
