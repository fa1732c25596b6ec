import { spawnSync } from 'node:child_process';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { currentBuild } from '#lib/platform/builds/build-folders.server.ts';
import { openDatabase } from '#lib/platform/db/db.server.ts';
import { migrate } from '#lib/platform/db/migrator/migrate.server.ts';
import { root } from '#support/project-root.ts';
import { temporaryDir } from '#support/shop-process.ts';
import { createShopTree } from '#support/shop-tree.ts';
import { fingerprint } from '../../../scripts/sources.ts';

/** Packages that load slowly and that only some commands, or only the shop, need. */
const LARGE_PACKAGES = /node_modules\/(?:sharp|pdfkit|astro|react|nodemailer|@opentelemetry|razorpay|s3mini|satteri)\//;
const tempDir = temporaryDir('cli-modules');

beforeAll(async () => {
  const db = await openDatabase({ dataDir: tempDir.dir });
  await migrate(db);
  await db.close();
});
afterAll(tempDir.remove);

function listLoadedModules(args: string[], program = 'src/cli.ts', cwd = root): string[] {
  const modulesFile = join(tempDir.dir, 'modules');
  const env = { ...process.env, DATA_DIR: tempDir.dir, DATABASE_URL: '', RESOLVED_MODULES_FILE: modulesFile };
  const reporter = join(root, 'tests/support/report-resolved-modules.ts');
  const { status, stderr } = spawnSync(process.execPath, ['--import', reporter, program, ...args], { cwd, env });
  expect(status, stderr.toString()).toBe(0);
  return readFileSync(modulesFile, 'utf8').split('\n');
}

test.each([
  'orders list',
  'settings show',
  'stock waiting',
  'coupons list',
  'tickets list',
  'exchanges list',
  'reviews list',
])('%s loads only its own command modules, and no large packages', (command) => {
  const args = command.split(' ');
  const urls = listLoadedModules(args);
  expect(urls.some((url) => url.endsWith('/src/lib/platform/open-installation.server.ts'))).toBe(true);
  expect(urls.filter((url) => LARGE_PACKAGES.test(url))).toEqual([]);
  const commandModule = /-commands?\.server\.ts$/;
  const commandModules = urls.filter((url) => commandModule.test(url) && !url.includes('/platform/'));
  const expectedCount = { orders: 3, stock: 2 }[args[0] ?? ''] ?? 1;
  expect(commandModules, commandModules.join('\n')).toHaveLength(expectedCount);
});

test('the help loads no large packages', () => {
  expect(listLoadedModules(['help']).filter((url) => LARGE_PACKAGES.test(url))).toEqual([]);
});

test('npm run shop runs the current build, or the sources once they have changed', () => {
  const tree = createShopTree('cli-tree', 'to build');
  const { folder = '', info } = currentBuild(tree.dist) ?? {};
  writeFileSync(join(folder, 'build.json'), JSON.stringify({ ...info, sources: fingerprint(tree.dir) }));
  const listLoadedPrograms = () =>
    listLoadedModules(['orders', 'list'], join(tree.dir, 'scripts/shop.ts'), tree.dir).filter((url) =>
      /\/cli\.m?[jt]s$/.test(url),
    );
  expect(listLoadedPrograms()).toEqual([pathToFileURL(join(folder, 'server/cli.mjs')).href]);
  appendFileSync(join(tree.dir, 'src/cli.ts'), '\n');
  expect(listLoadedPrograms()).toEqual([pathToFileURL(join(tree.dir, 'src/cli.ts')).href]);
  tree.remove();
});
