import { expect, type Page, test } from '@playwright/test';
import { openDatabase } from '#lib/platform/db/db.server.ts';
import { placeGuestOrder } from '#support/e2e-order.ts';
import { readCode, readMails } from '#support/mailbox.ts';
import { samplePng } from '#support/sample-files.ts';
import { shopCli } from '#support/shop-cli.ts';

test.slow();

/** Runs a command of the CLI and returns its output. If the command fails, the test fails with the error output. */
function runCli(...words: string[]): string {
  const { status, stdout, stderr } = shopCli(process.env.E2E_DATA ?? '')(...words);
  expect(status, stderr).toBe(0);
  return stdout;
}

/** Returns the number of forms with files that were sent through an order's link in the current hour. */
async function readUploadCount(number: string): Promise<number> {
  const db = await openDatabase({ dataDir: process.env.E2E_DATA ?? '' });
  try {
    const order = db.write.selectFrom('orders').select('id').where('number', '=', number);
    const { id } = await order.executeTakeFirstOrThrow();
    const rateWindow = db.write.selectFrom('rate_window').select('count').where('key', '=', `upload:order:${id}`);
    return (await rateWindow.executeTakeFirst())?.count ?? 0;
  } finally {
    await db.close();
  }
}

async function orderNumberOn(page: Page): Promise<string> {
  return /TA-\d{4}-\d+/.exec(await page.getByRole('heading', { level: 1 }).innerText())?.[0] ?? '';
}

test('without JavaScript, a guest completes an exchange with the emailed link', async ({ page, baseURL }) => {
  const email = `swap-${Date.now()}@example.in`;
  const path = await placeGuestOrder(page, email);
  await page.goto(path);
  const number = await orderNumberOn(page);
  await expect(page.getByRole('link', { name: 'Request an exchange' })).toHaveCount(0);
  runCli('orders', 'move', number, 'delivered', '--yes');

  await page.reload();
  await page.getByRole('link', { name: 'Request an exchange' }).click();
  await expect(page).toHaveURL(/\/orders\/track\/.+\/exchange$/);
  await page.getByLabel(/^Replacement/).selectOption({ label: 'Dry Grass/4-5 years' });
  await page.getByLabel('Size too small').check();
  await page.getByLabel('Yes').check();
  await page
    .getByLabel(/^Images/)
    .setInputFiles([{ name: 'sleeve.png', mimeType: 'image/png', buffer: await samplePng(60, 40) }]);
  await page.getByRole('button', { name: 'Submit request' }).click();
  await expect(page.getByText('Exchange request submitted successfully')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${path.replaceAll('.', '\\.')}$`));
  await expect(page.getByText(/Gir Lion Tee \(Dry Grass\/2-3 years\)/)).toContainText('Dry Grass/4-5 years');
  const picture = page.getByRole('img', { name: 'Attached picture sleeve.png' });
  const source = `${baseURL}${await picture.getAttribute('src')}`;
  expect((await page.request.get(source)).ok()).toBe(true);
  expect((await page.request.get(source.replace(/\?.*/, ''))).status(), 'without the token').toBe(404);

  expect(await readUploadCount(number), 'the upload counts towards the limit for the order').toBe(1);
  expect(runCli('exchanges', 'show', number)).toMatch(/Goes out: 1 × Gir Lion Tee .*PK-GLT-DRYGRA-4Y.*not reserved/);
  runCli('exchanges', 'approve', number);
  await page.reload();
  await expect(page.getByText('Your exchange is approved. Please send the goods back.')).toBeVisible();
  await expect(page.getByRole('main').getByText(/Exchanges, .*Karkhana Lane/)).toBeVisible();
  await expect(page.getByText(`Write the order number, ${number}, on the outside.`)).toBeVisible();
  await expect.poll(async () => (await readMails(baseURL ?? '', email))[0]?.text).toContain('Send it to: ');
  expect((await readMails(baseURL ?? '', email))[0]?.text).toContain(path);

  runCli('exchanges', 'receive', number, '--yes');
  expect(runCli('exchanges', 'list', '--state', 'received')).toContain(number);
  const details = runCli('exchanges', 'show', number);
  for (const text of ['Comes back: 1 × Gir Lion Tee', 'PK-GLT-DRYGRA-4Y', '14, Lakshmi Nivas, Brigade Road'])
    expect(details).toContain(text);
  const parcel = ['--carrier', 'India Post', '--tracking', 'EX42IN', '--url', 'https://post.example/EX42IN'];
  runCli('exchanges', 'ship', number, ...parcel);
  await page.reload();
  await expect(page.getByText('The new goods are on their way to you.')).toBeVisible();
  await expect(page.getByText('Courier: India Post, number EX42IN.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Track the parcel' })).toHaveAttribute('href', /EX42IN$/);
  runCli('exchanges', 'delivered', number);
  await page.reload();
  await expect(page.getByText('The new goods have been delivered.')).toBeVisible();
});

test('without JavaScript, a guest sends a message about an order, and later finds the order in their account', async ({
  page,
  baseURL,
}) => {
  const email = `join-${Date.now()}@example.in`;
  await page.goto(await placeGuestOrder(page, email));
  const number = await orderNumberOn(page);
  await page.getByRole('link', { name: 'Help with this order' }).click();
  const main = page.getByRole('main');
  await expect(main.getByLabel('Email')).toHaveValue(email);
  await expect(main.getByLabel('Message')).toHaveValue(`About order ${number}:\n`);
  await main.getByLabel('Message').fill(`About order ${number}: where is it?`);
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByText('Contact submitted successfully')).toBeVisible();

  await page.goto('/register');
  await main.getByLabel('Name').fill('Meera Iyer');
  await main.getByLabel('Email', { exact: true }).fill(email);
  await main.getByLabel('Mobile').fill('9876543210');
  await page.getByLabel('I accept the').check();
  await page.getByRole('button', { name: 'Register' }).click();
  await expect.poll(() => readCode(baseURL ?? '', email)).toMatch(/^\d{4}$/);
  await page.getByLabel('Code').fill(await readCode(baseURL ?? '', email));
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('The order that you placed as a guest is in your account now.')).toBeVisible();
  await page.goto('/account/orders');
  await page.getByRole('link', { name: new RegExp(number) }).click();
  await page.getByRole('link', { name: 'Help with this order' }).click();
  await expect(page.getByLabel('Subject')).toHaveValue(`Order ${number}`);
});
