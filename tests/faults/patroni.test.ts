import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { openDatabase } from '#lib/platform/db/db.server.ts';
import { migrate } from '#lib/platform/db/migrator/migrate.server.ts';
import { isDatabaseUnavailable } from '#lib/platform/db/query/unavailable.server.ts';
import { stockGoods, variantOf } from '#support/goods.ts';
import { Cluster } from '#support/patroni/cluster.ts';
import { type Fault, KILLED, OTHER_FAULTS } from '#support/patroni/faults.ts';
import { missingRequirement } from '#support/patroni/programs.ts';
import { Downtime, formatTable, type RoundResult, sum, watchCartPage } from '#support/patroni/report.ts';
import { expectNothingLost, lostAndDuplicateOrders, startRetryingBuyers } from '#support/retrying-buyers.ts';
import { startShop, temporaryDir } from '#support/shop-process.ts';

const KILLS = 10;
const IN_STOCK = 1_000_000;
const MAX_DOWNTIME_MS = 45_000;
/** Some faults take effect only after a while. */
const MIN_FAULT_MS = 8_000;
/** Without synchronous replication, orders are lost, which shows that the test detects losses. */
const IS_SYNCHRONOUS = process.env.PATRONI_SYNCHRONOUS !== 'off';
const ONLY_FAULT = process.env.PATRONI_FAULT;
const FAULTS = [...Array<Fault>(KILLS).fill(KILLED), ...OTHER_FAULTS, ...OTHER_FAULTS].filter(
  ({ name }) => !ONLY_FAULT || name.includes(ONLY_FAULT),
);
const TEST_TIMEOUT_MS = 30 * 60_000;

const skipReason = missingRequirement();
if (skipReason) console.warn(`\nThe Patroni test is SKIPPED: ${skipReason}.\n`);

const cleanUps: (() => unknown)[] = [];
afterAll(async () => {
  for (const cleanUp of cleanUps.reverse()) await cleanUp();
});

test.skipIf(skipReason)(
  'Patroni failovers during checkouts do not lose or duplicate any order, and orders are accepted again',
  async () => {
    const cluster = new Cluster();
    cleanUps.push(() => cluster.remove());
    await cluster.start(IS_SYNCHRONOUS);
    const { db, shop, variant } = await openShop(cluster);
    const downtime = new Downtime();
    const buyers = startRetryingBuyers({ shops: [shop], variant, pauseMs: 150, onOrder: () => downtime.recordOrder() });
    const results: RoundResult[] = [];
    const unexpectedResponses: string[] = [];
    for (const fault of FAULTS) {
      await wait(3_000);
      const before = { refused: buyers.statuses.get(503) ?? 0, orders: buyers.acknowledged.size };
      downtime.resetLongest();
      const stopWatching = watchCartPage(shop.origin, unexpectedResponses);
      await inject(cluster, fault, downtime);
      stopWatching();
      const { lost, duplicates } = await retryUntilAvailable(() => lostAndDuplicateOrders(db, buyers.acknowledged));
      const refusals = (buyers.statuses.get(503) ?? 0) - before.refused;
      const orders = buyers.acknowledged.size - before.orders;
      const earlier = { lost: sum(results, 'lost'), duplicates: sum(results, 'duplicates') };
      const newCounts = { lost: lost.length - earlier.lost, duplicates: duplicates - earlier.duplicates };
      results.push({ fault, downtimeMs: downtime.longestMs, refusals, orders, ...newCounts });
      console.info(formatTable(results.slice(-1)));
    }
    await buyers.stop();
    console.info(formatTable(results));
    unexpectedResponses.push(
      ...[...buyers.statuses.keys()].filter((status) => status !== 200 && status !== 503).map(String),
    );
    expect(unexpectedResponses, shop.output().slice(-3_000)).toEqual([]);
    const { orders } = await retryUntilAvailable(() => expectNothingLost(db, buyers.acknowledged, IN_STOCK));
    const mails = await db.write.selectFrom('outbox').select('id').where('kind', '=', 'order_placed').execute();
    expect(mails.length).toBe(orders);
    for (const { fault, downtimeMs } of results.filter((result) => !result.fault.hasNoTimeLimit))
      expect(downtimeMs, fault.name).toBeLessThan(MAX_DOWNTIME_MS);
  },
  TEST_TIMEOUT_MS,
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

/** Injects a fault, and waits until orders are accepted again and the repaired machine follows the leader. */
async function inject(cluster: Cluster, fault: Fault, downtime: Downtime): Promise<void> {
  const leader = await cluster.leader();
  const injectedAt = Date.now();
  const repair = await fault.inject(cluster, leader);
  if (fault.causesFailover) await cluster.waitUntilLeader(cluster.other(leader));
  await downtime.waitUntilOver(injectedAt + MIN_FAULT_MS, injectedAt + 2 * MAX_DOWNTIME_MS);
  repair();
  await cluster.waitUntilBothServe(IS_SYNCHRONOUS ? 'sync_standby' : 'replica');
  await wait(2_000);
}

/** Retries, because the connections of this process may belong to a leader that no longer exists. */
async function retryUntilAvailable<T>(send: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await send();
    } catch (error) {
      if (attempt === 10 || !isDatabaseUnavailable(error)) throw error;
    }
  }
}
