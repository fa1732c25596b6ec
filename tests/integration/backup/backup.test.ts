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
import { refuseOtherKey, secretKeyOf } from '#lib/platform/secret-key.server.ts';
import { loadSettings } from '#lib/platform/settings/load-settings.server.ts';
import { MINUTE_MS } from '#lib/primitives/durations.ts';
import { trackToken } from '#lib/sales/orders/record/track-token.server.ts';
import { killAfter } from '#support/end-with-test.ts';
import { stockGoods, variantOf } from '#support/goods.ts';
import { type BuyerResponse, HttpBuyer } from '#support/http-buyer.ts';
import { root } from '#support/project-root.ts';
import { startShop, temporaryDir } from '#support/shop-process.ts';
import { createDatabase } from '#support/test-database.ts';

const BUYERS = 20;
/** The longest pause between two orders of a buyer. Shorter pauses would leave the backup no CPU time. */
const PAUSE_MS = 2_000;
/** The long version sets `BACKUP_KILLS=10`. */
const KILLS = Number(process.env.BACKUP_KILLS ?? 2);
/** The latest moment of a kill after the start of a backup. */
const LATEST_KILL_MS = 900;

for (const engine of ['sqlite', 'postgres'] as const) {
  describe.skipIf(engine === 'postgres' && !inject('postgresUrl'))(`backup and restore [${engine}]`, () => {
    test('keep every order confirmed before the backup, which runs while twenty buyers order', async () => {
      const shop = await sellingShop(engine);
      const confirmations = new Map<string, number>();
      const buying = startBuyers(shop.origin, shop.variant, confirmations);
      await expect.poll(() => confirmations.size > BUYERS, { interval: 20 }).toBe(true);
      const backup = await runCli(shop.env, 'backup', shop.backups);
      expect(backup.status, backup.output).toBe(0);
      await buying.end();
      const folder = join(shop.backups, readdirSync(shop.backups)[0] ?? '');
      const { takenAt, contents } = manifestOf(folder);
      const before = [...confirmations].filter(([, at]) => at < takenAt);
      expect(before.length).toBeGreaterThan(BUYERS);

      const elsewhere = await emptyTarget(engine);
      const restored = await runCli(elsewhere.env, 'restore', folder, '--settings');
      expect(restored.output).toMatch(/^Restoring into .*\nRestored and compared/);
      // The settings of the old machine's environment and file, except the folder and the database.
      expect(loadSettings({ DATA_DIR: elsewhere.env.DATA_DIR })).toMatchObject({
        secretKey: shop.env.SECRET_KEY,
        databaseUrl: elsewhere.env.DATABASE_URL || undefined,
        holds: { holdMs: 45 * MINUTE_MS },
      });
      expect(statSync(join(elsewhere.env.DATA_DIR, 'settings.env')).mode & 0o777).toBe(0o600);
      const db = await openDatabase({ dataDir: elsewhere.env.DATA_DIR, databaseUrl: elsewhere.env.DATABASE_URL });
      const orders = await db.write.selectFrom('orders').select(['id', 'total_paise']).execute();
      const ids = new Set(orders.map(({ id }) => id));
      expect(before.filter(([id]) => !ids.has(id))).toEqual([]);
      expect(orders.reduce((sum, order) => sum + order.total_paise, 0)).toBe(contents.ordersPaise);
      await db.close();
      expect(readFileSync(shop.filePath(elsewhere.env.DATA_DIR), 'utf8')).toBe('a torn hem');

      // A second restore is refused, and the restored shop can sell.
      const secondRestore = await runCli(elsewhere.env, 'restore', folder);
      expect([secondRestore.status, secondRestore.output]).toEqual([
        1,
        expect.stringMatching(/is not empty|has tables/),
      ]);
      const server = await startShop({ dataDir: elsewhere.env.DATA_DIR, env: elsewhere.env });
      const buyer = new HttpBuyer('203.0.113.77');
      await buyer.addToCart(server.origin, 'test-scarf', shop.variant, 1);
      expect((await buyer.order(server.origin, 'after')).message).toBe('Your order has been placed.');
      const link = `/orders/track/${trackToken(shop.env.SECRET_KEY ?? '', before[0]?.[0] ?? '')}`;
      expect((await fetch(server.origin + link)).status).toBe(200);
      await server.stop();
      await elsewhere.remove();
      await shop.remove();
    });

    test('leave only complete backups after kills at random moments', async () => {
      const shop = await sellingShop(engine);
      const confirmations = new Map<string, number>();
      const buying = startBuyers(shop.origin, shop.variant, confirmations);
      for (let kill = 0; kill < KILLS; kill++) {
        const child = startCli(shop.env, 'backup', shop.backups);
        await killAfter(child, Math.random() * LATEST_KILL_MS);
      }
      const last = await runCli(shop.env, 'backup', shop.backups, '--keep', '3');
      expect(last.status, last.output).toBe(0);
      await buying.end();
      const names = readdirSync(shop.backups);
      expect(names.filter((name) => name.endsWith('.unfinished'))).toEqual([]);
      expect(names.length).toBeLessThanOrEqual(3);
      for (const name of names) {
        const elsewhere = await emptyTarget(engine);
        const restored = await runCli(elsewhere.env, 'restore', join(shop.backups, name));
        expect([restored.status, restored.output]).toEqual([
          0,
          expect.stringMatching(/^Restoring into .*\nRestored and compared/),
        ]);
        await elsewhere.remove();
      }
      await shop.remove();
    });
  });
}

test('a shop with BACKUP_DIR makes one backup for two processes; doctor reports the age of the newest', async () => {
  const shop = await shopToBackUp('sqlite');
  const settings = { ...shop.env, BACKUP_DIR: shop.backups };
  const doctor = async () => (await runCli(settings, 'doctor')).output;
  const servers = [await startShop({ dataDir: shop.env.DATA_DIR, env: settings })];
  servers.push(await startShop({ dataDir: shop.env.DATA_DIR, env: settings }));
  const complete = () =>
    readdirSync(shop.backups).filter((name) => existsSync(join(shop.backups, name, 'manifest.json')));
  await expect.poll(() => complete().length > 0, { interval: 100 }).toBe(true);
  expect(await doctor()).toMatch(/✓ backups: the newest in .+ is 0 hours old/);
  for (const server of servers) await server.stop();
  expect(readdirSync(shop.backups)).toEqual(complete());
  expect(complete().length).toBe(1);
  rmSync(join(shop.backups, complete()[0] ?? ''), { recursive: true });
  expect(await doctor()).toMatch(/✗ backups: none in .+ yet/);
  await shop.remove();
});

describe('a damaged or changed backup', () => {
  test('is refused with a message, and nothing is written', async () => {
    const shop = await shopToBackUp('sqlite');
    await makeBackup(loadSettings(shop.env), diskStore(shop.backups), NO_SECRETS);
    const folder = join(shop.backups, readdirSync(shop.backups)[0] ?? '');
    const elsewhere = temporaryDir('elsewhere');
    const settings = loadSettings({ DATA_DIR: elsewhere.dir, DATABASE_URL: '' });
    const restore = async () => String(await restoreBackup(settings, folder).catch((refusal: unknown) => refusal));
    const manifest = manifestOf(folder);
    const write = (changed: unknown) => writeFileSync(join(folder, 'manifest.json'), JSON.stringify(changed));

    write({ ...manifest, engine: 'postgres' });
    expect(await restore()).toMatch(/of PostgreSQL, but the settings use SQLite/);
    write({ ...manifest, contents: { ...manifest.contents, migrations: ['9999-later'] } });
    expect(await restore()).toMatch(/newer than this version of the shop \(it has 9999-later\)/);
    for (const path of ['../authorized_keys', 'settings.env', 'pictures/masters/../../settings.env']) {
      write({ ...manifest, files: { ...manifest.files, [path]: Object.values(manifest.files)[0] } });
      expect(await restore()).toMatch(/was changed: it lists ".+", which cannot be part of a backup/);
    }
    write({ ...manifest, format: 2 });
    expect(await restore()).toMatch(/not a backup that this version can read/);
    write(manifest);
    appendFileSync(shop.filePath(folder), '!');
    expect(await restore()).toMatch(/damaged: the checksum of files\/.+ is wrong/);
    rmSync(shop.filePath(folder));
    const outside = join(elsewhere.dir, '..', 'a-link-leads-here');
    writeFileSync(outside, 'a torn hem');
    symlinkSync(outside, shop.filePath(folder));
    expect(await restore()).toMatch(/changed: files\/.+ is a link to another folder/);
    rmSync(outside);
    rmSync(shop.filePath(folder));
    expect(await restore()).toMatch(/incomplete: files\/.+ is missing/);
    rmSync(join(folder, 'manifest.json'));
    expect(await restore()).toMatch(/not a complete backup/);
    expect(existsSync(join(elsewhere.dir, 'shop.sqlite'))).toBe(false);
    expect(readdirSync(elsewhere.dir)).toEqual([]);
    elsewhere.remove();
    await shop.remove();
  });
});

describe('secrets', () => {
  const keptSettings = 'kept-settings.env';

  test('are restored unchanged, ignored in a trial copy, and left out on request; another key is reported', async () => {
    const { dir, remove } = temporaryDir('secrets');
    const env: CliEnv = { DATA_DIR: join(dir, 'data'), DATABASE_URL: '' };
    const backups = join(dir, 'backups');
    const newest = () => join(backups, readdirSync(backups).sort().at(-1) ?? '');
    const db = await openDatabase({ dataDir: env.DATA_DIR });
    await migrate(db);
    await refuseOtherKey(db, await secretKeyOf(loadSettings(env)), Date.now());
    await db.close();
    const smtpEnv = { ...env, SMTP_URL: 'smtps://kora:a#b@mail.example' };
    await makeBackup(loadSettings(smtpEnv), diskStore(backups), await collectSecrets(smtpEnv, loadSettings(smtpEnv)));
    const first = newest();
    // As long as the previous key, but not the one recorded in the database.
    writeFileSync(join(env.DATA_DIR, 'secret-key'), 'n'.repeat(43));
    const second = await runCli(env, 'backup', backups);
    expect([second.status, second.output]).toEqual([
      0,
      expect.stringContaining('does not contain the secret key of this shop'),
    ]);
    expect(readFileSync(join(newest(), 'secret-key'), 'utf8')).toBe('n'.repeat(43));
    const withoutSecrets = await runCli({ ...env, BACKUP_SECRETS: 'off' }, 'backup', backups);
    expect(withoutSecrets.output).toMatch(/does not contain the settings and the secret key \(BACKUP_SECRETS=off\)/);
    expect(readdirSync(newest()).sort()).toEqual(['manifest.json', 'shop.sqlite']);

    const copy: CliEnv = { DATA_DIR: join(dir, 'copy'), DATABASE_URL: '' };
    await expect(restoreBackup(loadSettings(copy), newest(), true)).rejects.toThrow('This backup has no settings');
    // Not files of a shop: npm's folder in the user's home, and lost+found of a separate disk.
    for (const name of ['.npm', 'lost+found']) mkdirSync(join(copy.DATA_DIR, name), { recursive: true });
    const trial = await runCli(copy, 'restore', first);
    expect(trial.output).toContain(`mv ${join(copy.DATA_DIR, keptSettings)} ${join(copy.DATA_DIR, 'settings.env')}`);
    expect(loadSettings(copy).smtpUrl).toBeUndefined();
    renameSync(join(copy.DATA_DIR, keptSettings), join(copy.DATA_DIR, 'settings.env'));
    expect(loadSettings(copy).smtpUrl).toBe('smtps://kora:a#b@mail.example');
    remove();
  });
});

type CliEnv = { DATA_DIR: string; DATABASE_URL: string; SECRET_KEY?: string; BACKUP_SECRETS?: string };

/** A running shop to back up. */
async function sellingShop(engine: 'sqlite' | 'postgres') {
  const shop = await shopToBackUp(engine);
  const server = await startShop({ dataDir: shop.env.DATA_DIR, env: { ...shop.env, TRUSTED_PROXIES: '1' } });
  async function end(): Promise<void> {
    await server.stop();
    await shop.remove();
  }
  return { ...shop, origin: server.origin, remove: end };
}

/** A shop with products, a customer's file, settings in the environment and in a file, and a folder for backups. */
async function shopToBackUp(engine: 'sqlite' | 'postgres') {
  const { env, remove } = await emptyTarget(engine);
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

async function emptyTarget(engine: 'sqlite' | 'postgres') {
  const data = temporaryDir('backup');
  const database = engine === 'postgres' ? await createDatabase(inject('postgresUrl')) : undefined;
  const env: CliEnv = { DATA_DIR: data.dir, DATABASE_URL: database?.url ?? '' };
  async function remove(): Promise<void> {
    data.remove();
    await database?.drop();
  }
  return { env, remove };
}

/** Starts buyers who order until `end` is called. `confirmations` has the time of confirmation by order id. */
function startBuyers(origin: string, variant: string, confirmations: Map<string, number>) {
  let isOver = false;
  async function buy(n: number): Promise<void> {
    for (let round = 0; !isOver; round++) {
      const buyer = new HttpBuyer(`203.0.${n}.${round % 250}`);
      await untilAvailable(() => buyer.addToCart(origin, 'test-scarf', variant, 1));
      const response = await untilAvailable(() => buyer.order(origin, `${n}-${round}`));
      expect(response.status).toBe(200);
      confirmations.set(String(response.data._id), Date.now());
      await wait(PAUSE_MS * Math.random());
    }
  }
  const allBuyers = Promise.all(Array.from({ length: BUYERS }, (_, n) => buy(n)));
  async function end(): Promise<void> {
    isOver = true;
    await allBuyers;
  }
  return { end };
}

/** On a busy machine the shop may respond with 503; buyers then retry. */
async function untilAvailable(send: () => Promise<BuyerResponse>): Promise<BuyerResponse> {
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

function manifestOf(folder: string): Manifest {
  return manifestSchema.parse(JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')));
}
