import { spawnSync } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '#lib/platform/db/db.server.ts';
import { migrate } from '#lib/platform/db/migrations/migrate.server.ts';
import { stockGoods, variantOf } from '#support/goods.ts';
import { expectNothingLost, insistentBuyers, lostAndDoubled } from '#support/insistent-buyers.ts';
import { Cluster } from '#support/patroni/cluster.ts';
import { whyNoCluster } from '#support/patroni/programs.ts';
import { type Fault, KILLED, OTHER_FAULTS } from '#support/patroni/rounds.ts';
import { root } from '#support/project-root.ts';
import { startShop, temporaryDir } from '#support/shop-process.ts';

const KILLS = 10;
const IN_STOCK = 1_000_000;
const BACK_WITHIN_S = 45;
/** Off shows what the run is for: orders are lost. */
const IS_SYNCHRONOUS = process.env.PATRONI_SYNCHRONOUS !== 'off';
const ONLY = process.env.PATRONI_FAULT;
const FAULTS = [...Array<Fault>(KILLS).fill(KILLED), ...OTHER_FAULTS, ...OTHER_FAULTS].filter(
  ({ name }) => !ONLY || name.includes(ONLY),
);
const LONGEST_MS = 30 * 60_000;

const whyNot = whyNoCluster();
if (whyNot) console.warn(`\nThe run with Patroni is SKIPPED: ${whyNot}.\n`);

beforeAll(() => {
  const build = spawnSync(process.execPath, ['scripts/build-if-needed.ts'], { cwd: root, stdio: 'inherit' });
  expect(build.status).toBe(0);
});

const cleanUps: (() => unknown)[] = [];
afterAll(async () => {
  for (const cleanUp of cleanUps.reverse()) await cleanUp();
});

interface Row {
  fault: string;
  /** The longest time without an acknowledged order. */
  silentS: number;
  refused: number;
  acknowledged: number;
  lost: number;
  doubled: number;
}

test.skipIf(whyNot)(
  'two databases under Patroni lose their leader amid checkouts: no order lost or doubled, back by themselves',
  async () => {
    const cluster = new Cluster();
    cleanUps.push(() => cluster.remove());
    await cluster.start(IS_SYNCHRONOUS);
    const role = IS_SYNCHRONOUS ? 'sync_standby' : 'replica';
    const db = await openDatabase({ databaseUrl: cluster.url, dataDir: '' });
    await migrate(db);
    await stockGoods(db);
    await db.write.updateTable('variant').set({ quantity: IN_STOCK }).where('sku', '=', 'TS').execute();
    const variant = await variantOf(db, 'test-scarf');
    const data = temporaryDir('patroni');
    cleanUps.push(data.remove, () => db.close());
    const env = { DATABASE_URL: cluster.url, TRUSTED_PROXIES: '1', MAILS_AN_HOUR: '100000' };
    const shop = await startShop({ dataDir: data.dir, env });
    cleanUps.push(() => shop.stop());

    let lastOrder = Date.now();
    let silentMs = 0;
    const crowd = insistentBuyers({
      shops: [shop],
      variant,
      pauseMs: 150,
      onOrder() {
        silentMs = Math.max(silentMs, Date.now() - lastOrder);
        lastOrder = Date.now();
      },
    });
    const rows: Row[] = [];
    const unclear: string[] = [];
    for (const fault of FAULTS) {
      await wait(3_000);
      const leader = await cluster.leader();
      const before = { refused: crowd.statuses.get(503) ?? 0, acknowledged: crowd.acknowledged.size };
      silentMs = 0;
      const struckAt = Date.now();
      const mend = await fault.strike(cluster, leader);
      const looks = watch(shop.origin, unclear);
      if (fault.takesOver) await cluster.untilLeads(cluster.other(leader));
      await untilOrdersGoOn(() => lastOrder, struckAt);
      mend();
      await cluster.untilBothServe(role);
      await wait(2_000);
      looks();
      const { lost, doubled } = await lostAndDoubled(db, crowd.acknowledged);
      rows.push({
        fault: fault.name,
        silentS: Math.max(silentMs, Date.now() - lastOrder) / 1_000,
        refused: (crowd.statuses.get(503) ?? 0) - before.refused,
        acknowledged: crowd.acknowledged.size - before.acknowledged,
        lost: lost.length,
        doubled,
      });
      console.info(JSON.stringify(rows.at(-1)));
    }
    await crowd.stop();
    console.info(asTable(rows));
    const statuses = [...crowd.statuses.keys()].sort();
    expect({ statuses, unclear }, shop.output().slice(-3_000)).toEqual({ statuses: [200, 503], unclear: [] });
    console.info(await expectNothingLost(db, crowd.acknowledged, IN_STOCK));
    const closed = FAULTS.filter(({ staysClosed }) => staysClosed).map(({ name }) => name);
    for (const { fault, silentS } of rows)
      if (!closed.includes(fault)) expect(silentS, fault).toBeLessThan(BACK_WITHIN_S);
  },
  LONGEST_MS,
);

/** Looks at a page that needs the database; collects what is neither an answer nor a clear refusal. */
function watch(origin: string, unclear: string[]): () => void {
  let isOver = false;
  const look = async () => {
    while (!isOver) {
      const page = await fetch(`${origin}/cart`, { headers: { accept: 'text/html', cookie: 'cart=x' } });
      const text = await page.text();
      const isClear = page.status === 503 && page.headers.get('retry-after') && text.includes('Please try again');
      if (page.status !== 200 && !isClear) unclear.push(`${page.status} ${text.slice(0, 300)}`);
      await wait(500);
    }
  };
  void look().catch((error) => unclear.push(String(error)));
  return () => {
    isOver = true;
  };
}

/** Until orders have been acknowledged for three seconds in a row, or for too long none was. */
async function untilOrdersGoOn(lastOrder: () => number, struckAt: number): Promise<void> {
  let runsSince = 0;
  for (const until = struckAt + 2 * BACK_WITHIN_S * 1_000; Date.now() < until; await wait(500)) {
    const isSilent = Date.now() - lastOrder() > 1_000;
    if (isSilent) runsSince = 0;
    else runsSince ||= Date.now();
    if (runsSince && Date.now() - runsSince > 3_000 && Date.now() - struckAt > 8_000) return;
  }
}

function asTable(rows: Row[]): string {
  const head =
    '| fault | longest time without an order | refused | orders | lost | doubled |\n|---|---|---|---|---|---|';
  const lines = rows.map(
    ({ fault, silentS, refused, acknowledged, lost, doubled }) =>
      `| ${fault} | ${silentS.toFixed(1)} s | ${refused} | ${acknowledged} | ${lost} | ${doubled} |`,
  );
  return [head, ...lines].join('\n');
}
