import { Kysely, sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createContactMessage } from '#lib/customers/contact/contact.server.ts';
import { openDatabase, type ShopDatabase } from '#lib/platform/db/db.server.ts';
import { migrate } from '#lib/platform/db/migrator/migrate.server.ts';
import { PostgresPool } from '#lib/platform/db/postgres/postgres-pool.server.ts';
import { dialectFor } from '#lib/platform/db/postgres-dialect.server.ts';
import { QueryContext } from '#lib/platform/db/query/query-context.server.ts';
import type { Tables } from '#lib/platform/db/query/tables.ts';
import { isDatabaseUnavailable, isOutcomeUnknown } from '#lib/platform/db/query/unavailable.server.ts';
import { settlePayment } from '#lib/sales/payments/settle-payment.server.ts';
import { CONTACT_MESSAGE } from '#support/contact-message.ts';
import { stockGoods } from '#support/goods.ts';
import { orderFixture } from '#support/order-fixture.ts';
import { PostgresPair } from '#support/postgres-pair.ts';

/** The name of a standby that does not exist, so that commits that wait for it are never confirmed. */
const MISSING_STANDBY = 'nobody';
const SHORT_TIMEOUTS = { totalMs: 700, statementMs: 600, lockMs: 500, idleMs: 400 };
const POLL = { interval: 50 };

// Both servers use the PostgreSQL programs on this machine.
describe.skipIf(!inject('postgresUrl') || process.env.TEST_DATABASE_URL)('a shop with two PostgreSQL hosts', () => {
  let pair: PostgresPair;
  let db: ShopDatabase;
  let leader: pg.Client;

  beforeAll(async () => {
    pair = await PostgresPair.start();
    db = await openDatabase({ databaseUrl: `${pair.url}?target_session_attrs=read-write`, dataDir: '' });
    await migrate(db);
    await stockGoods(db);
  });
  afterAll(async () => {
    await leader?.end();
    await db.close();
    await pair.stop();
  });

  const countMessages = async () => (await db.write.selectFrom('contact_message').select('id').execute()).length;
  const findWaitingBackends = async () => {
    const { rows } = await leader.query("select pid from pg_stat_activity where wait_event = 'SyncRep'");
    return rows.map(({ pid }) => pid as number);
  };

  test('confirms a commit or its retry only when the follower has received it', async () => {
    leader = new pg.Client({ connectionString: pair.leaderUrl });
    await leader.connect();
    const { cartOf, place, shop } = orderFixture(db);
    const owner = await cartOf(['test-scarf', 1]);
    const attempt = { id: 'once', isRetry: false, hasCommitted: false };
    const unpaidOrder = await place(await cartOf(['test-kurta', 1]), { payment: 'razorpay' });
    const payment = { orderId: unpaidOrder.id, provider: 'razorpay' as const, eventId: 'once', reference: 'pay_once' };
    const writes = [
      () => place(owner, {}, 'once'),
      () => db.context.withAttempt({ ...attempt }, () => createContactMessage(shop, CONTACT_MESSAGE)),
      () => settlePayment(shop, { ...payment, outcome: 'paid', amountPaise: unpaidOrder.total_paise }),
    ];
    for (const write of writes) {
      await pair.setSynchronousStandby(MISSING_STANDBY);
      const firstWrite = write().then(() => 'confirmed', isOutcomeUnknown);
      await expect.poll(findWaitingBackends, POLL).toHaveLength(1);
      // An owner might also cancel a hanging query in this way.
      await leader.query('select pg_cancel_backend($1)', await findWaitingBackends());
      expect(await firstWrite).toBe(true);
      let result: unknown;
      const secondWrite = write().then((value) => {
        result = value;
      });
      await expect.poll(async () => result ?? (await findWaitingBackends()).length, POLL).toBe(1);
      await pair.setSynchronousStandby('');
      await secondWrite;
      expect(result).toBeDefined();
    }
    expect(await db.write.selectFrom('orders').select('id').execute()).toHaveLength(2);
    expect(await countMessages()).toBe(1);
  });

  test('switches to a replacement from a leader that does not confirm changes', async () => {
    await pair.setSynchronousStandby(MISSING_STANDBY);
    const context = new QueryContext();
    const kysely = new Kysely<Tables>({ dialect: dialectFor(new PostgresPool(pair.url, context, 3, SHORT_TIMEOUTS)) });
    // The first transaction holds the row lock during its commit, and the other transactions wait for the lock.
    const row = { id: 'changed', made_id: '', created_at: 0 };
    const change = () =>
      kysely
        .insertInto('attempt')
        .values(row)
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ created_at: 1 }))
        .execute();
    const readPort = async () =>
      (await sql<{ port: string }>`select current_setting('port') as port`.execute(kysely)).rows[0]?.port;
    const portBefore = await readPort();
    expect(await change().then(() => 'changed', isDatabaseUnavailable)).toBe(true);
    expect(await readPort(), 'the other server is read-only').toBe(portBefore);
    await pair.promote();
    await expect.poll(() => change().then(() => 'changed', isDatabaseUnavailable), POLL).toBe('changed');
    expect(await readPort()).not.toBe(portBefore);
    await kysely.destroy();
  });

  test('finds the leader again after each failover', async () => {
    await leader.end();
    for (let failover = 0; failover < 2; failover++) {
      await pair.stopFollower();
      await pair.rebuildFollower();
      const countBefore = await countMessages();
      const { shop } = orderFixture(db);
      await createContactMessage(shop, CONTACT_MESSAGE);
      await pair.killLeader();
      expect(await createContactMessage(shop, CONTACT_MESSAGE).then(() => 'created', isDatabaseUnavailable)).toBe(true);
      await pair.promote();
      await expect
        .poll(() => createContactMessage(shop, CONTACT_MESSAGE).then(() => 'created', isDatabaseUnavailable), POLL)
        .toBe('created');
      expect(await countMessages()).toBe(countBefore + 2);
    }
  });
});
