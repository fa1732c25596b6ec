import { expect, test } from 'vitest';
import { saveCatalogueBatch } from '#lib/catalog/import/save/save-catalogue.server.ts';
import { checkNewsletterCode, requestNewsletterCode, subscribe } from '#lib/customers/newsletter/newsletter.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { networksOf } from '#lib/platform/http/network/network.ts';
import { listAwaitedItems } from '#lib/sales/back-in-stock/list-awaited-items.server.ts';
import { notifyWaitingCustomers } from '#lib/sales/back-in-stock/notify-waiting-customers.server.ts';
import {
  confirmRestockCode,
  requestAsCustomer,
  requestRestockCode,
} from '#lib/sales/back-in-stock/request-restock.server.ts';
import { REQUEST_RETENTION_MS } from '#lib/sales/back-in-stock/restock.ts';
import {
  cancelRestockRequest,
  deleteOldRestockRequests,
  hasRestockRequest,
  isRestockToken,
  unsubscribeRestock,
} from '#lib/sales/back-in-stock/unsubscribe-restock.server.ts';
import { onBothEngines } from '#support/database.ts';
import { KURTA, variantOf } from '#support/goods.ts';
import { restockFixture } from '#support/restock-fixture.ts';

const ASHA = 'asha@example.in';
const NETWORK = networksOf('203.0.113.7');

function readLastMail(db: ShopDatabase, to = ASHA) {
  const mails = db.write.selectFrom('outbox').selectAll().where('to_address', '=', to);
  return mails.orderBy('created_at', 'desc').executeTakeFirstOrThrow();
}

function readRequests(db: ShopDatabase) {
  return db.write.selectFrom('restock_request').select(['email', 'told_at']).orderBy('asked_at').execute();
}

onBothEngines('the back-in-stock service', (open) => {
  test('verifies a visitor’s email address with a code, and ignores a second request', async () => {
    const db = await open();
    const { shop, soldOutId } = await restockFixture(db);
    const request = { variantId: soldOutId, email: ASHA };
    for (const _ of [1, 2]) {
      const token = await requestRestockCode(shop, request, NETWORK);
      const mail = await readLastMail(db);
      expect(mail.subject).toContain('to hear when Test Kurta, Rust/L is back');
      const code = /^(\d{4})$/m.exec(mail.text)?.[1] ?? '';
      const wrongCode = code === '0000' ? '0001' : '0000';
      await expect(confirmRestockCode(shop, { token, code: wrongCode }, NETWORK)).rejects.toMatchObject({
        code: 'invalid',
      });
      expect(await confirmRestockCode(shop, { token, code }, NETWORK)).toEqual({
        variantId: soldOutId,
        result: 'waiting',
      });
      await expect(confirmRestockCode(shop, { token, code }, NETWORK)).rejects.toMatchObject({ code: 'invalid' });
    }
    expect(await readRequests(db)).toEqual([{ email: ASHA, told_at: null }]);
  });

  test('rejects newsletter codes, and its own codes are rejected by the newsletter', async () => {
    const db = await open();
    const { shop, soldOutId } = await restockFixture(db);
    const readCode = async (email: string) => /^(\d{4})$/m.exec((await readLastMail(db, email)).text)?.[1] ?? '';
    const newsletter = {
      token: await requestNewsletterCode(shop, { email: ASHA }, NETWORK),
      code: await readCode(ASHA),
    };
    await expect(confirmRestockCode(shop, newsletter, NETWORK)).rejects.toMatchObject({ code: 'invalid' });
    const email = 'bela@example.in';
    const token = await requestRestockCode(shop, { variantId: soldOutId, email }, NETWORK);
    const input = { token, code: await readCode(email) };
    await expect(checkNewsletterCode(shop, input, NETWORK)).rejects.toMatchObject({ code: 'invalid' });
    await expect(subscribe(shop, { email }, token)).rejects.toMatchObject({ code: 'refused' });
    expect(await readRequests(db)).toEqual([]);
  });

  test('stores one request per mailbox, however spelled, and none for products in stock or not for sale', async () => {
    const db = await open();
    const { shop, soldOutId, addRequest } = await restockFixture(db);
    await addRequest('asha.rao@gmail.com');
    await addRequest('asharao+shop@gmail.com');
    expect(await readRequests(db)).toEqual([{ email: 'asha.rao@gmail.com', told_at: null }]);
    const inStock = Number(await variantOf(db, 'test-kurta'));
    expect(await addRequest(ASHA, inStock)).toBe('in_stock');
    expect(await requestRestockCode(shop, { variantId: inStock, email: ASHA }, NETWORK)).toBeUndefined();
    await expect(addRequest(ASHA, 999_999)).rejects.toMatchObject({ code: 'not_found' });
    await saveCatalogueBatch(db, [{ ...KURTA, status: 'draft' }], new Map());
    await expect(addRequest(ASHA, soldOutId)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('sends two emails per restocked piece, in the order of requests, but only one to each mailbox', async () => {
    const db = await open();
    const { addRequests, addRequest, notify, notifiedAddresses, changeStock } = await restockFixture(db);
    const people = await addRequests(9);
    await addRequest(people[0] ?? '');
    await notify();
    expect(await notifiedAddresses()).toEqual([]);
    await changeStock(2);
    await notify();
    expect(await notifiedAddresses()).toEqual(people.slice(0, 4));
    await notify();
    await changeStock(-1);
    await notify();
    expect(await notifiedAddresses()).toEqual(people.slice(0, 4));
    await changeStock(1);
    await notify();
    expect(await notifiedAddresses()).toEqual(people.slice(0, 6));
    await changeStock(-2);
    await notify();
    await changeStock(7);
    await notify();
    await notify();
    expect(await notifiedAddresses()).toEqual(people);
    expect(await db.write.selectFrom('restock_watch').selectAll().execute()).toEqual([]);
  });

  test('sends no email for stock that was sold again before the emails were sent', async () => {
    const db = await open();
    const { addRequests, notify, notifiedAddresses, changeStock } = await restockFixture(db);
    const people = await addRequests(9);
    await changeStock(5);
    await changeStock(-5);
    await notify();
    expect(await notifiedAddresses()).toEqual([]);
    await changeStock(5);
    await changeStock(-4);
    await notify();
    expect(await notifiedAddresses()).toEqual(people.slice(0, 2));
    await changeStock(-1);
    await notify();
    expect(await notifiedAddresses()).toHaveLength(2);
  });

  test('notifies two mailboxes per piece even if many pieces are restocked', async () => {
    const db = await open();
    const { addRequests, notify, notifiedAddresses, changeStock } = await restockFixture(db);
    const people = await addRequests(130);
    await changeStock(60);
    await notify();
    expect(await notifiedAddresses()).toEqual(people.slice(0, 120));
  });

  test('counts cloth in pieces that can be cut from a bolt', async () => {
    const db = await open();
    const { addRequests, notify, notifiedAddresses, changeStock, setCountedStock } = await restockFixture(db);
    await setCountedStock([0], 'TC');
    const cloth = Number(await variantOf(db, 'test-cloth'));
    const people = await addRequests(9, cloth);
    await changeStock(0.3, 'TC');
    await notify();
    expect(await notifiedAddresses()).toEqual([]);
    await changeStock(1.2, 'TC');
    await notify();
    expect(await notifiedAddresses()).toEqual(people.slice(0, 4));
    expect((await readLastMail(db, people[0])).text).toContain('₹333.33 a metre. Only 1.5 m left.');
  });

  test('notifies nobody about an unpublished product, and everybody after it is published again', async () => {
    const db = await open();
    const { addRequests, notify, notifiedAddresses, changeStock, setStatus } = await restockFixture(db);
    const people = await addRequests(3);
    await setStatus('draft');
    await changeStock(2);
    await notify();
    await notify();
    expect(await notifiedAddresses()).toEqual([]);
    expect(await listAwaitedItems(db)).toMatchObject([{ sku: 'TK-L', waitingCount: 3, isForSale: false }]);
    await setStatus('active');
    await notify();
    expect(await notifiedAddresses()).toEqual(people);
  });

  test('deletes requests for a removed size', async () => {
    const db = await open();
    const { addRequests, notify, notifiedAddresses } = await restockFixture(db);
    await addRequests(2);
    const remainingVariants = KURTA.variants.slice(0, 1);
    await saveCatalogueBatch(db, [{ ...KURTA, variants: remainingVariants }], new Map(), { removesMissing: true });
    await notify();
    expect(await notifiedAddresses()).toEqual([]);
    expect(await readRequests(db)).toEqual([]);
  });

  test('sends no emails and marks no requests in a failed round, and notifies everybody in the next one', async () => {
    const db = await open();
    const { shop, addRequests, notify, notifiedAddresses, changeStock } = await restockFixture(db);
    const people = await addRequests(6);
    await changeStock(3);
    let calls = 0;
    const failingShop = {
      ...shop,
      now() {
        if (++calls === 4) throw new Error('The clock failed.');
        return shop.now();
      },
    };
    await expect(notifyWaitingCustomers(failingShop)).rejects.toThrow('The clock failed.');
    expect(await notifiedAddresses()).toEqual([]);
    expect((await readRequests(db)).filter(({ told_at }) => told_at !== null)).toEqual([]);
    await notify();
    expect(await notifiedAddresses()).toEqual(people);
  });

  test('notifies each mailbox exactly once in concurrent rounds', async () => {
    const db = await open();
    const { shop, addRequest, notify, notifiedAddresses, changeStock, addRequests } = await restockFixture(db);
    const firstEmails = await addRequests(12);
    await changeStock(6);
    await Promise.all([notify(), notify(), notify(), notify()]);
    expect((await notifiedAddresses()).sort()).toEqual(firstEmails.sort());
    await changeStock(-6);
    const laterEmails = Array.from({ length: 12 }, (_, index) => `late${index}@example.in`);
    await Promise.all([
      ...laterEmails.map((email) => addRequest(email)),
      notify(),
      notify(),
      addRequest('late0@example.in'),
    ]);
    await changeStock(20);
    await Promise.all([notify(), notify()]);
    expect((await notifiedAddresses()).sort()).toEqual([...firstEmails, ...laterEmails].sort());
    expect(await listAwaitedItems(shop.db)).toEqual([]);
  });

  test('emails the product’s name, a link that adds it to the cart, and one that unsubscribes the reader', async () => {
    const db = await open();
    const { shop, soldOutId, addRequest, notify, changeStock, setCountedStock } = await restockFixture(db);
    await setCountedStock([0], 'TS');
    const scarf = Number(await variantOf(db, 'test-scarf'));
    for (const email of [ASHA, 'bela@example.in']) for (const id of [soldOutId, scarf]) await addRequest(email, id);
    await changeStock(1);
    await notify();
    const { subject, text, headers_json, pace_key } = await readLastMail(db);
    expect(subject).toBe('Back in stock: Test Kurta, Rust/L');
    expect(text).toContain('₹1,999.00. Only 1 left.');
    expect(text).toContain(`Add it to my cart:\nhttp://localhost:4321/back-in-stock/${soldOutId}\n`);
    expect(pace_key).toBe(`proven:${ASHA}`);
    const [, url = ''] = /(http:\S+unsubscribe\S+)/.exec(text) ?? [];
    expect(JSON.parse(headers_json ?? '')).toEqual({
      'List-Unsubscribe': `<${url}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    });
    const token = url.split('/').at(-1) ?? '';
    for (const invalidToken of [`${token}x`, token.slice(1), '', 'x.y']) {
      expect(isRestockToken(shop, invalidToken), invalidToken).toBe(false);
      expect(await unsubscribeRestock(shop, invalidToken), invalidToken).toBe(false);
    }
    for (const _ of [1, 2]) expect(await unsubscribeRestock(shop, token)).toBe(true);
    expect([...new Set((await readRequests(db)).map(({ email }) => email))]).toEqual(['bela@example.in']);
  });

  test('adds a new request of a notified mailbox to the end of the queue', async () => {
    const db = await open();
    const { addRequest, addRequests, notify, notifiedAddresses, changeStock } = await restockFixture(db);
    const [firstEmail = '', secondEmail = ''] = await addRequests(2);
    await changeStock(1);
    await notify();
    await changeStock(-1);
    await addRequest('third@example.in');
    await addRequest(firstEmail);
    await changeStock(1);
    await notify();
    expect(await notifiedAddresses()).toEqual([firstEmail, secondEmail, 'third@example.in', firstEmail]);
  });

  test('needs no code from customers, can cancel their requests, and has limits per network and mailbox', async () => {
    const db = await open();
    const { shop, soldOutId, addRequest } = await restockFixture(db, { MAILS_AN_HOUR: '2' });
    const asha = { email: ASHA };
    expect(await requestAsCustomer(shop, asha, soldOutId, NETWORK)).toBe('waiting');
    expect(await hasRestockRequest(shop, asha, soldOutId)).toBe(true);
    await cancelRestockRequest(shop, asha, soldOutId);
    expect(await hasRestockRequest(shop, asha, soldOutId)).toBe(false);
    await requestAsCustomer(shop, asha, soldOutId, NETWORK);
    await expect(requestAsCustomer(shop, asha, soldOutId, NETWORK)).rejects.toMatchObject({ code: 'too_many' });
    const visitorRequest = requestRestockCode(shop, { variantId: soldOutId, email: 'x@example.in' }, NETWORK);
    await expect(visitorRequest).rejects.toMatchObject({ code: 'too_many' });

    const sizes = Array.from({ length: 21 }, (_, index) => ({ values: { size: `${index}` }, price: 9, quantity: 0 }));
    const product = { ...KURTA, slug: 'many', options: ['size'], variants: sizes };
    await saveCatalogueBatch(db, [product], new Map());
    const ids = await Promise.all(sizes.map((_, index) => variantOf(db, 'many', index).then(Number)));
    for (const id of ids.slice(0, 20)) await addRequest('bela@example.in', id);
    await expect(addRequest('bela@example.in', ids[20])).rejects.toMatchObject({ code: 'conflict' });
    expect(await addRequest('bela@example.in', ids[0])).toBe('waiting');
  });

  test('shows the owner how many customers are waiting for each variant, and deletes old requests', async () => {
    const db = await open();
    const { shop, clock, addRequests, addRequest, soldOutId } = await restockFixture(db);
    await addRequests(3);
    const requestedBefore = clock.now;
    const [row] = await listAwaitedItems(db);
    expect(row).toMatchObject({
      ...{ variantId: soldOutId, variantName: 'Rust/L', sku: 'TK-L' },
      ...{ productSlug: 'test-kurta', waitingCount: 3 },
    });
    expect(row?.waitingSince).toBeLessThan(requestedBefore);
    clock.now += REQUEST_RETENTION_MS - 1_000;
    await addRequest(ASHA);
    clock.now += 2_000;
    await deleteOldRestockRequests(shop);
    expect(await readRequests(db)).toEqual([{ email: ASHA, told_at: null }]);
  });
});
