import { spawn } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import S3rver from 's3rver';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { NO_SECRETS } from '#lib/operations/backup/backup-secrets.server.ts';
import { bucketStore } from '#lib/operations/backup/bucket-store.server.ts';
import { makeBackup } from '#lib/operations/backup/make-backup.server.ts';
import { restoreBackup } from '#lib/operations/backup/restore-backup.server.ts';
import { backUpWhenDue } from '#lib/operations/backup/scheduled-backup.server.ts';
import { describeFault } from '#lib/operations/doctor/describe-fault.ts';
import { openDatabase, type ShopDatabase } from '#lib/platform/db/db.server.ts';
import { migrate } from '#lib/platform/db/migrator/migrate.server.ts';
import { Bucket } from '#lib/platform/files/storage/bucket.server.ts';
import { newFileKey } from '#lib/platform/files/storage/file-key.server.ts';
import { type BucketAddress, parseBucketUrl } from '#lib/platform/files/storage/storage-address.ts';
import { readSettings } from '#lib/platform/settings/settings.server.ts';
import { FaultLog } from '#lib/platform/upstream/fault-log.server.ts';
import { faultStore, readFaults } from '#lib/platform/upstream/fault-store.server.ts';
import { Upstreams } from '#lib/platform/upstream/upstreams.server.ts';
import { killAfter } from '#support/end-with-test.ts';
import { type FlakyProxy, startFlakyProxy } from '#support/flaky-proxy.ts';
import { freePort } from '#support/free-port.ts';
import { stockGoods } from '#support/goods.ts';
import { orderFixture } from '#support/order-fixture.ts';
import { root } from '#support/project-root.ts';
import { temporaryDir } from '#support/shop-process.ts';
import { createDatabase } from '#support/test-database.ts';

/** The number of backups to kill. The long version of this test sets `BACKUP_KILLS=10`. */
const KILL_COUNT = Number(process.env.BACKUP_KILLS ?? 1);
const SECRET = 'S3RVER';
const BUCKET_OPTIONS = { partBytes: 1_000_000, timeoutMs: 1_500, pausesMs: [10] };
const data = temporaryDir('bucket-backup');
const cleanUps: (() => unknown)[] = [];
let s3: S3rver;
let proxy: FlakyProxy;

beforeAll(async () => {
  const port = await freePort();
  const directory = join(data.dir, 's3');
  s3 = new S3rver({ port, address: '127.0.0.1', silent: true, directory, configureBuckets: [{ name: 'taana' }] });
  await s3.run();
  proxy = await startFlakyProxy(port);
});
afterAll(async () => {
  for (const remove of cleanUps) await remove();
  await proxy.close();
  await s3.close();
  data.remove();
});
beforeEach(() => {
  proxy.fault = 'none';
});

for (const engine of ['sqlite', 'postgres'] as const) {
  describe.skipIf(engine === 'postgres' && !inject('postgresUrl'))(`backup to a bucket [${engine}]`, () => {
    test('is uploaded in parts, pruned, and restored elsewhere with files and orders; damage is detected', async () => {
      const folder = `of-${engine}`;
      const shop = await createShop(engine);
      const store = storeOf(folder, shop.dataDir);
      let now = Date.now();
      // The objects of an interrupted backup do not count as a backup, and `prune` deletes them.
      const unfinishedBackup = await store.begin('shop-2020-01-01T00-00-00-000Z');
      await unfinishedBackup.add('shop.sqlite', Readable.from([Buffer.from('half')]));
      for (let n = 0; n < 3; n++) await makeBackup(shop, store, NO_SECRETS, () => now++);
      expect(await store.listComplete()).toHaveLength(3);
      expect(await store.prune(2)).toHaveLength(2);
      const [newestName = '', previousName = ''] = await store.listComplete();
      expect(readdirSync(join(data.dir, 's3', 'taana', folder)).sort()).toEqual([previousName, newestName]);
      expect(readdirSync(join(shop.dataDir, 'backing-up'))).toEqual([]);

      const url = urlOf(`${folder}/${newestName}`);
      const secondLocation = await createLocation(engine);
      await restoreBackup(secondLocation, url);
      const file = join('files', shop.key.slice(0, 2), shop.key);
      expect(readFileSync(join(secondLocation.dataDir, file)).equals(shop.content)).toBe(true);
      expect(existsSync(join(secondLocation.dataDir, 'fetched'))).toBe(false);
      expect(await withDatabase(secondLocation, readOrders)).toEqual(await withDatabase(shop, readOrders));
      await expect(restoreBackup(secondLocation, url)).rejects.toThrow('is not empty');

      const object = join(data.dir, 's3', 'taana', folder, newestName, `${file}._S3rver_object`);
      appendFileSync(object, '!');
      const thirdLocation = await createLocation(engine);
      await expect(restoreBackup(thirdLocation, url)).rejects.toThrow(/damaged: the checksum of files\/.+ is wrong/);
      rmSync(object);
      await expect(restoreBackup(thirdLocation, url)).rejects.toThrow(/incomplete: files\/.+ is missing/);
      await expect(restoreBackup(thirdLocation, urlOf(`${folder}/shop-2020`))).rejects.toThrow('not a complete backup');
      expect(readdirSync(thirdLocation.dataDir)).toEqual([]);
    });
  });
}

test('a store that is down, hangs or disconnects is reported without its key, unless it recovers soon', async () => {
  const bucket = bucketOf('faults');
  const content = Buffer.alloc(2_500_000, 'taana ');
  const put = () => bucket.put('a', Readable.from([content]));
  await put();
  for (const fault of ['down', 'silent', 700_000] as const) {
    proxy.fault = fault;
    const error: unknown = await bucketOf('faults')
      .put('b', Readable.from([content]))
      .catch((thrown) => thrown);
    expect(error, String(fault)).toMatchObject({
      name: 'ShopError',
      message: expect.stringMatching(/^s3:\/\/127.+can’t be used.+\.$/),
    });
    expect(String(error)).not.toContain(SECRET);
  }
  proxy.fault = 'none';
  expect(await bucket.has('b')).toBe(false);
  setTimeout(() => {
    proxy.fault = 'none';
  }, 700);
  proxy.fault = 'down';
  const retryingBucket = bucketOf('faults', { ...BUCKET_OPTIONS, pausesMs: [1_000] });
  await retryingBucket.put('b', Readable.from([content]));
  expect((await buffer((await retryingBucket.read('b')) as Readable)).equals(content)).toBe(true);
});

test('a failed scheduled backup is reported by doctor and not retried immediately', async () => {
  const url = urlOf('scheduled').replace('//S3RVER:S3RVER@', '//NOBODY:WRONG@');
  const dataDir = createTempDir('scheduled');
  const db = await openDatabase({ dataDir });
  cleanUps.push(() => db.close());
  await migrate(db);
  const upstreams = new Upstreams(undefined, new FaultLog(undefined, faultStore(db)));
  const settings = readSettings({ DATA_DIR: dataDir, BACKUP_DIR: url });
  const shop = { db, settings, upstreams, now: Date.now, log: console as never };
  const { signal } = new AbortController();
  await expect(backUpWhenDue(shop, signal)).rejects.toThrow('the store refuses the key');
  await backUpWhenDue(shop, signal);
  await upstreams.settled();
  const [fault] = await readFaults(db, 0);
  expect(fault && describeFault(fault)).toMatch(/^the backup failed \(BACKUP_DIR\), once, at .+ [ap]m$/);
  const { status, stdout } = await runCli(dataDir, { BACKUP_DIR: url }, 'doctor');
  expect(status).toBe(1);
  expect(stdout).toMatch(/✗ backups: s3:\/\/.+ refuses the key/);
  expect(stdout).toMatch(/✗ the backup failed/);
  expect(stdout).not.toContain('WRONG');
});

test('the owner’s CLI leaves no partial backup in BACKUP_DIR after it was killed, and restores from there', async () => {
  const shop = await createShop('sqlite');
  const urlWithoutKeys = urlOf('typed').replace(`${SECRET}:${SECRET}@`, '');
  const env = { BACKUP_DIR: urlWithoutKeys, AWS_ACCESS_KEY_ID: SECRET, AWS_SECRET_ACCESS_KEY: SECRET };
  for (let kill = 0; kill < KILL_COUNT; kill++) {
    const child = startCli(shop.dataDir, env, 'backup');
    await killAfter(child, 300 + Math.random() * 1_200);
  }
  const { stdout, stderr } = await runCli(shop.dataDir, env, 'backup', '--keep', '1');
  expect(stderr).toBe('');
  expect(stdout).toMatch(/^s3:\/\/127\.0\.0\.1:\d+\/taana\/typed\/shop-.+Z: 1 order, 3 files/);
  const [, name = ''] = /typed\/(shop-\S+Z)/.exec(stdout) ?? [];
  const secondLocation = createTempDir('elsewhere');
  expect(readdirSync(join(data.dir, 's3', 'taana', 'typed'))).toEqual([name]);
  const restoration = await runCli(secondLocation, env, 'restore', urlWithoutKeys.replace('typed', `typed/${name}`));
  expect(restoration).toMatchObject({ status: 0, stdout: expect.stringMatching(/^Restored and compared/) });
});

/** Starts the CLI asynchronously, because this thread also serves the store. */
function startCli(dataDir: string, moreEnv: Record<string, string>, ...args: string[]) {
  const env = { ...process.env, SHOP_MODE: 'demo', DATABASE_URL: '', ...moreEnv, DATA_DIR: dataDir };
  return spawn(process.execPath, ['scripts/shop.ts', ...args], { cwd: root, env });
}

async function runCli(...args: Parameters<typeof startCli>) {
  const child = startCli(...args);
  const [stdout, stderr, status] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((resolve) => child.once('close', resolve)),
  ]);
  return { status, stdout, stderr };
}

interface ShopLocation {
  dataDir: string;
  databaseUrl: string | undefined;
  storageUrl: undefined;
  storeKeys: undefined;
}

function createTempDir(name: string): string {
  const { dir, remove } = temporaryDir(name);
  cleanUps.push(remove);
  return dir;
}

function urlOf(folder: string): string {
  return `s3://${SECRET}:${SECRET}@127.0.0.1:${proxy.port}/taana/${folder}?region=us-east-1&tls=off`;
}

function bucketOf(folder: string, options = BUCKET_OPTIONS): Bucket {
  return new Bucket(parseBucketUrl(urlOf(folder)) as BucketAddress, options);
}

function storeOf(folder: string, dataDir: string) {
  return bucketStore(bucketOf(folder), join(dataDir, 'backing-up'));
}

async function createLocation(engine: 'sqlite' | 'postgres'): Promise<ShopLocation> {
  const database = engine === 'postgres' ? await createDatabase(inject('postgresUrl')) : undefined;
  if (database) cleanUps.unshift(database.drop);
  return { dataDir: createTempDir('bucket'), databaseUrl: database?.url, storageUrl: undefined, storeKeys: undefined };
}

/** Creates a shop with an order, and a customer's file that is larger than a part of an upload. */
async function createShop(engine: 'sqlite' | 'postgres') {
  const location = await createLocation(engine);
  await withDatabase(location, async (db) => {
    await stockGoods(db);
    const { place: order, cartOf } = orderFixture(db);
    await order(await cartOf(['test-scarf', 1]));
  });
  const key = newFileKey();
  const content = Buffer.alloc(2_300_001, 'a torn hem ');
  mkdirSync(join(location.dataDir, 'files', key.slice(0, 2)), { recursive: true });
  writeFileSync(join(location.dataDir, 'files', key.slice(0, 2), key), content);
  return { ...location, key, content };
}

async function withDatabase<T>(
  { dataDir, databaseUrl }: ShopLocation,
  work: (db: ShopDatabase) => Promise<T>,
): Promise<T> {
  const db = await openDatabase({ dataDir, databaseUrl });
  try {
    await migrate(db);
    return await work(db);
  } finally {
    await db.close();
  }
}

async function readOrders(db: ShopDatabase) {
  return db.write.selectFrom('orders').select(['number', 'total_paise']).orderBy('number').execute();
}
