import { expect, type Page, test } from '@playwright/test';
import { openDatabase } from '#lib/platform/db/db.server.ts';
import { newId } from '#lib/platform/tokens.server.ts';
import { axeViolations } from '#support/axe.ts';
import { logInAs } from '#support/e2e-customer.ts';
import { htmlProblems } from '#support/html-rules.ts';
import { SAMPLE_EXE, SAMPLE_MP4, samplePng } from '#support/sample-files.ts';
import { SCRIPT_PAYLOADS } from '#support/script-payloads.ts';

const LIST = '/account/support-ticket';
const MEGABYTE = 1024 * 1024;
const PNG = { name: 'torn seam.png', mimeType: 'image/png', buffer: await samplePng(300, 200) };
const TEXT_FILE = { name: 'bill.txt', mimeType: 'text/plain', buffer: Buffer.from('one kurta') };
const LARGE_FILE = { name: 'large.txt', mimeType: 'text/plain', buffer: Buffer.alloc(8 * MEGABYTE, 'a') };

test.beforeEach(async ({ context }) => {
  await logInAs(context, 'Asha Rao');
});

async function fillTicket(page: Page, subject = 'Late parcel'): Promise<void> {
  await page.goto(LIST, { waitUntil: 'networkidle' });
  await page.getByLabel('Subject').fill(subject);
  await page.getByLabel('Priority').selectOption('high');
  await page.getByLabel('Message').fill('It has not come.\nWhere is it?');
}

test('a ticket with files can be opened, viewed and replied to', async ({ page }) => {
  await page.goto(LIST, { waitUntil: 'networkidle' });
  await page.getByRole('button', { name: 'Submit ticket' }).click();
  await expect(page.getByText('Subject must be at least 3 characters (letters, numbers, punctuation).')).toBeVisible();
  await expect(page.getByText('Please select a priority.')).toBeVisible();
  await expect(page.getByText('Message must be at least 10 characters.')).toBeVisible();
  await expect(page.getByLabel('Subject')).toBeFocused();
  await page.getByLabel('Subject').fill('Late parcel');
  await expect(page.getByText('Subject must be at least')).toHaveCount(0);
  await page.getByLabel('Priority').selectOption('high');
  await page.getByLabel('Message').fill('It has not come.\nWhere is it?');

  const picker = page.getByLabel(/^Files/);
  await picker.setInputFiles([
    PNG,
    TEXT_FILE,
    { name: 'a.exe', mimeType: 'application/x-msdownload', buffer: SAMPLE_EXE },
  ]);
  await picker.setInputFiles([{ ...LARGE_FILE, name: 'huge.txt', buffer: Buffer.alloc(11 * MEGABYTE) }]);
  await expect(page.getByText('File huge.txt is too large (max 10MB)')).toBeVisible();
  await picker.setInputFiles([{ name: 'film.mp4', mimeType: 'video/mp4', buffer: SAMPLE_MP4 }]);
  await page.getByRole('button', { name: 'Remove bill.txt' }).click();
  await picker.setInputFiles([TEXT_FILE]);
  await expect(page.getByRole('list', { name: 'Chosen files' }).getByRole('listitem')).toHaveCount(3);
  await page.getByRole('button', { name: 'Submit ticket' }).click();

  await expect(page.getByRole('heading', { name: 'We have your ticket' })).toBeVisible();
  await expect(page.getByText(/^Ticket T-\w+ is created\./)).toBeVisible();
  await page.getByRole('link', { name: 'See the ticket' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Late parcel' })).toBeVisible();
  const picture = page.getByRole('img', { name: 'Attached picture torn seam.png' });
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(300);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'bill.txt' }).click();
  expect((await download).suggestedFilename()).toBe('bill.txt');

  await page.waitForLoadState('networkidle');
  await page.getByRole('button', { name: 'Send reply' }).click();
  await expect(page.getByText('Description is required')).toBeVisible();
  await page.getByLabel('Description').fill('It came today, thank you.');
  await expect(page.getByText('25/500')).toBeVisible();
  await page.getByRole('button', { name: 'Send reply' }).click();
  await expect(page.getByText('It came today, thank you.')).toBeVisible();
  await expect(page.getByText('Reply sent successfully')).toBeVisible();
  await expect(page.getByLabel('Description')).toHaveValue('');
});

test('rejects the 21st file before sending it', async ({ page }) => {
  await fillTicket(page);
  const files = Array.from({ length: 21 }, (_, index) => ({ ...TEXT_FILE, name: `${index}.txt` }));
  await page.getByLabel(/^Files/).setInputFiles(files);
  await expect(page.getByText('Maximum 20 files allowed')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Chosen files' }).getByRole('listitem')).toHaveCount(20);
});

test('accepts files dropped on the form', async ({ page }) => {
  await fillTicket(page);
  const data = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(['one'], 'dropped.txt', { type: 'text/plain' }));
    return transfer;
  });
  await page.getByText('You can also drop files here').dispatchEvent('drop', { dataTransfer: data });
  await expect(page.getByText('dropped.txt')).toBeVisible();
});

test('keeps the input after a cancelled or failed upload, and the next attempt succeeds', async ({ page }) => {
  await fillTicket(page, 'Second try');
  await page.getByLabel(/^Files/).setInputFiles([LARGE_FILE]);
  const devtools = await page.context().newCDPSession(page);
  const network = { offline: false, latency: 0, downloadThroughput: -1 };
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', { ...network, uploadThroughput: 200_000 });
  await page.getByRole('button', { name: 'Submit ticket' }).click();
  await expect(page.getByRole('progressbar')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await devtools.send('Network.emulateNetworkConditions', { ...network, offline: true, uploadThroughput: -1 });
  await page.getByRole('button', { name: 'Submit ticket' }).click();
  await expect(page.getByText('An error occurred while submitting the ticket.').first()).toBeVisible();
  await expect(page.getByLabel('Subject')).toHaveValue('Second try');
  await expect(page.getByText('large.txt')).toBeVisible();
  await devtools.send('Network.emulateNetworkConditions', { ...network, uploadThroughput: -1 });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'We have your ticket' })).toBeVisible();
  await expect(page.getByRole('link', { name: /Second try/ })).toHaveCount(1);
});

test('the list of tickets and the page of a ticket have valid HTML, fit three widths, and pass axe', async ({
  page,
  baseURL,
  context,
}) => {
  await fillTicket(page, 'A-very-long-subject-without-any-space-in-it-that-must-not-push-the-page-to-the-side');
  await page.getByLabel(/^Files/).setInputFiles([PNG, TEXT_FILE]);
  await page.getByRole('button', { name: 'Submit ticket' }).click();
  await page.getByRole('link', { name: 'See the ticket' }).click();
  await page.waitForURL(/support-ticket\/[^/?]+$/);
  const ticketUrl = page.url();
  for (const url of [ticketUrl, `${baseURL}${LIST}?created=1`]) {
    const html = await (await context.request.get(url)).text();
    expect(await htmlProblems(html)).toEqual([]);
    for (const width of [320, 360, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(url, { waitUntil: 'networkidle' });
      const violations = await axeViolations(page, { checksTargetSize: true });
      expect(violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => ({ id, target })))).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
  }
});

test('a hundred script payloads in messages, the subject and file names are not executed', async ({
  page,
  baseURL,
  context,
}) => {
  expect(SCRIPT_PAYLOADS.length).toBeGreaterThanOrEqual(100);
  await fillTicket(page);
  await page.getByRole('button', { name: 'Submit ticket' }).click();
  await page.getByRole('link', { name: 'See the ticket' }).click();
  await page.waitForURL(/support-ticket\/[^/?]+$/);
  const id = page.url().split('/').at(-1) ?? '';
  for (let start = 0; start < SCRIPT_PAYLOADS.length; start += 20) {
    const form = new FormData();
    form.set('message', SCRIPT_PAYLOADS[start] ?? '');
    for (const payload of SCRIPT_PAYLOADS.slice(start, start + 20))
      form.append('gallery', new File(['x'], `${payload}.txt`));
    const headers = { origin: baseURL ?? '' };
    const response = await context.request.post(`${baseURL}/public/support-ticket/send-message/${id}`, {
      multipart: form,
      headers,
    });
    expect(response.status(), await response.text()).toBe(200);
  }
  await storePayloads(id);
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (line) => line.type() === 'error' && problems.push(line.text()));
  page.on('dialog', (dialog) => problems.push(dialog.message()));
  for (const path of [`${LIST}/${id}`, LIST]) {
    await page.goto(path, { waitUntil: 'networkidle' });
    expect(await page.evaluate(() => 'ran' in window)).toBe(false);
  }
  await page.goto(`${LIST}/${id}`);
  await expect(page.getByText(`<script>window.ran=1</script>`, { exact: true }).first()).toBeVisible();
  expect(problems).toEqual([]);
});

/** Writes the payloads directly to the database, bypassing the validation of the form. */
async function storePayloads(ticketId: string): Promise<void> {
  const db = await openDatabase({ dataDir: process.env.E2E_DATA ?? '' });
  const row = { ticket_id: ticketId, author: 'shop', created_at: Date.now() } as const;
  for (const message of SCRIPT_PAYLOADS)
    await db.write
      .insertInto('ticket_message')
      .values({ ...row, id: newId(), message })
      .execute();
  await db.write
    .updateTable('ticket')
    .set({ subject: SCRIPT_PAYLOADS.join(' ') })
    .where('id', '=', ticketId)
    .execute();
  await db.close();
}
