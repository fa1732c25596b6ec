import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { currentBuild } from '#lib/platform/builds/build-folders.server.ts';
import { root } from '#support/project-root.ts';
import { startShop, temporaryDir } from '#support/shop-process.ts';
import { smallShop } from '#support/small-shop.ts';

const probe = pathToFileURL(join(root, 'tests/support/report-loaded-modules.ts')).href;

interface LoadedModules {
  nodeEnv: string;
  loaded: string[];
}

test('the shop sets NODE_ENV to production and loads React only from its build', async () => {
  const data = temporaryDir('production');
  const loadedFile = join(data.dir, 'loaded.json');
  await (await smallShop(data.dir)).close();
  const env = { NODE_ENV: 'development', NODE_OPTIONS: `--import ${probe}`, LOADED_MODULES_FILE: loadedFile };
  const shop = await startShop({ dataDir: data.dir, env, firstPath: '/cart' });
  const product = await fetch(`${shop.origin}/products/loom-kurta`);
  expect([product.status, (await product.text()).includes('1,250')]).toEqual([200, true]);
  shop.child.kill('SIGUSR2');
  await expect.poll(() => existsSync(loadedFile) && readFileSync(loadedFile, 'utf8').endsWith('}')).toBe(true);
  const { nodeEnv, loaded: loadedModules } = JSON.parse(readFileSync(loadedFile, 'utf8')) as LoadedModules;
  await shop.stop();
  data.remove();
  expect(loadedModules.filter((path) => /\/react(-dom)?\//.test(path))).toEqual([]);
  expect(nodeEnv).toBe('production');
});

test('a build contains React’s production files, but not its development files', () => {
  const { folder = '' } = currentBuild(join(root, 'dist')) ?? {};
  const texts = globSync('server/*.mjs', { cwd: folder }).map((path) => readFileSync(join(folder, path), 'utf8'));
  const reactFiles = new Set(
    texts.flatMap(
      (text) => text.match(/react(?:-dom-server\.node|-jsx-runtime)?\.(?:production|development)\.js/g) ?? [],
    ),
  );
  expect([...reactFiles].filter((name) => name.includes('production')).length).toBeGreaterThan(2);
  expect([...reactFiles].filter((name) => name.includes('development'))).toEqual([]);
});

test('the CLI sets NODE_ENV to production', () => {
  const data = temporaryDir('production-cli');
  const loadedFile = join(data.dir, 'loaded.json');
  const env = { ...process.env, NODE_ENV: '', LOADED_MODULES_FILE: loadedFile };
  const args = ['--import', probe, 'src/cli.ts', 'help'];
  expect(spawnSync(process.execPath, args, { cwd: root, env }).status).toBe(0);
  expect((JSON.parse(readFileSync(loadedFile, 'utf8')) as LoadedModules).nodeEnv).toBe('production');
  data.remove();
});

test('no source file reads a variable from import.meta.env except DEV', () => {
  const sources = globSync('src/**/*.{ts,tsx,astro}', { cwd: root });
  expect(sources.length).toBeGreaterThan(500);
  // `astro dev` and `astro build` set DEV themselves.
  const FORBIDDEN_READ = /import\.meta\.env(?!\.DEV\b)/;
  expect(sources.filter((path) => FORBIDDEN_READ.test(readFileSync(join(root, path), 'utf8')))).toEqual([]);
});
