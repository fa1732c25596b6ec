import { expect, test } from 'vitest';
import { setFields } from '#lib/content/publishing/settings-commands.server.ts';
import { createTicket, replyToTicket } from '#lib/customers/support/ticket.server.ts';
import { notifyOwnerOfFaults } from '#lib/operations/jobs/owner-watch.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import type { FileStore } from '#lib/platform/files/storage/file-store.ts';
import { queueMail } from '#lib/platform/mail/outbox.server.ts';
import { typedRecipient } from '#lib/platform/mail/recipient.server.ts';
import { readSettings } from '#lib/platform/settings/settings.server.ts';
import { MINUTE_MS } from '#lib/primitives/durations.ts';
import { requestExchange } from '#lib/sales/exchanges/request-exchange.server.ts';
import { cancelOrder, moveOrder } from '#lib/sales/orders/move-order.server.ts';
import { settlePayment } from '#lib/sales/payments/settle-payment.server.ts';
import { notifyOwner } from '#lib/shop/owner-notices/notify-owner.server.ts';
import { SETTINGS } from '#lib/shop/settings/settings.schema.ts';
import { onBothEngines } from '#support/database.ts';
import { newCustomer } from '#support/goods.ts';
import { mailingFixture } from '#support/mailing-fixture.ts';
import { HOME } from '#support/order-fixture.ts';

const OWNER = 'owner@kora.in';
/** A file store that is not used, because these tests store no files. */
const NO_FILES = {} as FileStore;

onBothEngines('emails to the owner', (open) => {
  async function setUp(to = OWNER) {
    const db = await open();
    const mailing = await mailingFixture(db);
    const setOwnerMail = (field: string, value: string) =>
      setFields(mailing.shop, SETTINGS, { [`ownerMails.${field}`]: value });
    if (to) await setOwnerMail('to', to);
    const mailsOf = (address = OWNER) =>
      mailing.server.accepted.filter((mail) => mail.to === address).map(({ subject }) => decodeSubject(subject));
    return { db, ...mailing, setOwnerMail, mailsOf };
  }

  test('require an address, and list what to pack without the buyer’s name, contact and street', async () => {
    const { order, sendRound, setOwnerMail, mailsOf, server } = await setUp('');
    await order('asha@example.in');
    await sendRound();
    expect(server.accepted.map(({ to }) => to)).toEqual(['asha@example.in']);
    await setOwnerMail('to', OWNER);
    await setOwnerMail('newOrder', 'packing@kora.in, asha@kora.in');
    const { number } = await order('asha@example.in');
    await sendRound();
    expect(mailsOf()).toEqual([]);
    for (const address of ['packing@kora.in', 'asha@kora.in']) {
      expect(mailsOf(address)).toEqual([expect.stringContaining(`New order ${number}`)]);
    }
    await setOwnerMail('newOrder', 'off');
    await order('asha@example.in');
    await sendRound();
    expect(mailsOf('packing@kora.in')).toHaveLength(1);
    const mail = server.accepted.find(({ to }) => to === 'packing@kora.in')?.raw.replaceAll('=\r\n', '') ?? '';
    for (const text of [number, '1 =C3=97 Test Scarf', 'TS', 'Hyderabad 500003', `orders show ${number}`]) {
      expect(mail).toContain(text);
    }
    for (const text of ['asha@example', HOME.name, HOME.mobile, HOME.house, HOME.street])
      expect(mail).not.toContain(text);
    await expect(setOwnerMail('newOrder', 'me')).rejects.toThrow(/email address/);
  });

  test('report a paid online order, a second payment for it, and its cancellation', async () => {
    const { shop, order, sendRound, mailsOf } = await setUp();
    const { id, number, total_paise } = await order('asha@example.in', { payment: 'test' });
    await sendRound();
    expect(mailsOf()).toEqual([]);
    const report = { orderId: id, provider: 'test', outcome: 'paid', amountPaise: total_paise } as const;
    await settlePayment(shop, { ...report, eventId: 'a', reference: 'p1' });
    await settlePayment(shop, { ...report, eventId: 'a', reference: 'p1' });
    await sendRound();
    expect(mailsOf()).toEqual([expect.stringContaining(`New order ${number}`)]);
    await settlePayment(shop, { ...report, eventId: 'b', reference: 'p2' });
    await sendRound();
    expect(mailsOf()[1]).toBe(`A payment for order ${number} needs your attention`);
    await cancelOrder(shop, id, 'customer');
    await sendRound();
    expect(mailsOf().slice(2)).toEqual([`Order ${number} was cancelled by the customer`]);
  });

  test('report low stock and sold-out products only once', async () => {
    const { cartOf, place, shop, setOwnerMail, sendRound, mailsOf } = await setUp();
    await setOwnerMail('newOrder', 'off');
    await setOwnerMail('lowMetres', '10');
    const buy = async (slug: string, quantity: number) => place(await cartOf([slug, quantity]));
    await buy('test-kurta', 1);
    expect(await readLowStockMails(shop.db)).toEqual([]);
    await buy('test-kurta', 1);
    await buy('test-kurta', 1);
    await buy('test-kurta', 2);
    await buy('test-cloth', 3);
    await sendRound();
    expect(mailsOf().sort()).toEqual(['Only 9.5 m left: Test Cloth', 'Sold out: Test Kurta (Rust/M)']);
    const [firstMail] = await readLowStockMails(shop.db);
    expect(firstMail).toBe('Only 3 left: Test Kurta (Rust/M)');
  });

  test('report tickets, replies and exchange requests without their text', async () => {
    const { db, shop, clock, order, sendRound, mailsOf, server, setOwnerMail } = await setUp();
    await setOwnerMail('newOrder', 'off');
    const customerId = await newCustomer(db, 'asha@example.in');
    const settings = readSettings({});
    const ticketShop = { ...shop, files: NO_FILES, settings };
    const input = { subject: 'Late parcel', priority: 'high', message: 'My number is 9876543210' } as const;
    const ticket = await createTicket(ticketShop, customerId, input, []);
    await sendRound();
    await replyToTicket(ticketShop, customerId, { id: ticket._id, message: 'Hello?' }, []);
    const { id, number } = await order('asha@example.in', {}, { customerId });
    await moveOrder(shop, id, 'delivered');
    const exchangeRequest = {
      reasons: ['Size too small' as const],
      customReason: 'I am 9876543210',
      hasOriginalPackaging: 'true',
    };
    clock.at += MINUTE_MS;
    await requestExchange(ticketShop, { customerId }, { ...exchangeRequest, order: id, orderId: id } as never, []);
    await sendRound();
    // Emails in one round are sent in parallel.
    expect(mailsOf().sort()).toEqual([
      `Exchange requested: order ${number}`,
      `New ticket ${ticket.number}`,
      `The customer replied to ticket ${ticket.number}`,
    ]);
    const receivedTexts = server.accepted
      .filter(({ to }) => to === OWNER)
      .map(({ raw }) => raw.replaceAll('=\r\n', ''))
      .join();
    expect(receivedTexts).toContain('Late parcel');
    expect(receivedTexts).not.toMatch(/9876543210|Hello\?|asha@/);
  });

  test('report a flood of events in at most 20 emails', async () => {
    const { db, clock, advance, mailsOf, server } = await setUp();
    const headings = Array.from({ length: 40 }, (_, n) => `Order ${n}.`);
    for (const [n, heading] of headings.entries()) {
      const notice = { heading, lines: [], thread: `order:${n}` };
      await transaction(db, (tx) => notifyOwner(tx, db, 'newOrder', notice, clock.at));
      if (n % 2 === 0) await advance(MINUTE_MS, MINUTE_MS);
    }
    await advance(15 * MINUTE_MS, MINUTE_MS);
    expect(mailsOf().length).toBeLessThanOrEqual(20);
    const receivedText = server.accepted.map(({ raw }) => raw).join('\n');
    for (const heading of headings) expect(receivedText).toContain(heading);
  });

  test('report an undelivered email and rejected gateway keys only once for all processes', async () => {
    const { db, shop, mails } = await setUp();
    for (const kind of ['order_placed', 'owner_newOrder']) {
      await transaction(db, (tx) =>
        queueMail(tx, {
          to: typedRecipient('gone@example.in'),
          kind,
          subject: `About ${kind}`,
          content: { heading: 'x', lines: [] },
          now: shop.now(),
        }),
      );
    }
    await db.write.updateTable('outbox').set({ gave_up_at: shop.now() }).execute();
    await Promise.all([notifyOwnerOfFaults(shop), notifyOwnerOfFaults(shop)]);
    await notifyOwnerOfFaults(shop);
    const stuckMails = await mails('owner_stuckMails');
    expect(stuckMails.map(({ subject }) => subject)).toEqual(['An email could not be delivered']);
    expect(stuckMails[0]?.text).toContain('About order_placed');
    expect(stuckMails[0]?.text).not.toContain('gone@');
    const now = shop.now();
    const fault = { upstream: 'razorpay', route: 'POST /v1/orders', times: 3, first_at: now - 1_000, last_at: now };
    await db.write
      .insertInto('upstream_fault')
      .values({ ...fault, kind: 'status_401', well_at: null })
      .execute();
    await Promise.all([notifyOwnerOfFaults(shop), notifyOwnerOfFaults(shop)]);
    await notifyOwnerOfFaults(shop);
    expect((await mails('owner_paymentTrouble')).map(({ text }) => text)).toEqual([
      expect.stringContaining('Razorpay refused our keys: 401'),
    ]);
  });
});

/** Decodes a subject, which is encoded if it contains non-ASCII characters. */
function decodeSubject(subject: string): string {
  return subject.replace(/=\?UTF-8\?Q\?(.*?)\?=/g, (_, coded: string) =>
    decodeURIComponent(coded.replaceAll('_', ' ').replaceAll('=', '%')),
  );
}

async function readLowStockMails({ write }: ShopDatabase): Promise<string[]> {
  const rows = await write
    .selectFrom('outbox')
    .select('subject')
    .where('kind', '=', 'owner_lowStock')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(({ subject }) => subject);
}
