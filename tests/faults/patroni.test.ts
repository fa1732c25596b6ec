import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { openDatabase } from '#lib/platform/db/db.server.ts';
import { migrate } from '#lib/platform/db/migrator/migrate.server.ts';
import { isDatabaseUnavailable } from '#lib/platform/db/query/unavailable.server.ts';
import { stockGoods, variantOf } from '#support/goods.ts';
import { Cluster } from '#support/patroni/cluster.ts';
import { whyNoCluster } from '#support/patroni/programs.ts';
import { asTable, type Row, Silence, sum, watch } from '#support/patroni/report.ts';
import { type Fault, KILLED, OTHER_FAULTS } from '#support/patroni/rounds.ts';
import { expectNothingLost, lostAndDoubled, retryingBuyers } from '#support/retrying-buyers.ts';
import { startShop, temporaryDir } from '#support/shop-process.ts';

const KILLS = 10;
const IN_STOCK = 1_000_000;
const BACK_WITHIN_MS = 45_000;
/** Some faults take effect only after a while. */
const MIN_MS = 8_000;
/** With `off`, orders are lost, which shows the purpose of the test. */
const IS_SYNCHRONOUS = process.env.PATRONI_SYNCHRONOUS !== 'off';
const ONLY = process.env.PATRONI_FAULT;
const FAULTS = [...Array<Fault>(KILLS).fill(KILLED), ...OTHER_FAULTS, ...OTHER_FAULTS].filter(
  ({ name }) => !ONLY || name.includes(ONLY),
);
const MAX_MS = 30 * 60_000;

const whyNot = whyNoCluster();
if (whyNot) console.warn(`\nThe run with Patroni is SKIPPED: ${whyNot}.\n`);

const cleanUps: (() => unknown)[] = [];
afterAll(async () => {
  for (const cleanUp of cleanUps.reverse()) await cleanUp();
});

test.skipIf(whyNot)(
  'a failover of Patroni during checkouts loses and duplicates no order, and recovers',
  async () => {
    const cluster = new Cluster();
    cleanUps.push(() => cluster.remove());
    await cluster.start(IS_SYNCHRONOUS);
    const { db, shop, variant } = await openShop(cluster);
    const silence = new Silence();
    const crowd = retryingBuyers({ shops: [shop], variant, pauseMs: 150, onOrder: () => silence.end() });
    const rows: Row[] = [];
    const unclear: string[] = [];
    for (const fault of FAULTS) {
      await wait(3_000);
      const before = { refused: crowd.statuses.get(503) ?? 0, orders: crowd.acknowledged.size };
      silence.begin();
      const stopWatching = watch(shop.origin, unclear);
      await strike(cluster, fault, silence);
      stopWatching();
      const { lost, doubled } = await onceAvailable(() => lostAndDoubled(db, crowd.acknowledged));
      const refused = (crowd.statuses.get(503) ?? 0) - before.refused;
      const orders = crowd.acknowledged.size - before.orders;
      const earlier = { lost: sum(rows, 'lost'), doubled: sum(rows, 'doubled') };
      const found = { lost: lost.length - earlier.lost, doubled: doubled - earlier.doubled };
      rows.push({ fault, silentMs: silence.longestMs, refused, orders, ...found });
      console.info(asTable(rows.slice(-1)));
    }
    await crowd.stop();
    console.info(asTable(rows));
    unclear.push(...[...crowd.statuses.keys()].filter((status) => status !== 200 && status !== 503).map(String));
    expect(unclear, shop.output().slice(-3_000)).toEqual([]);
    const { orders } = await onceAvailable(() => expectNothingLost(db, crowd.acknowledged, IN_STOCK));
    const mails = await db.write.selectFrom('outbox').select('id').where('kind', '=', 'order_placed').execute();
    expect(mails.length).toBe(orders);
    for (const { fault, silentMs } of rows.filter((row) => !row.fault.staysClosed))
      expect(silentMs, fault.name).toBeLessThan(BACK_WITHIN_MS);
  },
  MAX_MS,
);

async function openShop(cluster: Cluster) {
  const db = await openDatabase({ databaseUrl: cluster.url, dataDir: '' });
  await migrate(db);
  await stockGoods(db);
  await db.write.updateTable('variant').set({ quantity: IN_STOCK }).where('sku', '=', 'TS').execute();
  const data = temporaryDir('patroni');
  cleanUps.push(data.remove, () => db.close());
  const env = { DATABASE_URL: cluster.url, TRUSTED_PROXIES: '1', MAILS_AN_HOUR: '100000' };
  const shop = await startShop({ dataDir: data.dir, env });
  cleanUps.push(() => shop.stop());
  return { db, shop, variant: await variantOf(db, 'test-scarf') };
}

/** Waits until orders are accepted again and the repaired machine follows. */
async function strike(cluster: Cluster, fault: Fault, silence: Silence): Promise<void> {
  const leader = await cluster.leader();
  const struckAt = Date.now();
  const repair = await fault.strike(cluster, leader);
  if (fault.takesOver) await cluster.untilLeads(cluster.other(leader));
  await silence.untilOver(struckAt + MIN_MS, struckAt + 2 * BACK_WITHIN_MS);
  repair();
  await cluster.untilBothServe(IS_SYNCHRONOUS ? 'sync_standby' : 'replica');
  await wait(2_000);
}

/** The connections of this process may belong to a leader that no longer exists. */
async function onceAvailable<T>(send: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await send();
    } catch (error) {
      if (tries === 10 || !isDatabaseUnavailable(error)) throw error;
    }
  }
}
