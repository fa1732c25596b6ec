import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { sql } from 'kysely';
import { afterEach, describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import { TABLE_NAME_QUERIES } from '#lib/operations/backup/contents.server.ts';
import { shopCommands } from '#lib/operations/startup/commands.server.ts';
import { runCommand } from '#lib/platform/cli/command.server.ts';
import { openDatabase } from '#lib/platform/db/db.server.ts';
import { openMigrated } from '#lib/platform/db/migrator/open-migrated.server.ts';
import { keyProblem, requireSameKey, secretKeyOf } from '#lib/platform/secret-key.server.ts';
import { shopCli } from '#support/shop-cli.ts';
import { temporaryDir } from '#support/shop-process.ts';
import { smallShop } from '#support/small-shop.ts';
import { createDatabase } from '#support/test-database.ts';

/** Commands that may create a shop. */
const CREATING_COMMANDS = ['setup', 'restore', 'move'];
/** Valid arguments for commands that check them before they look for the shop. */
const VALID_ARGUMENTS: Record<string, string[]> = {
  'admin invite': ['owner@shop.example'],
  'categories hsn': ['women', '6206'],
  'coupons add': ['DIWALI', '--percent', '10'],
  'coupons drop': ['DIWALI'],
  'mails send-again': ['--all'],
  'orders move': ['1', 'processing'],
  'orders return': ['1'],
  'search synonyms add': ['frock, dress'],
  'search synonyms remove': ['frock, dress'],
  'stock set': ['loom-kurta', '5'],
  'stock add': ['loom-kurta', '+1', 'found'],
};
/** Commands that only read the shop's data. */
const READ_ONLY_COMMANDS = [
  'admin list',
  'admin log',
  'backup',
  'categories list',
  'content export',
  'content history',
  'content list',
  'coupons list',
  'digest',
  'doctor',
  'exchanges list',
  'exchanges show',
  'export',
  'goods without-hsn',
  'mails list',
  'mails show',
  'messages list',
  'newsletter export',
  'orders list',
  'orders show',
  'reviews list',
  'search misses',
  'search synonyms list',
  'settings show',
  'stock ledger',
  'stock show',
  'stock waiting',
  'tickets list',
  'tickets show',
];

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  process.exitCode = 0;
});

function collectLeafCommands(
  commands: readonly CommandUnknownOpts[],
  prefix = '',
): { path: string; command: CommandUnknownOpts }[] {
  return commands.flatMap((command) => {
    const path = `${prefix}${command.name()}`;
    return command.commands.length > 0 ? collectLeafCommands(command.commands, `${path} `) : [{ path, command }];
  });
}

const ALL_COMMANDS = collectLeafCommands(await shopCommands());
const COMMANDS_NEEDING_SHOP = ALL_COMMANDS.filter(({ path }) => !CREATING_COMMANDS.includes(path));

/** Runs a CLI command with valid arguments, and returns the command's output, error and exit code. */
async function run(
  { path, command }: (typeof ALL_COMMANDS)[number],
  location: { dataDir: string; databaseUrl?: string },
) {
  vi.stubEnv('DATA_DIR', location.dataDir);
  vi.stubEnv('DATABASE_URL', location.databaseUrl ?? '');
  vi.stubEnv('SHOP_MODE', 'demo');
  vi.stubEnv('EDITOR', 'true');
  const captureLines = (name: 'log' | 'error') => {
    const spy = vi.spyOn(console, name).mockImplementation(() => {});
    return () => spy.mock.calls.map(([line]) => String(line));
  };
  const [stdout, stderr] = [captureLines('log'), captureLines('error')];
  const unusedPath = join(location.dataDir, '../x');
  const args =
    path === 'backup'
      ? [unusedPath]
      : (VALID_ARGUMENTS[path] ?? command.registeredArguments.filter(({ required }) => required).map(() => unusedPath));
  const yesOption = command.options.some(({ long }) => long === '--yes') ? ['--yes'] : [];
  const error = await runCommand(await shopCommands(path.split(' ')[0]), [
    ...path.split(' '),
    ...args,
    ...yesOption,
  ]).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return { error, stdout: stdout(), stderr: stderr(), exitCode: process.exitCode };
}

describe('a command in a folder without a shop', () => {
  test.each(COMMANDS_NEEDING_SHOP)('($path) fails and creates nothing', async (command) => {
    const { dir, remove } = temporaryDir('no-shop');
    onTestFinished(remove);
    const dataDir = join(dir, 'typo');
    const { error, stdout, exitCode } = await run(command, { dataDir });
    const output = command.path === 'doctor' ? stdout.join('\n') : String((error as Error).message);
    expect(output).toContain(`There is no shop in ${dataDir} (DATA_DIR). Nothing was changed.`);
    expect(command.path === 'doctor' ? exitCode : (error as { code: string }).code).toBe(
      command.path === 'doctor' ? 1 : 'no_start',
    );
    expect(readdirSync(dir)).toEqual([]);
  });

  test.skipIf(!inject('postgresUrl')).each(COMMANDS_NEEDING_SHOP)(
    '($path) fails on an empty PostgreSQL database and creates nothing',
    async (command) => {
      const { dir, remove } = temporaryDir('no-shop-postgres');
      onTestFinished(remove);
      const { url, drop } = await createDatabase(inject('postgresUrl'));
      onTestFinished(drop);
      const { error, stdout } = await run(command, { dataDir: join(dir, 'typo'), databaseUrl: url });
      expect(command.path === 'doctor' ? stdout.join('\n') : String((error as Error).message)).toMatch(
        /There is no shop in postgres:\/\/[^@]* \(DATABASE_URL\)\. Nothing was changed\./,
      );
      expect(readdirSync(dir)).toEqual([]);
      const db = await openDatabase({ dataDir: dir, databaseUrl: url });
      const { rows } = await sql.raw(TABLE_NAME_QUERIES.postgres).execute(db.write);
      await db.close();
      expect(rows).toEqual([]);
    },
  );

  test('prints one line and exits with status 1', () => {
    const { dir, remove } = temporaryDir('no-shop-process');
    onTestFinished(remove);
    const { status, stdout, stderr } = shopCli(join(dir, 'typo'))('orders', 'list');
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(/^There is no shop in [^\n]*typo[^\n]*\n$/);
    expect(readdirSync(dir)).toEqual([]);
  });
});

test('a command that changes something first names the shop; one that only reads does not', async () => {
  const { dir, remove } = temporaryDir('which-shop');
  onTestFinished(remove);
  const dataDir = join(dir, 'shop');
  await (await smallShop(dataDir)).close();
  const withoutShopName: string[] = [];
  for (const command of COMMANDS_NEEDING_SHOP) {
    const { stderr } = await run(command, { dataDir });
    vi.restoreAllMocks();
    if (stderr[0] !== `Shop: unnamed, in ${dataDir}`) withoutShopName.push(command.path);
  }
  expect(withoutShopName.sort()).toEqual(READ_ONLY_COMMANDS);
});

describe('a data folder whose database is missing or empty', () => {
  const SHOP_FILES = ['secret-key', 'files/ab/abc', 'pictures/masters/one.avif', 'uploads/1/0', 'kept-settings.env'];
  const WITHOUT_NEW_SHOP = { creation: { isNew: false } } as const;

  function createFolder(files: Record<string, string>): string {
    const { dir, remove } = temporaryDir('lost');
    onTestFinished(remove);
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(join(dir, name, '..'), { recursive: true });
      writeFileSync(join(dir, name), text);
    }
    return dir;
  }
  const listFiles = (dir: string) => readdirSync(dir, { recursive: true }).sort();

  test.each(SHOP_FILES)('is not opened as a new shop if it has %s', async (shopFile) => {
    for (const files of [{ [shopFile]: 'x' }, { [shopFile]: 'x', 'shop.sqlite': '' }] as Record<string, string>[]) {
      const dataDir = createFolder(files);
      const filesBefore = listFiles(dataDir);
      await expect(openMigrated({ dataDir }, WITHOUT_NEW_SHOP)).rejects.toThrow(
        /has files of a shop \(.*but its database shop\.sqlite is missing or empty\. Nothing was changed\.[\s\S]*restore BACKUP[\s\S]*setup[\s\S]*NEW_SHOP=on/,
      );
      expect(listFiles(dataDir)).toEqual(filesBefore);
    }
  });

  test('is opened as a new shop with NEW_SHOP', async () => {
    const dataDir = createFolder({ 'secret-key': 'x' });
    const db = await openMigrated({ dataDir }, { creation: { isNew: true } });
    expect(await db.read.selectFrom('product').selectAll().execute()).toEqual([]);
    await db.close();
  });

  test('is opened as a new shop if it has only settings, empty folders and an empty database', async () => {
    const dataDir = createFolder({ 'settings.env': 'PORT=4399\n', 'shop.sqlite': '' });
    mkdirSync(join(dataDir, 'uploads'));
    await (await openMigrated({ dataDir }, WITHOUT_NEW_SHOP)).close();
  });

  test('is not opened if there is a write-ahead log beside the empty database', async () => {
    const dataDir = createFolder({ 'shop.sqlite': '', 'shop.sqlite-wal': 'pages' });
    await expect(openMigrated({ dataDir }, WITHOUT_NEW_SHOP)).rejects.toThrow(/files of a shop \(shop\.sqlite-wal\)/);
  });

  test('is not opened if there are backups of the shop, which the error names', async () => {
    const dataDir = createFolder({});
    const creation = { isNew: false, backups: async () => ['/mnt/shop-1'] };
    await expect(openMigrated({ dataDir }, { creation })).rejects.toThrow(/restore \/mnt\/shop-1\n/);
    expect(listFiles(dataDir)).toEqual([]);
  });

  test.skipIf(!inject('postgresUrl'))('is not opened with an empty PostgreSQL database if it has files', async () => {
    const dataDir = createFolder({ 'files/ab/abc': 'x' });
    const { url, drop } = await createDatabase(inject('postgresUrl'));
    onTestFinished(drop);
    await expect(openMigrated({ dataDir, databaseUrl: url }, WITHOUT_NEW_SHOP)).rejects.toThrow(
      /has files of a shop \(files\), but the database postgres:\/\/[^@ ]* has no tables/,
    );
    await (await openMigrated({ dataDir: createFolder({}), databaseUrl: url }, WITHOUT_NEW_SHOP)).close();
    await (await openMigrated({ dataDir, databaseUrl: url }, { creation: 'never' })).close();
  });
});

describe('a shop’s secret key', () => {
  test('is not replaced if it is missing, until the owner accepts a new one', async () => {
    const { dir, remove } = temporaryDir('lost-key');
    onTestFinished(remove);
    const db = await smallShop(dir);
    await requireSameKey(db, await secretKeyOf({ secretKey: undefined, dataDir: dir }), 1);
    await db.close();
    rmSync(join(dir, 'secret-key'));
    const runCli = shopCli(dir);
    const filesBefore = readdirSync(dir).sort();
    const failedCommand = runCli('orders', 'list');
    expect({ ...failedCommand, stderr: failedCommand.stderr.split(': ')[0] }).toEqual({
      status: 1,
      stdout: '',
      stderr: 'The secret key of this shop is missing',
    });
    expect(runCli('doctor').stdout).toContain('✗ secret key: The secret key of this shop is missing');
    expect(readdirSync(dir).sort()).toEqual(filesBefore);
    expect(runCli('secret-key', 'accept', '--yes').status).toBe(0);
    expect(runCli('orders', 'list')).toEqual({ status: 0, stdout: 'No orders.\n', stderr: '' });
  });

  test('is checked before the shop is migrated', async () => {
    const { dir, remove } = temporaryDir('other-key');
    onTestFinished(remove);
    const db = await smallShop(dir);
    await requireSameKey(db, 'first'.padEnd(40, 'x'), 1);
    expect(await keyProblem(db, { dataDir: dir, secretKey: 'other'.padEnd(40, 'x') })).toContain(
      'SECRET_KEY is not the one',
    );
    await db.write.deleteFrom('migration').where('name', '=', '0044-installation-notes').execute();
    await db.close();
    expect(shopCli(dir)('orders', 'list').stderr).toContain('The secret key of this shop is missing');
    const reopenedDb = await openDatabase({ dataDir: dir });
    const names = await reopenedDb.read.selectFrom('migration').select('name').execute();
    expect(names.map(({ name }) => name)).not.toContain('0044-installation-notes');
    await reopenedDb.close();
  });
});
