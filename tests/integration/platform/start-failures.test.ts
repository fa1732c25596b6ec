import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { beforeAll, expect, inject, test } from 'vitest';
import { openMigrated } from '#lib/platform/db/migrator/open-migrated.server.ts';
import { StartError } from '#lib/platform/errors/start-error.ts';
import { acceptKey, requireSameKey } from '#lib/platform/secret-key.server.ts';
import { buildShop } from '#support/build-shop.ts';
import { freePort } from '#support/free-port.ts';
import { root } from '#support/project-root.ts';
import { shopCli } from '#support/shop-cli.ts';
import { startShop, temporaryDir } from '#support/shop-process.ts';
import { smallShop } from '#support/small-shop.ts';

const FIRST_KEY = 'first'.padEnd(40, 'x');
const OTHER_KEY = 'second'.padEnd(40, 'x');
const WRONG_KEY_MESSAGE = /^SECRET_KEY is not the one that this database was used with: [^\n]*$/;

beforeAll(buildShop);

/** Starts a shop that is expected to fail with these settings, and returns its exit status and output. */
function startFailingShop(dataDir: string, settings: Record<string, string>) {
  const env = { ...process.env, SHOP_MODE: 'demo', DATABASE_URL: '', PORT: '0', ...settings, DATA_DIR: dataDir };
  const { status, stdout, stderr } = spawnSync(process.execPath, ['src/start.js'], {
    cwd: root,
    env,
    encoding: 'utf8',
  });
  return { status, stdout, stderr: stderr.trim() };
}

async function readStartError(location: { dataDir: string; databaseUrl?: string }): Promise<string> {
  const error = await openMigrated({ databaseUrl: undefined, ...location }, { creation: { isNew: false } }).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(StartError);
  return (error as StartError).message;
}

test('the shop and its CLI report an unreachable database in one line, without the password', async () => {
  const data = temporaryDir('start-failures');
  const port = await freePort();
  const env = { DATABASE_URL: `postgres://shop:s3cr3t@127.0.0.1:${port}/shop` };
  const text = `The shop can't start: the database of DATABASE_URL (127.0.0.1:${port}/shop) can't be reached (ECONNREFUSED).`;
  expect(startFailingShop(data.dir, env)).toEqual({ status: 1, stdout: '', stderr: text });
  expect(shopCli(data.dir, env)('orders', 'list')).toEqual({ status: 1, stdout: '', stderr: `${text}\n` });
  data.remove();
});

test('an invalid database file or address, or a data folder that is a file, is reported', async () => {
  const data = temporaryDir('start-failures-file');
  const databaseFile = join(data.dir, 'shop.sqlite');
  writeFileSync(databaseFile, 'no database at all '.repeat(400));
  expect(await readStartError({ dataDir: data.dir })).toMatch(
    /^The shop can't start: the database in DATA_DIR .*not a database/,
  );
  expect(await readStartError({ dataDir: databaseFile })).toMatch(
    /^The shop can't start: the folder of DATA_DIR .*\((EEXIST|ENOTDIR)\)/,
  );
  const databaseUrl = 'postgres://shop:a%ss@127.0.0.1:x/shop';
  expect(await readStartError({ dataDir: data.dir, databaseUrl })).toMatch(/DATABASE_URL is not a valid URL/);
  data.remove();
});

test.skipIf(!inject('postgresUrl'))('an unknown database or user is reported', async () => {
  const unknownDatabase = new URL(inject('postgresUrl'));
  unknownDatabase.pathname = '/taana_is_not_there';
  expect(await readStartError({ dataDir: '', databaseUrl: unknownDatabase.href })).toMatch(
    /has no database of this name\.$/,
  );
  const unknownUser = new URL(inject('postgresUrl'));
  unknownUser.username = 'taana_nobody';
  expect(await readStartError({ dataDir: '', databaseUrl: unknownUser.href })).toMatch(
    /refuses this user( or password)?\.$/,
  );
});

test('the shop and doctor detect a changed SECRET_KEY, which the owner can accept', async () => {
  const data = temporaryDir('start-failures-key');
  const db = await smallShop(data.dir);
  await requireSameKey(db, FIRST_KEY, 1);
  await expect(requireSameKey(db, OTHER_KEY, 1)).rejects.toThrow(WRONG_KEY_MESSAGE);
  const env = { SECRET_KEY: OTHER_KEY };
  expect(startFailingShop(data.dir, env)).toEqual({
    status: 1,
    stdout: '',
    stderr: expect.stringMatching(WRONG_KEY_MESSAGE),
  });
  const runCli = shopCli(data.dir, env);
  expect(runCli('doctor').stdout).toMatch(/✗ secret key: SECRET_KEY is not the one/);
  expect(runCli('secret-key', 'accept', '--yes').status).toBe(0);
  await requireSameKey(db, OTHER_KEY, 1);
  await acceptKey(db, FIRST_KEY, 1);
  await requireSameKey(db, FIRST_KEY, 1);
  await db.close();
  data.remove();
});

test('a live shop responds to health checks for any Host, and warns once about an untrusted proxy', async () => {
  const data = temporaryDir('health-host');
  await (await smallShop(data.dir)).close();
  const env = {
    SHOP_MODE: 'live',
    SITE_URL: 'https://shop.example',
    SECRET_KEY: FIRST_KEY,
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'shop@shop.example',
  };
  const shop = await startShop({ dataDir: data.dir, env });
  const requestStatus = (path: string, host: string, extraHeaders = {}) =>
    fetchStatus(shop.port, path, { host, ...extraHeaders });
  for (const host of ['127.0.0.1', '10.0.0.7:4321', 'any.name.example']) {
    const statuses = ['/healthz', '/readyz', '/', '/healthz?x'].map((path) => requestStatus(path, host));
    expect(await Promise.all(statuses)).toEqual([200, 200, 421, 421]);
  }
  for (let n = 0; n < 3; n++)
    expect(await requestStatus('/cart', 'shop.example', { 'x-forwarded-for': '198.51.100.7' })).toBe(200);
  expect(shop.output()).toContain('The shop is open: https://shop.example/');
  expect(shop.output().split('TRUSTED_PROXIES is 0')).toHaveLength(2);
  expect(shop.output()).not.toContain('198.51.100.7');
  expect(shopCli(data.dir, env)('doctor').stdout).toContain('✗ proxies: a proxy is in front of the shop');
  await shop.stop();
  data.remove();
});

function fetchStatus(port: number, path: string, headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const request = get({ host: '127.0.0.1', port, path, headers, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    request.once('error', reject);
  });
}
