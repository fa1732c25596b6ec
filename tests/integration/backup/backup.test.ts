import { spawn } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, inject, test } from 'vitest';
import { collectSecrets, NO_SECRETS } from '#lib/operations/backup/backup-secrets.server.ts';
import { diskStore } from '#lib/operations/backup/disk-store.server.ts';
import { makeBackup } from '#lib/operations/backup/make-backup.server.ts';
import { type Manifest, manifestSchema } from '#lib/operations/backup/manifest.schema.ts';
import { restoreBackup } from '#lib/operations/backup/restore-backup.server.ts';
import { openDatabase } from '#lib/platform/db/db.server.ts';
import { migrate } from '#lib/platform/db/migrator/migrate.server.ts';
import { newFileKey } from '#lib/platform/files/storage/file-key.server.ts';
import { requireSameKey, secretKeyOf } from '#lib/platform/secret-key.server.ts';
import { loadSettings } from '#lib/platform/settings/load-settings.server.ts';
import { MINUTE_MS } from '#lib/primitives/durations.ts';
import { trackToken } from '#lib/sales/orders/record/track-token.server.ts';
import { killAfter } from '#support/end-with-test.ts';
import { stockGoods, variantOf } from '#support/goods.ts';
import { type BuyerResponse, HttpBuyer } from '#support/http-buyer.ts';
import { root } from '#support/project-root.ts';
import { startShop, temporaryDir } from '#support/shop-process.ts';
import { createDatabase } from '#support/test-database.ts';

const BUYER_COUNT = 20;
/** The maximum pause between two orders by a buyer. Shorter pauses would leave no CPU time for the backup. */
const MAX_PAUSE_MS = 2_000;
/** The number of backups to kill. The long version of this test sets `BACKUP_KILLS=10`. */
const KILL_COUNT = Number(process.env.BACKUP_KILLS ?? 2);
/** The maximum time between the start of a backup and its kill. */
const MAX_KILL_DELAY_MS = 900;

for (const engine of ['sqlite', 'postgres'] as const) {
  describe.skipIf(engine === 'postgres' && !inject('postgresUrl'))(`backup and restore [${engine}]`, () => {
    test('keep every order that was confirmed before the backup, which runs while twenty buyers order', async () => {
      const shop = await startShopToBackUp(engine);
      const confirmations = new Map<string, number>();
      const buyers = startBuyers(shop.origin, shop.variant, confirmations);
      await expect.poll(() => confirmations.size > BUYER_COUNT, { interval: 20 }).toBe(true);
      const backup = await runCli(shop.env, 'backup', shop.backups);
      expect(backup.status, backup.output).toBe(0);
      await buyers.end();
      const folder = join(shop.backups, readdirSync(shop.backups)[0] ?? '');
      const { takenAt, contents } = readManifest(folder);
      const ordersBefore = [...confirmations].filter(([, at]) => at < takenAt);
      expect(ordersBefore.length).toBeGreaterThan(BUYER_COUNT);

      const target = await createTarget(engine);
      const restoration = await runCli(target.env, 'restore', folder, '--settings');
      expect(restoration.output).toMatch(/^Restoring into .*\nRestored and compared/);
      // The restored settings are those of the old machine, except the data folder and the database.
      expect(loadSettings({ DATA_DIR: target.env.DATA_DIR })).toMatchObject({
        secretKey: shop.env.SECRET_KEY,
        databaseUrl: target.env.DATABASE_URL || undefined,
        holds: { holdMs: 45 * MINUTE_MS },
      });
      expect(statSync(join(target.env.DATA_DIR, 'settings.env')).mode & 0o777).toBe(0o600);
      const db = await openDatabase({ dataDir: target.env.DATA_DIR, databaseUrl: target.env.DATABASE_URL });
      const orders = await db.write.selectFrom('orders').select(['id', 'total_paise']).execute();
      const ids = new Set(orders.map(({ id }) => id));
      expect(ordersBefore.filter(([id]) => !ids.has(id))).toEqual([]);
      expect(orders.reduce((sum, order) => sum + order.total_paise, 0)).toBe(contents.ordersPaise);
      await db.close();
      expect(readFileSync(shop.filePath(target.env.DATA_DIR), 'utf8')).toBe('a torn hem');

      // A second restore fails, and the restored shop can sell.
      const secondRestore = await runCli(target.env, 'restore', folder);
      expect([secondRestore.status, secondRestore.output]).toEqual([
        1,
        expect.stringMatching(/is not empty|has tables/),
      ]);
      const server = await startShop({ dataDir: target.env.DATA_DIR, env: target.env });
      const buyer = new HttpBuyer('203.0.113.77');
      await buyer.addToCart(server.origin, 'test-scarf', shop.variant, 1);
      expect((await buyer.order(server.origin, 'after')).message).toBe('Your order has been placed.');
      const link = `/orders/track/${trackToken(shop.env.SECRET_KEY ?? '', ordersBefore[0]?.[0] ?? '')}`;
      expect((await fetch(server.origin + link)).status).toBe(200);
      await server.stop();
      await target.remove();
      await shop.remove();
    });

    test('leave only complete backups after processes were killed at random moments', async () => {
      const shop = await startShopToBackUp(engine);
      const confirmations = new Map<string, number>();
      const buyers = startBuyers(shop.origin, shop.variant, confirmations);
      for (let kill = 0; kill < KILL_COUNT; kill++) {
        const child = startCli(shop.env, 'backup', shop.backups);
        await killAfter(child, Math.random() * MAX_KILL_DELAY_MS);
      }
      const lastBackup = await runCli(shop.env, 'backup', shop.backups, '--keep', '3');
      expect(lastBackup.status, lastBackup.output).toBe(0);
      await buyers.end();
      const names = readdirSync(shop.backups);
      expect(names.filter((name) => name.endsWith('.unfinished'))).toEqual([]);
      expect(names.length).toBeLessThanOrEqual(3);
      for (const name of names) {
        const target = await createTarget(engine);
        const restoration = await runCli(target.env, 'restore', join(shop.backups, name));
        expect([restoration.status, restoration.output]).toEqual([
          0,
          expect.stringMatching(/^Restoring into .*\nRestored and compared/),
        ]);
        await target.remove();
      }
      await shop.remove();
    });
  });
}

test('a shop with BACKUP_DIR and two processes makes one backup; doctor reports the newest backup’s age', async () => {
  const shop = await createShopToBackUp('sqlite');
  const settings = { ...shop.env, BACKUP_DIR: shop.backups };
  const runDoctor = async () => (await runCli(settings, 'doctor')).output;
  const servers = [await startShop({ dataDir: shop.env.DATA_DIR, env: settings })];
  servers.push(await startShop({ dataDir: shop.env.DATA_DIR, env: settings }));
  const completeBackups = () =>
    readdirSync(shop.backups).filter((name) => existsSync(join(shop.backups, name, 'manifest.json')));
  await expect.poll(() => completeBackups().length > 0, { interval: 100 }).toBe(true);
  expect(await runDoctor()).toMatch(/✓ backups: the newest in .+ is 0 hours old/);
  for (const server of servers) await server.stop();
  expect(readdirSync(shop.backups)).toEqual(completeBackups());
  expect(completeBackups().length).toBe(1);
  rmSync(join(shop.backups, completeBackups()[0] ?? ''), { recursive: true });
  expect(await runDoctor()).toMatch(/✗ backups: none in .+ yet/);
  await shop.remove();
});

describe('a damaged or changed backup', () => {
  test('is rejected with a message, and no files are written', async () => {
    const shop = await createShopToBackUp('sqlite');
    await makeBackup(loadSettings(shop.env), diskStore(shop.backups), NO_SECRETS);
    const folder = join(shop.backups, readdirSync(shop.backups)[0] ?? '');
    const target = temporaryDir('elsewhere');
    const settings = loadSettings({ DATA_DIR: target.dir, DATABASE_URL: '' });
    const restore = async () => String(await restoreBackup(settings, folder).catch((refusal: unknown) => refusal));
    const manifest = readManifest(folder);
    const writeManifest = (changedManifest: unknown) =>
      writeFileSync(join(folder, 'manifest.json'), JSON.stringify(changedManifest));

    writeManifest({ ...manifest, engine: 'postgres' });
    expect(await restore()).toMatch(/of PostgreSQL, but the settings use SQLite/);
    writeManifest({ ...manifest, contents: { ...manifest.contents, migrations: ['9999-later'] } });
    expect(await restore()).toMatch(/newer than this version of the shop \(it has 9999-later\)/);
    for (const path of ['../authorized_keys', 'settings.env', 'pictures/masters/../../settings.env']) {
      writeManifest({ ...manifest, files: { ...manifest.files, [path]: Object.values(manifest.files)[0] } });
      expect(await restore()).toMatch(/was changed: it lists ".+", which cannot be part of a backup/);
    }
    writeManifest({ ...manifest, format: 2 });
    expect(await restore()).toMatch(/not a backup that this version can read/);
    writeManifest(manifest);
    appendFileSync(shop.filePath(folder), '!');
    expect(await restore()).toMatch(/damaged: the checksum of files\/.+ is wrong/);
    rmSync(shop.filePath(folder));
    const outside = join(target.dir, '..', 'a-link-leads-here');
    writeFileSync(outside, 'a torn hem');
    symlinkSync(outside, shop.filePath(folder));
    expect(await restore()).toMatch(/changed: files\/.+ is a link to another folder/);
    rmSync(outside);
    rmSync(shop.filePath(folder));
    expect(await restore()).toMatch(/incomplete: files\/.+ is missing/);
    rmSync(join(folder, 'manifest.json'));
    expect(await restore()).toMatch(/not a complete backup/);
    expect(existsSync(join(target.dir, 'shop.sqlite'))).toBe(false);
    expect(readdirSync(target.dir)).toEqual([]);
    target.remove();
    await shop.remove();
  });
});

describe('secrets', () => {
  const keptSettings = 'kept-settings.env';

  test('are backed up unless disabled, and restored into a file that is not in use; another secret key is reported', async () => {
    const { dir, remove } = temporaryDir('secrets');
    const env: CliEnv = { DATA_DIR: join(dir, 'data'), DATABASE_URL: '' };
    const backups = join(dir, 'backups');
    const findNewestBackup = () => join(backups, readdirSync(backups).sort().at(-1) ?? '');
    const db = await openDatabase({ dataDir: env.DATA_DIR });
    await migrate(db);
    await requireSameKey(db, await secretKeyOf(loadSettings(env)), Date.now());
    await db.close();
    const smtpEnv = { ...env, SMTP_URL: 'smtps://kora:a#b@mail.example' };
    await makeBackup(loadSettings(smtpEnv), diskStore(backups), await collectSecrets(smtpEnv, loadSettings(smtpEnv)));
    const firstBackup = findNewestBackup();
    // The new key has the same length as the previous key, but does not match the record in the database.
    writeFileSync(join(env.DATA_DIR, 'secret-key'), 'n'.repeat(43));
    const secondBackup = await runCli(env, 'backup', backups);
    expect([secondBackup.status, secondBackup.output]).toEqual([
      0,
      expect.stringContaining('does not contain the secret key of this shop'),
    ]);
    expect(readFileSync(join(findNewestBackup(), 'secret-key'), 'utf8')).toBe('n'.repeat(43));
    const withoutSecrets = await runCli({ ...env, BACKUP_SECRETS: 'off' }, 'backup', backups);
    expect(withoutSecrets.output).toMatch(/does not contain the settings and the secret key \(BACKUP_SECRETS=off\)/);
    expect(readdirSync(findNewestBackup()).sort()).toEqual(['manifest.json', 'shop.sqlite']);

    const copy: CliEnv = { DATA_DIR: join(dir, 'copy'), DATABASE_URL: '' };
    await expect(restoreBackup(loadSettings(copy), findNewestBackup(), true)).rejects.toThrow(
      'This backup has no settings',
    );
    // Two folders do not belong to a shop: npm's folder in the user's home, and lost+found on a separate disk.
    for (const name of ['.npm', 'lost+found']) mkdirSync(join(copy.DATA_DIR, name), { recursive: true });
    const trialRestore = await runCli(copy, 'restore', firstBackup);
    expect(trialRestore.output).toContain(
      `mv ${join(copy.DATA_DIR, keptSettings)} ${join(copy.DATA_DIR, 'settings.env')}`,
    );
    expect(loadSettings(copy).smtpUrl).toBeUndefined();
    renameSync(join(copy.DATA_DIR, keptSettings), join(copy.DATA_DIR, 'settings.env'));
    expect(loadSettings(copy).smtpUrl).toBe('smtps://kora:a#b@mail.example');
    remove();
  });
});

type CliEnv = { DATA_DIR: string; DATABASE_URL: string; SECRET_KEY?: string; BACKUP_SECRETS?: string };

/** Starts a server for the shop of `createShopToBackUp`. `remove` also stops the server. */
async function startShopToBackUp(engine: 'sqlite' | 'postgres') {
  const shop = await createShopToBackUp(engine);
  const server = await startShop({ dataDir: shop.env.DATA_DIR, env: { ...shop.env, TRUSTED_PROXIES: '1' } });
  async function end(): Promise<void> {
    await server.stop();
    await shop.remove();
  }
  return { ...shop, origin: server.origin, remove: end };
}

/** Creates a shop with products, a customer's file, settings in the environment and in a file, and a backup folder. */
async function createShopToBackUp(engine: 'sqlite' | 'postgres') {
  const { env, remove } = await createTarget(engine);
  env.SECRET_KEY = 'a key that is only for tests, 32 characters';
  writeFileSync(join(env.DATA_DIR, 'settings.env'), 'HOLD_MINUTES=45\n');
  const backups = temporaryDir('backups');
  const db = await openDatabase({ dataDir: env.DATA_DIR, databaseUrl: env.DATABASE_URL });
  await migrate(db);
  await stockGoods(db);
  await db.write.updateTable('variant').set({ quantity: 100_000 }).where('sku', '=', 'TS').execute();
  const variant = await variantOf(db, 'test-scarf');
  await db.close();
  const key = newFileKey();
  const filePath = (dir: string) => join(dir, 'files', key.slice(0, 2), key);
  mkdirSync(join(filePath(env.DATA_DIR), '..'), { recursive: true });
  writeFileSync(filePath(env.DATA_DIR), 'a torn hem');
  async function removeAll(): Promise<void> {
    backups.remove();
    await remove();
  }
  return { env, variant, filePath, backups: backups.dir, remove: removeAll };
}

async function createTarget(engine: 'sqlite' | 'postgres') {
  const data = temporaryDir('backup');
  const database = engine === 'postgres' ? await createDatabase(inject('postgresUrl')) : undefined;
  const env: CliEnv = { DATA_DIR: data.dir, DATABASE_URL: database?.url ?? '' };
  async function remove(): Promise<void> {
    data.remove();
    await database?.drop();
  }
  return { env, remove };
}

/** Starts buyers who order until `end` is called. `confirmations` maps each order id to its confirmation time. */
function startBuyers(origin: string, variant: string, confirmations: Map<string, number>) {
  let isOver = false;
  async function buy(n: number): Promise<void> {
    for (let round = 0; !isOver; round++) {
      const buyer = new HttpBuyer(`203.0.${n}.${round % 250}`);
      await sendUntilAvailable(() => buyer.addToCart(origin, 'test-scarf', variant, 1));
      const response = await sendUntilAvailable(() => buyer.order(origin, `${n}-${round}`));
      expect(response.status).toBe(200);
      confirmations.set(String(response.data._id), Date.now());
      await wait(MAX_PAUSE_MS * Math.random());
    }
  }
  const allBuyers = Promise.all(Array.from({ length: BUYER_COUNT }, (_, n) => buy(n)));
  async function end(): Promise<void> {
    isOver = true;
    await allBuyers;
  }
  return { end };
}

/** Sends a request, and retries it while the shop responds with 503, which may happen on a busy machine. */
async function sendUntilAvailable(send: () => Promise<BuyerResponse>): Promise<BuyerResponse> {
  for (;;) {
    const response = await send();
    if (response.status !== 503) return response;
    await wait(50);
  }
}

function startCli(env: CliEnv, ...args: string[]) {
  return spawn(process.execPath, ['scripts/shop.ts', ...args], { cwd: root, env: { ...process.env, ...env } });
}

async function runCli(env: CliEnv, ...args: string[]): Promise<{ status: number | null; output: string }> {
  const child = startCli(env, ...args);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
    });
  const status = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { status, output };
}

function readManifest(folder: string): Manifest {
  return manifestSchema.parse(JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')));
}
