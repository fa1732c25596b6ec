import { expect, inject, test } from 'vitest';
import { createContactMessage } from '#lib/customers/contact/contact.server.ts';
import { createTicket, replyToTicket } from '#lib/customers/support/ticket.server.ts';
import { ATTEMPT_RETENTION_MS, deleteOldAttempts, mayHaveCommitted } from '#lib/platform/db/attempt.server.ts';
import { openDatabase, type ShopDatabase } from '#lib/platform/db/db.server.ts';
import type { Attempt } from '#lib/platform/db/query/query-context.server.ts';
import { isOutcomeUnknown } from '#lib/platform/db/query/unavailable.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { incrementCount } from '#lib/platform/http/network/rate-limit.server.ts';
import { HOUR_MS } from '#lib/primitives/durations.ts';
import { createAddress } from '#lib/sales/address/address.server.ts';
import { addToCart } from '#lib/sales/cart/add-to-cart.server.ts';
import { CONTACT_MESSAGE } from '#support/contact-message.ts';
import { addCustomer } from '#support/customers.ts';
import { onBothEngines } from '#support/database.ts';
import { startFlakyProxy } from '#support/flaky-proxy.ts';
import { stockGoods, variantOf } from '#support/goods.ts';
import { HOME, orderFixture } from '#support/order-fixture.ts';

const createAttempt = (id: string): Attempt => ({ id, isRetry: false, hasCommitted: false });
const TICKET = { subject: 'Late parcel', priority: 'low', message: 'It has not come yet.' } as const;

async function setUp(db: ShopDatabase) {
  await stockGoods(db);
  const fixture = orderFixture(db);
  const customer = await addCustomer(db);
  const owner = await fixture.cartOf(['test-kurta', 1]);
  const variant = await variantOf(db, 'test-scarf');
  const shop = { ...fixture.shop, files: {} as never, settings: { siteUrl: 'https://shop.example' } as never };
  const countRows = async (table: 'address' | 'contact_message' | 'ticket' | 'ticket_message' | 'orders') =>
    (await db.write.selectFrom(table).selectAll().execute()).length;
  const countCartPieces = async () =>
    (await db.write.selectFrom('cart_line').select('quantity').execute()).reduce((sum, line) => sum + line.quantity, 0);
  return { db, shop, fixture, customer, owner, variant, countRows, countCartPieces };
}

onBothEngines('a write attempt', (open) => {
  test('that is repeated makes its change only once and returns the first result, unlike a new attempt', async () => {
    const { shop, fixture, customer, owner, variant, countRows, countCartPieces } = await setUp(await open());
    const ticket = await createTicket(shop, customer.id, TICKET, []);
    const changes: [change: () => Promise<unknown>, count: () => Promise<number>][] = [
      [() => addToCart(shop, owner, { product: 'test-scarf', variant, quantity: 1 }), countCartPieces],
      [() => createAddress(shop, { ...HOME, isDefault: false }, customer.id), () => countRows('address')],
      [() => createContactMessage(shop, CONTACT_MESSAGE), () => countRows('contact_message')],
      [() => createTicket(shop, customer.id, TICKET, []), () => countRows('ticket')],
      [
        () => replyToTicket(shop, customer.id, { id: ticket._id, message: 'Still not here.' }, []),
        () => countRows('ticket_message'),
      ],
      [() => fixture.place(owner), () => countRows('orders')],
    ];
    for (const [n, [change, countAffected]] of changes.entries()) {
      const countBefore = await countAffected();
      const firstResult = await shop.db.context.withAttempt(createAttempt(`first-${n}`), change);
      expect(await countAffected()).toBe(countBefore + 1);
      const secondResult = await shop.db.context.withAttempt(createAttempt(`first-${n}`), change);
      expect(await countAffected()).toBe(countBefore + 1);
      expect(secondResult).toEqual(firstResult);
    }
    await shop.db.context.withAttempt(createAttempt('second'), () => createContactMessage(shop, CONTACT_MESSAGE));
    expect(await countRows('contact_message')).toBe(2);
  });

  test('records whether it committed anything, except for rate limit counts and changes made outside it', async () => {
    const { db, shop } = await setUp(await open());
    const failure = new Error('The work failed.');
    const firstAttempt = createAttempt('one');
    await shop.db.context.withAttempt(firstAttempt, () => incrementCount(db, shop.now(), 'a-limit', HOUR_MS));
    await shop.db.context.withAttempt(firstAttempt, () => db.write.selectFrom('orders').select('id').execute());
    await shop.db.context
      .withAttempt(firstAttempt, () =>
        transaction(db, async () => {
          throw failure;
        }),
      )
      .catch(() => {});
    await shop.db.context.withAttempt(firstAttempt, () =>
      db.context.outsideAttempt(() => createContactMessage(shop, CONTACT_MESSAGE)),
    );
    expect(mayHaveCommitted(firstAttempt, failure)).toBe(false);
    await shop.db.context.withAttempt(firstAttempt, () => createContactMessage(shop, CONTACT_MESSAGE));
    expect(mayHaveCommitted(firstAttempt, failure)).toBe(true);
    const otherAttempt = createAttempt('other');
    await shop.db.context.withAttempt(otherAttempt, () => db.write.deleteFrom('contact_message').execute());
    expect(mayHaveCommitted(otherAttempt, failure)).toBe(true);
  });

  test('is deleted after a week', async () => {
    const { db, shop } = await setUp(await open());
    await shop.db.context.withAttempt(createAttempt('old'), () => createContactMessage(shop, CONTACT_MESSAGE));
    await deleteOldAttempts(db.write, shop.now() + ATTEMPT_RETENTION_MS);
    expect(await db.write.selectFrom('attempt').selectAll().execute()).toHaveLength(1);
    await deleteOldAttempts(db.write, shop.now() + ATTEMPT_RETENTION_MS + 1);
    expect(await db.write.selectFrom('attempt').selectAll().execute()).toEqual([]);
  });
});

onBothEngines('a lost response to COMMIT', (open, engine) => {
  test.skipIf(engine === 'sqlite')('is distinguished from a change that was not made', async () => {
    const directDb = await open();
    const { rows } = await directDb.write.executeQuery<{ name: string }>(
      directDb.write.selectNoFrom((eb) => eb.fn<string>('current_database').as('name')).compile(),
    );
    const url = new URL(inject('postgresUrl'));
    url.pathname = `/${rows[0]?.name}`;
    const proxy = await startFlakyProxy(Number(url.port || 5432));
    url.host = `127.0.0.1:${proxy.port}`;
    const db = await openDatabase({ databaseUrl: url.href, dataDir: '' });
    const { shop, countRows } = await setUp(db);
    const awaitOutcome = (work: Promise<unknown>) => work.then(() => 'done', isOutcomeUnknown);
    proxy.fault = 'loses-commit-responses';
    expect(await awaitOutcome(createContactMessage(shop, CONTACT_MESSAGE))).toBe(true);
    proxy.fault = 'down';
    expect(await awaitOutcome(createContactMessage(shop, CONTACT_MESSAGE)), 'no COMMIT was sent').toBe(false);
    proxy.fault = 'none';
    expect(await countRows('contact_message')).toBe(1);
    await db.close();
    await proxy.close();
  });
});
