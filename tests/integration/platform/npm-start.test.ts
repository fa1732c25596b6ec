import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildShop } from '#support/build-shop.ts';
import { killWithTest } from '#support/end-with-test.ts';
import { freePort } from '#support/free-port.ts';
import { root } from '#support/project-root.ts';
import { startShop, temporaryDir } from '#support/shop-process.ts';
import { smallShop } from '#support/small-shop.ts';

const data = temporaryDir('npm-start');

beforeAll(async () => {
  buildShop();
  await (await smallShop(data.dir)).close();
});

afterAll(() => data.remove());

/** Starts the shop with `npm start`, as an owner does. */
async function runNpmStart(): Promise<{ npm: ChildProcess; origin: string }> {
  const port = String(await freePort());
  const env = {
    ...process.env,
    SHOP_MODE: 'demo',
    DATABASE_URL: '',
    LOG_LEVEL: 'warn',
    DATA_DIR: data.dir,
    PORT: port,
  };
  const npm = spawn('npm', ['start'], { cwd: root, env, stdio: 'ignore' });
  killWithTest(npm, 'SIGTERM');
  const origin = `http://127.0.0.1:${port}`;
  await waitUntil(async () => (await isHealthy(origin)) || npm.exitCode !== null);
  expect(npm.exitCode).toBeNull();
  return { npm, origin };
}

test('SIGTERM to npm ends the shop, and npm waits until it has ended', async () => {
  const { npm, origin } = await runNpmStart();
  const npmExit = new Promise((resolve) => npm.once('exit', resolve));
  npm.kill('SIGTERM');
  await waitUntil(async () => (await fetch(`${origin}/readyz`)).status === 503);
  // While load balancers are notified, the shop still responds and npm still runs.
  expect([await isHealthy(origin), npm.exitCode, npm.signalCode]).toEqual([true, null, null]);
  await npmExit;
  expect(await isHealthy(origin)).toBe(false);
});

test('after SIGKILL of npm, no shop is left running', async () => {
  const { npm, origin } = await runNpmStart();
  npm.kill('SIGKILL');
  await waitUntil(async () => !(await isHealthy(origin)));
});

test('Ctrl-C, which arrives both from the terminal and from npm, counts only once', async () => {
  const shop = await startShop({ dataDir: data.dir });
  shop.child.kill('SIGINT');
  await wait(5);
  shop.child.kill('SIGINT');
  expect(await shop.exited).toBe(0);
});

async function isHealthy(origin: string): Promise<boolean> {
  const response = await fetch(`${origin}/healthz`).catch(() => undefined);
  await response?.arrayBuffer();
  return response?.status === 200;
}

async function waitUntil(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await wait(50);
}
