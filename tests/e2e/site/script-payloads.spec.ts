import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { createContactMessage } from '#lib/customers/contact/contact.server.ts';
import { createReview } from '#lib/customers/reviews/write-reviews.server.ts';
import { createTicket } from '#lib/customers/support/ticket.server.ts';
import { answerTicket, closeTicket } from '#lib/customers/support/ticket-admin.server.ts';
import { openDatabase } from '#lib/platform/db/db.server.ts';
import { openFileStore } from '#lib/platform/files/storage/open-file-store.server.ts';
import { mailHtml } from '#lib/platform/mail/mail-text.server.ts';
import { readSettings } from '#lib/platform/settings/settings.server.ts';
import { createAddress } from '#lib/sales/address/address.server.ts';
import { addToCart } from '#lib/sales/cart/add-to-cart.server.ts';
import { placeOrder } from '#lib/sales/checkout/place-order.server.ts';
import { approveExchange, declineExchange } from '#lib/sales/exchanges/exchange-admin.server.ts';
import { requestExchange } from '#lib/sales/exchanges/request-exchange.server.ts';
import { moveOrder } from '#lib/sales/orders/move-order.server.ts';
import { CONTACT_MESSAGE } from '#support/contact-message.ts';
import type { TestCustomer } from '#support/customers.ts';
import { stockUp } from '#support/delivered-order.ts';
import { demoSettings } from '#support/demo-content.ts';
import { logInAs } from '#support/e2e-customer.ts';
import { variantOf } from '#support/goods.ts';
import { COD, HOME } from '#support/order-fixture.ts';
import { SCRIPT_PAYLOADS } from '#support/script-payloads.ts';
import { addStaff } from '#support/staff.ts';

const SLUG = 'bolpur-kantha-bandi';
const ALL_PAYLOADS = SCRIPT_PAYLOADS.join(' ');
/** An address with an unknown pincode, because the state of a known pincode can't be free text. */
const ADDRESS = {
  ...HOME,
  pincode: '999999',
  name: ALL_PAYLOADS,
  house: ALL_PAYLOADS,
  street: ALL_PAYLOADS,
  landmark: ALL_PAYLOADS,
  city: ALL_PAYLOADS,
  state: ALL_PAYLOADS,
};

/** Returns an array that collects signs that a payload was executed. */
async function collectExecutions(page: Page): Promise<string[]> {
  const executions: string[] = [];
  await page.exposeFunction('reportExecution', (text: string) => executions.push(text));
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      (window as unknown as { reportExecution(text: string): void }).reportExecution(
        `${violatedDirective} ${blockedURI}`,
      );
    });
  });
  page.on('dialog', (dialog) => void dialog.dismiss().then(() => executions.push(dialog.message())));
  page.on('pageerror', (error) => executions.push(error.message));
  page.on('console', (line) => /Content Security Policy/.test(line.text()) && executions.push(line.text()));
  return executions;
}

test('a hundred script payloads in a customer’s input are not executed on pages or in emails', async ({
  page,
  context,
  baseURL,
}) => {
  test.setTimeout(120_000);
  expect(SCRIPT_PAYLOADS.length).toBeGreaterThanOrEqual(100);
  const asha = await logInAs(context, ALL_PAYLOADS);
  const { order, ticket, staffToken } = await storePayloads(asha);
  await context.addCookies([{ name: 'admin', value: staffToken, url: baseURL ?? '' }]);
  const executions = await collectExecutions(page);
  for (const path of [
    '/account/dashboard',
    '/account/profile',
    '/account/address',
    '/account/orders',
    `/account/orders/${order}`,
    `/account/orders/${order}/exchange`,
    `/public/orders/invoice/${order}`,
    '/account/support-ticket',
    `/account/support-ticket/${ticket}`,
    '/account/reviews',
    `/products/${SLUG}#reviews`,
    `/products/${SLUG}?editreview=1#reviews`,
    `/products/${SLUG}/reviews`,
    '/cart',
    '/checkout',
    `/demo/mailbox?to=${asha.email}`,
    '/admin/orders?status=all&sort=newest',
    `/admin/orders/${order}`,
    '/admin/log',
  ]) {
    const response = await page.goto(path, { waitUntil: 'networkidle' });
    expect(response?.status(), path).toBeLessThan(400);
    expect(await page.evaluate(() => 'ran' in window), path).toBe(false);
    expect(executions, path).toEqual([]);
  }
  const queuedMails = await queuedMailsTo(asha.email);
  expect(queuedMails.length).toBeGreaterThanOrEqual(8);
  const mails = [...queuedMails, ...(await sentMailsTo(context, asha.email))];
  const ownerMails = (await sentMailsTo(context, demoSettings.address.email)).filter(({ text }) =>
    text.includes(asha.email),
  );
  expect(ownerMails, 'the email with the contact message').toHaveLength(1);
  await expectInertMails(page, [...mails, ...ownerMails]);
  expect(executions).toEqual([]);
});

test('each payload remains text in each part of an email', async ({ page }) => {
  const executions = await collectExecutions(page);
  const url = 'https://taana.example/account';
  const mails = SCRIPT_PAYLOADS.map((text) => ({
    subject: text,
    html: mailHtml({
      heading: text,
      lines: [text, `Before\n${text}`],
      code: text,
      action: { label: text, url },
      after: [text],
      signature: text,
      footer: { label: text, url },
    }),
  }));
  await expectInertMails(page, mails);
  await page.setContent(mails.at(-2)?.html ?? '');
  await expect(page.getByRole('heading')).toHaveText(SCRIPT_PAYLOADS.at(-2) ?? '');
  expect(executions).toEqual([]);
});

interface Mail {
  subject: string;
  html: string;
}

/** Returns the queued emails to an address. Emails may be combined when they are sent, but not in the queue. */
async function queuedMailsTo(email: string): Promise<Mail[]> {
  const db = await openDatabase({ dataDir: process.env.E2E_DATA ?? '' });
  const rows = await db.write
    .selectFrom('outbox')
    .select(['subject', 'content_json'])
    .where('to_address', '=', email)
    .execute();
  await db.close();
  return rows.map(({ subject, content_json }) => ({ subject, html: mailHtml(JSON.parse(content_json)) }));
}

/** Returns the emails that the demo shop has sent to an address, the newest first. */
async function sentMailsTo(context: BrowserContext, email: string): Promise<(Mail & { text: string })[]> {
  const headers = { accept: 'application/json' };
  const response = await context.request.get(`/demo/mailbox?to=${encodeURIComponent(email)}`, { headers });
  return ((await response.json()) as { data: (Mail & { text: string })[] }).data;
}

/** Expects that the emails contain no active elements, even if an email program without any protection shows them. */
async function expectInertMails(page: Page, mails: Mail[]): Promise<void> {
  await page.goto('about:blank');
  for (const { subject, html } of mails) {
    await page.setContent(html);
    expect(await page.evaluate(() => 'ran' in window), subject).toBe(false);
    const activeElements = page.locator(
      'script, iframe, object, svg, form, base, link, [onerror], [onload], [onclick]',
    );
    expect(await activeElements.count(), subject).toBe(0);
    const schemes = await page.locator('a').evaluateAll((links: HTMLAnchorElement[]) => links.map((a) => a.protocol));
    expect(
      schemes.filter((scheme) => scheme !== 'https:'),
      subject,
    ).toEqual([]);
  }
}

/**
 * Stores the payloads with functions that bypass the validation of the forms, which would reject many of them, and adds
 * a member of staff.
 */
async function storePayloads(asha: TestCustomer): Promise<{ order: string; ticket: string; staffToken: string }> {
  const dataDir = process.env.E2E_DATA ?? '';
  const db = await openDatabase({ dataDir });
  const settings = readSettings({ SITE_URL: 'https://taana.example' });
  const shop = { db, settings, files: openFileStore({ dataDir }), now: Date.now, secretKey: 'k'.repeat(32) };
  const customer = { id: asha.id, name: ALL_PAYLOADS, email: asha.email };
  await createAddress(shop, { ...ADDRESS, isDefault: true }, asha.id);
  const variant = await variantOf(db, SLUG);
  // One item is sold, and another is reserved for the exchange.
  await stockUp(db, variant, 2);
  const { token } = await addToCart(shop, {}, { product: SLUG, quantity: 1, variant });
  const contact = { ...COD.contact, email: asha.email };
  const placedOrder = await placeOrder(shop, { token }, { ...COD, contact, address: ADDRESS, note: ALL_PAYLOADS });
  await db.write.updateTable('orders').set({ customer_id: asha.id }).where('id', '=', placedOrder.id).execute();
  await moveOrder(shop, placedOrder.id, 'shipped');
  await moveOrder(shop, placedOrder.id, 'delivered');
  const exchange = {
    order: placedOrder.id,
    reasons: [],
    customReason: ALL_PAYLOADS,
    hasOriginalPackaging: 'true' as const,
  };
  await requestExchange(shop, { customerId: asha.id }, exchange, []);
  await approveExchange(shop, placedOrder.number);
  await declineExchange(shop, placedOrder.number, ALL_PAYLOADS);
  const { product_id } = await db.write
    .selectFrom('variant')
    .select('product_id')
    .where('id', '=', Number(variant))
    .executeTakeFirstOrThrow();
  await createContactMessage(shop, { ...CONTACT_MESSAGE, ...contact, name: ALL_PAYLOADS, content: ALL_PAYLOADS });
  await createReview(shop, { product: product_id, rating: 3, summary: ALL_PAYLOADS }, customer);
  const { _id: ticket, number } = await createTicket(
    shop,
    asha.id,
    { subject: ALL_PAYLOADS, priority: 'low', message: ALL_PAYLOADS },
    [],
  );
  await answerTicket(shop, number, ALL_PAYLOADS.slice(0, 5_000));
  await closeTicket(shop, number);
  const { token: staffToken } = await addStaff(db);
  await db.close();
  return { order: placedOrder.id, ticket, staffToken };
}
