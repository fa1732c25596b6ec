import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { currentBuild, newBuildFolder, removeOldBuilds } from '#lib/platform/builds/build-folders.server.ts';
import { root } from '#support/project-root.ts';
import { type ShopProcess, startShop, temporaryDir } from '#support/shop-process.ts';
import { addBuild, addEmptyBuild, type ShopTree, scriptsOf, shopTree } from '#support/shop-tree.ts';
import { untilTwo, workersOf } from '#support/shop-workers.ts';
import { smallShop } from '#support/small-shop.ts';

/** Each page's code is loaded when it is asked for first. */
const PAGES = ['/', '/products', '/products/loom-kurta', '/cart', '/faq', '/contact', '/login', '/search?search=loom'];

const IMPORT = /(?:\bfrom\s*|\bimport\(?\s*)["']([^"'.#][^"']*)["']/g;
const OWN_IMPORT = /(?:\bfrom\s*|\bimport\(?\s*)["'](?:\.\/|#)([^"']+)["']/g;
const STARTED = /new URL\("([\w./-]+)", new URL\("([\w./-]+)", import\.meta\.url\)/g;

let tree: ShopTree;
const data = temporaryDir('builds');

beforeAll(async () => {
  const build = spawnSync(process.execPath, ['scripts/build-if-needed.ts'], { cwd: root, stdio: 'inherit' });
  expect(build.status).toBe(0);
  tree = shopTree('builds', 'to start');
  await (await smallShop(data.dir)).close();
}, 240_000);

afterAll(() => {
  tree.remove();
  data.remove();
});

/** The long form, with real builds and edits, is in tests/faults. */
test('what is built beside a shop leaves it alone, and its tabs and those of the new one find their scripts', async () => {
  const old = await startShop({ tree: tree.dir, dataDir: data.dir, env: { WORKERS: '2' } });
  const oldFolder = currentBuild(tree.dist)?.folder ?? '';
  const [oldScript = ''] = scriptsOf(oldFolder);
  const newScript = `new-${oldScript}`;
  for (const version of ['second', 'third', 'fourth']) addEmptyBuild(tree.dist, version);
  addBuild(tree.dist, 'fifth', (folder) => rename(folder, oldScript, newScript));
  removeOldBuilds(tree.dist);
  expect(buildsIn(tree.dist)).toHaveLength(4);

  const starter = join(tree.dir, 'src');
  renameSync(starter, `${starter}.away`);
  expect(await refused(old, PAGES)).toEqual([]);
  await untilTwo(old);
  const [victim = 0] = workersOf(old);
  process.kill(victim, 'SIGKILL');
  while (workersOf(old).includes(victim)) await wait(20);
  await untilTwo(old);
  for (let round = 0; round < 5; round++) expect(await refused(old, PAGES)).toEqual([]);
  expect(await refused(old, [`/_astro/${newScript}`])).toHaveLength(1);
  renameSync(`${starter}.away`, starter);

  const next = await startShop({ tree: tree.dir, dataDir: data.dir });
  const scripts = [`/_astro/${oldScript}`, `/_astro/${newScript}`];
  for (const shop of [old, next]) expect(await refused(shop, scripts)).toEqual([]);
  const kept = await fetch(`${next.origin}${scripts[0]}`, { headers: { 'accept-encoding': 'br' } });
  expect(Object.fromEntries(kept.headers)).toMatchObject({
    'content-encoding': 'br',
    'content-type': 'text/javascript',
    'cache-control': 'public, max-age=31536000, immutable',
  });
  for (const path of ['/_astro/..%2fclient%2fog.png', '/_astro/.part-', '/_astro/none.js'])
    expect(await refused(next, [path])).toHaveLength(1);

  await old.stop();
  removeOldBuilds(tree.dist);
  expect(existsSync(oldFolder)).toBe(false);
  await next.stop();
});

test('what a shop runs is JavaScript: a Node that takes types out is larger for good', () => {
  const { folder = '' } = currentBuild(tree.dist) ?? {};
  expect(globSync('src/**/*.js', { cwd: folder }).length).toBeGreaterThan(500);
  expect(globSync('**/*.ts', { cwd: folder })).toEqual([]);
});

test('what every shop loads of packages comes with the build, and gives what the packages give', () => {
  const { folder = '' } = currentBuild(tree.dist) ?? {};
  const code = globSync(['src/**/*.js', 'server/**/*.mjs'], { cwd: folder });
  const texts = code.map((path) => readFileSync(join(folder, path), 'utf8'));
  const imported = new Set(texts.flatMap((text) => [...text.matchAll(IMPORT)].map(([, name = '']) => name)));
  const brought = globSync('node_modules/**/package.json', { cwd: folder }).map((path) => path.split('/').slice(1, -1));
  const loaded = [...imported].filter((name) => brought.some((parts) => parts.length && isOf(name, parts.join('/'))));
  expect(loaded).toEqual(expect.arrayContaining(['kysely', 'react', 'react-dom/server', 'zod', 'zod/mini']));
  const ofPackages = namesIn(root, loaded);
  expect(Object.keys(ofPackages)).toEqual(loaded);
  expect(namesIn(folder, loaded)).toEqual(ofPackages);
});

test('a server is few files, and starts threads and processes from the copies', () => {
  const { folder = '' } = currentBuild(tree.dist) ?? {};
  const files = new Set(['main.js']);
  for (const file of files) {
    const text = readFileSync(join(folder, 'src', file), 'utf8');
    for (const [, imported = ''] of text.matchAll(OWN_IMPORT)) files.add(imported);
    for (const [, from = '', place = ''] of text.matchAll(STARTED))
      expect(existsSync(join(folder, 'src', dirname(place), from)), `${from} of ${place}`).toBe(true);
  }
  expect([...files].filter((file) => file.includes('/'))).toEqual([]);
  expect(files.size).toBeLessThan(40);
});

test('a build that was not finished is never run, and goes when its builder has', () => {
  const before = currentBuild(tree.dist)?.name;
  const begun = `
    import { newBuildFolder } from '#lib/platform/builds/build-folders.server.ts';
    console.log(newBuildFolder(process.argv[1]).name);
    process.kill(process.pid, 'SIGKILL');`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', begun, tree.dist], { cwd: root });
  const { folder: own } = newBuildFolder(tree.dist);
  expect(buildsIn(tree.dist)).toContain(stdout.toString().trim());
  expect(currentBuild(tree.dist)?.name).toBe(before);
  removeOldBuilds(tree.dist);
  expect(buildsIn(tree.dist)).not.toContain(stdout.toString().trim());
  expect(existsSync(own)).toBe(true);
});

function isOf(imported: string, name: string): boolean {
  return imported === name || imported.startsWith(`${name}/`);
}

/** What each of them exports to a program that stands in that folder. */
function namesIn(cwd: string, imported: string[]): Record<string, string[]> {
  const program = `
    const names = {};
    for (const name of ${JSON.stringify(imported)}) {
      const all = Object.keys(await import(name));
      names[name] = all.filter((one) => !['__esModule', 'module.exports'].includes(one)).sort();
    }
    console.log(JSON.stringify(names));`;
  const env = { ...process.env, NODE_ENV: 'production' };
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { cwd, env });
  return JSON.parse(stdout.toString()) as Record<string, string[]>;
}

function buildsIn(dist: string): string[] {
  return readdirSync(dist).filter((name) => /^\d{4}-/.test(name));
}

function rename(folder: string, from: string, to: string): void {
  const assets = join(folder, 'client/_astro');
  for (const end of ['', '.br', '.gz']) renameSync(join(assets, from + end), join(assets, to + end));
}

/** What was asked for in vain, each over a connection of its own. */
async function refused({ origin }: ShopProcess, paths: string[]): Promise<string[]> {
  const asked = paths.map(async (path) => {
    const answer = await fetch(origin + path, { headers: { connection: 'close' } });
    await answer.arrayBuffer();
    return answer.status === 200 ? [] : [`${path}: ${answer.status}`];
  });
  return (await Promise.all(asked)).flat();
}
