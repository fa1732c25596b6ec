import { type ChildProcess, spawn } from 'node:child_process';
import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { currentBuild } from '#lib/platform/builds/build-folders.server.ts';
import { root } from '#support/project-root.ts';
import { startShop, temporaryDir } from '#support/shop-process.ts';
import { createShopTree, scriptsOf } from '#support/shop-tree.ts';
import { smallShop } from '#support/small-shop.ts';

const PATHS = [
  ...[
    '/',
    '/products',
    '/cart',
    '/products/loom-kurta',
    '/login',
    '/register',
    '/offline',
    '/faq',
    '/contact',
    '/blogs',
  ],
  ...['/privacy-policy', '/returns-policy', '/shipping-policy', '/size-guide', '/terms-conditions', '/search?search=a'],
];
const PAGE = 'src/pages/offline.astro';
const LOADER = 'src/lib/platform/files/uploads/inspect-file.server.ts';

test('no request fails while code is edited and rebuilt, while a build is killed, or when a build fails', async () => {
  const tree = createShopTree('real-builds', 'to build');
  const data = temporaryDir('real-builds');
  await (await smallShop(data.dir)).close();
  const shop = await startShop({ tree: tree.dir, dataDir: data.dir });
  const firstBuild = currentBuild(tree.dist)?.name;
  const visitors: Visitors = { isStopped: false, requests: 0, failedPaths: [] };
  const [script = ''] = scriptsOf(currentBuild(tree.dist)?.folder ?? '');
  const visits = visit(shop.origin, `/_astro/${script}`, visitors);

  const page = readFileSync(join(tree.dir, PAGE), 'utf8');
  // The module that the running shop would load for an upload.
  appendFileSync(join(tree.dir, LOADER), '\nthrow new Error("edited");\n');
  writeFileSync(join(tree.dir, PAGE), page.replace('</', '<p>Edited once</p></'));
  const killedBuild = build(tree.dir);
  await wait(4_000);
  killedBuild.kill('SIGKILL');
  await exitCodeOf(killedBuild);
  expect(currentBuild(tree.dist)?.name).toBe(firstBuild);

  writeFileSync(join(tree.dir, PAGE), `${page}\n{ this is no page`);
  expect(await exitCodeOf(build(tree.dir))).toBeGreaterThan(0);
  expect(currentBuild(tree.dist)?.name).toBe(firstBuild);

  writeFileSync(join(tree.dir, LOADER), readFileSync(join(root, LOADER)));
  writeFileSync(join(tree.dir, PAGE), page.replace('</', '<p>Edited twice</p></'));
  expect(await exitCodeOf(build(tree.dir))).toBe(0);
  const newBuild = currentBuild(tree.dist)?.name;
  expect(newBuild).not.toBe(firstBuild);
  expect(await exitCodeOf(build(tree.dir))).toBe(0);
  expect(currentBuild(tree.dist)?.name).toBe(newBuild);

  const newShop = await startShop({ tree: tree.dir, dataDir: data.dir });
  expect(await textOf(`${newShop.origin}/offline`)).toContain('Edited twice');
  expect(await textOf(`${shop.origin}/offline`)).not.toContain('Edited');
  visitors.isStopped = true;
  await visits;
  console.info(`${visitors.requests} pages requested, ${visitors.failedPaths.length} failed`);
  expect(visitors.failedPaths).toEqual([]);
  expect(visitors.requests).toBeGreaterThan(100);
  // Killed and failed builds have not left any folders.
  expect(readdirSync(tree.dist).filter((name) => /^\d{4}-/.test(name))).toHaveLength(2);
  await Promise.all([shop.stop(), newShop.stop()]);
  tree.remove();
  data.remove();
});

function build(dir: string): ChildProcess {
  return spawn(process.execPath, ['scripts/build-if-needed.ts'], { cwd: dir, stdio: 'inherit' });
}

function exitCodeOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => child.once('exit', resolve));
}

interface Visitors {
  isStopped: boolean;
  requests: number;
  failedPaths: string[];
}

/**
 * Requests pages and a script until stopped. The code of a page is loaded at its first request, so the requested pages
 * include one more every 1.5 seconds.
 */
async function visit(origin: string, script: string, visitors: Visitors): Promise<void> {
  const startedAt = performance.now();
  for (let n = 0; !visitors.isStopped; n++) {
    const pathCount = Math.min(PATHS.length, 1 + Math.floor((performance.now() - startedAt) / 1_500));
    const path = n % 10 === 0 ? script : (PATHS[n % pathCount] ?? '');
    const response = await fetch(origin + path, { headers: { connection: 'close' } }).catch(String);
    const text = typeof response === 'string' ? '' : await response.text().catch(String);
    const isComplete =
      typeof response !== 'string' && response.status === 200 && (path === script || text.includes('</html>'));
    visitors.requests += 1;
    if (!isComplete) visitors.failedPaths.push(path);
    await wait(20);
  }
}

async function textOf(url: string): Promise<string> {
  return (await fetch(url)).text();
}
