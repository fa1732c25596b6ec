import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { currentBuild, newBuildFolder, removeOldBuilds } from '#lib/platform/builds/build-folders.server.ts';
import { childrenOf } from '#support/process-memory.ts';
import { root } from '#support/project-root.ts';
import { type ShopProcess, startShop, temporaryDir } from '#support/shop-process.ts';
import { addBuild, addEmptyBuild, createShopTree, type ShopTree, scriptsOf } from '#support/shop-tree.ts';
import { waitForTwoListeners } from '#support/shop-workers.ts';
import { smallShop } from '#support/small-shop.ts';

/** Pages, each of which loads its code at the first request. */
const PAGES = ['/', '/products', '/products/loom-kurta', '/cart', '/faq', '/contact', '/login', '/search?search=loom'];

const IMPORTED_PACKAGE = /^\s*(?:import|export)\b[^;]*?["']([^"'.#][^"']*)["'];/gm;
const STARTED_FILE = /new URL\(["']\.\/([\w-]+\.mjs)["'], import\.meta\.url\)/g;

let tree: ShopTree;
const data = temporaryDir('builds');

beforeAll(async () => {
  tree = createShopTree('builds', 'to start');
  await (await smallShop(data.dir)).close();
});

afterAll(() => {
  tree.remove();
  data.remove();
});

/** The long version of this test, with real builds and edits, is in tests/faults. */
test('new builds do not affect a running shop; browser tabs of either build find their scripts', async () => {
  const oldShop = await startShop({ tree: tree.dir, dataDir: data.dir, env: { WORKERS: '2' } });
  const oldFolder = currentBuild(tree.dist)?.folder ?? '';
  const [oldScript = ''] = scriptsOf(oldFolder);
  const newScript = `new-${oldScript}`;
  for (const version of ['second', 'third', 'fourth']) addEmptyBuild(tree.dist, version);
  addBuild(tree.dist, 'fifth', (folder) => renameScript(folder, oldScript, newScript));
  removeOldBuilds(tree.dist);
  expect(listBuilds(tree.dist)).toHaveLength(4);

  const sourceFolder = join(tree.dir, 'src');
  renameSync(sourceFolder, `${sourceFolder}.away`);
  expect(await findFailedRequests(oldShop, PAGES)).toEqual([]);
  await waitForTwoListeners(oldShop);
  const [victim = 0] = childrenOf(oldShop.pid);
  process.kill(victim, 'SIGKILL');
  while (childrenOf(oldShop.pid).includes(victim)) await wait(20);
  await waitForTwoListeners(oldShop);
  for (let round = 0; round < 5; round++) expect(await findFailedRequests(oldShop, PAGES)).toEqual([]);
  expect(await findFailedRequests(oldShop, [`/_astro/${newScript}`])).toHaveLength(1);
  renameSync(`${sourceFolder}.away`, sourceFolder);

  const nextShop = await startShop({ tree: tree.dir, dataDir: data.dir });
  const scripts = [`/_astro/${oldScript}`, `/_astro/${newScript}`];
  for (const shop of [oldShop, nextShop]) expect(await findFailedRequests(shop, scripts)).toEqual([]);
  const earlierScript = await fetch(`${nextShop.origin}${scripts[0]}`, { headers: { 'accept-encoding': 'br' } });
  expect(Object.fromEntries(earlierScript.headers)).toMatchObject({
    'content-encoding': 'br',
    'content-type': 'text/javascript',
    'cache-control': 'public, max-age=31536000, immutable',
  });
  for (const path of ['/_astro/..%2fclient%2fog.png', '/_astro/.part-', '/_astro/none.js'])
    expect(await findFailedRequests(nextShop, [path])).toHaveLength(1);

  await oldShop.stop();
  removeOldBuilds(tree.dist);
  expect(existsSync(oldFolder)).toBe(false);
  await nextShop.stop();
});

test('build names sort in the order in which the builds start, even within a millisecond', () => {
  const dist = temporaryDir('build-names');
  const names = Array.from({ length: 20 }, () => newBuildFolder(dist.dir).name);
  expect(names.toSorted()).toEqual(names);
  dist.remove();
});

test('a server is bundled with its CLI, all threads that it starts, Kysely, React and Zod, but not sharp', () => {
  const { folder = '' } = currentBuild(tree.dist) ?? {};
  const server = join(folder, 'server');
  const files = readdirSync(server);
  expect(files).toEqual(expect.arrayContaining(['entry.mjs', 'cli.mjs', 'feed-worker.mjs', 'listing-worker.mjs']));
  expect(files.filter((name) => !name.endsWith('.mjs'))).toEqual([]);
  const texts = files.map((name) => readFileSync(join(server, name), 'utf8'));
  const startedFiles = texts.flatMap((text) => [...text.matchAll(STARTED_FILE)].map(([, name = '']) => name));
  expect(startedFiles.length).toBeGreaterThan(3);
  expect(startedFiles.filter((name) => !files.includes(name))).toEqual([]);
  const importedPackages = new Set(
    texts.flatMap((text) => [...text.matchAll(IMPORTED_PACKAGE)].map(([, name = '']) => name)),
  );
  expect(importedPackages).toContain('sharp');
  for (const name of ['kysely', 'react', 'react-dom/server', 'zod', 'zod/mini'])
    expect(importedPackages).not.toContain(name);
});

test('an incomplete build is never run, and is deleted after its builder has ended', () => {
  const buildBefore = currentBuild(tree.dist)?.name;
  const builder = `
    import { newBuildFolder } from '#lib/platform/builds/build-folders.server.ts';
    console.log(newBuildFolder(process.argv[1]).name);
    process.kill(process.pid, 'SIGKILL');`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', builder, tree.dist], { cwd: root });
  const { folder: activeFolder } = newBuildFolder(tree.dist);
  expect(listBuilds(tree.dist)).toContain(stdout.toString().trim());
  expect(currentBuild(tree.dist)?.name).toBe(buildBefore);
  removeOldBuilds(tree.dist);
  expect(listBuilds(tree.dist)).not.toContain(stdout.toString().trim());
  expect(existsSync(activeFolder)).toBe(true);
});

function listBuilds(dist: string): string[] {
  return readdirSync(dist).filter((name) => /^\d{4}-/.test(name));
}

function renameScript(folder: string, from: string, to: string): void {
  const assets = join(folder, 'client/_astro');
  for (const extension of ['', '.br', '.gz']) renameSync(join(assets, from + extension), join(assets, to + extension));
}

/** Requests each path over a new connection and returns the failed requests. */
async function findFailedRequests({ origin }: ShopProcess, paths: string[]): Promise<string[]> {
  const requests = paths.map(async (path) => {
    const response = await fetch(origin + path, { headers: { connection: 'close' } });
    await response.arrayBuffer();
    return response.status === 200 ? [] : [`${path}: ${response.status}`];
  });
  return (await Promise.all(requests)).flat();
}
