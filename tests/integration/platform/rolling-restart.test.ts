import { once } from 'node:events';
import { cpSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BUSY } from '#lib/platform/http/server/send-response.server.ts';
import { findProgram } from '#support/find-program.ts';
import { rawRequest } from '#support/raw-request.ts';
import { rollingRestart } from '#support/rolling-restart.ts';
import { startShop, temporaryDir } from '#support/shop-process.ts';
import { smallShop } from '#support/small-shop.ts';
import { importGenerated } from '../../bench/catalogue.ts';

/** The number of products that are read before the first request. The long version uses `GOODS=100000`. */
const PRODUCT_COUNT = Number(process.env.GOODS ?? 5_200);

/** A pause longer than the two seconds for which nginx sends no requests to a server that refused a connection. */
const RESTART_PAUSE_MS = 3_000;

const catalogue = temporaryDir('catalogue');

beforeAll(async () => {
  const db = await smallShop(catalogue.dir);
  await importGenerated(db, PRODUCT_COUNT);
  await db.close();
}, 1_200_000);
afterAll(() => catalogue.remove());

/** The long version, which also tests HAProxy, is in tests/faults. */
test.runIf(findProgram('nginx'))('no request fails while one of two servers behind nginx is restarted', async () => {
  const { posts, failures, exitCodes, errorLog } = await rollingRestart('nginx', 1, 500);
  expect(failures, errorLog).toEqual({});
  expect(exitCodes).toEqual([0]);
  expect(posts).toBeGreaterThan(50);
});

test.runIf(findProgram('nginx'))(
  `no search fails while two servers with ${PRODUCT_COUNT} products are restarted in turn at twenty searches a second`,
  async () => {
    // nginx has no health checks, so each server must not open its port before it is ready.
    const { searches, failures, errorLog } = await rollingRestart('nginx', 2, RESTART_PAUSE_MS, {
      catalogue: catalogue.dir,
      env: { OPEN_WHEN_READY: 'on' },
    });
    console.info(`${searches} searches, ${JSON.stringify(failures)} failed`);
    // While other tests run, a search may wait more than two seconds for the CPU.
    if (process.env.TIMES !== 'exact') delete failures[`search 503 ${BUSY}`];
    expect(failures, errorLog).toEqual({});
    expect(searches).toBeGreaterThan(50);
  },
  PRODUCT_COUNT > 5_200 ? 1_200_000 : 240_000,
);

test('a shop is not ready until it has prepared the search', async () => {
  const data = temporaryDir('ready');
  cpSync(catalogue.dir, data.dir, { recursive: true });
  const shop = await startShop({ dataDir: data.dir, firstPath: '/healthz' });
  let notReadyCount = 0;
  const searchResults: string[] = [];
  for (let n = 0; searchResults.length < 12; n++) {
    const isReady = (await fetch(`${shop.origin}/readyz`)).status === 200;
    if (!isReady) {
      notReadyCount += 1;
      continue;
    }
    const searchPath = n % 2 ? `/search?search=kurta&maxprice=${20_000 + n}` : `/public/search/all?search=kurta+${n}`;
    const response = await fetch(shop.origin + searchPath);
    searchResults.push(`${response.status} ${(await response.text()).includes('being prepared')}`);
  }
  await shop.stop();
  data.remove();
  expect(notReadyCount).toBeGreaterThan(0);
  expect(new Set(searchResults)).toEqual(new Set(['200 false']));
});

test('an idle connection stays open after SIGTERM until one more request has been answered', async () => {
  const data = temporaryDir('held-open');
  await (await smallShop(data.dir)).close();
  const shop = await startShop({ dataDir: data.dir, firstPath: '/' });
  const senders = await Promise.all(Array.from({ length: 12 }, () => openConnection(shop.port)));
  for (const send of senders) expect(await send()).not.toContain('connection: close');
  shop.child.kill('SIGTERM');
  // The first connection is used while the port is open, as by a proxy. Then each other connection is used once more.
  const [sendFirst = async () => '', ...otherSenders] = senders;
  while (await isOpen(shop.port)) expect(await sendFirst()).toMatch(/^http\/1\.1 200 /);
  for (const send of otherSenders) {
    const response = await send();
    expect(response).toMatch(/^http\/1\.1 200 /);
    expect(response).toContain('connection: close');
  }
  expect(await shop.exited).toBe(0);
  data.remove();
});

test('connections that arrive just before the port closes are still accepted', async () => {
  const data = temporaryDir('closing-port');
  await (await smallShop(data.dir)).close();
  const shop = await startShop({ dataDir: data.dir, firstPath: '/' });
  shop.child.kill('SIGTERM');
  // The process is suspended while the notice period ends, so all of these connections are waiting when it resumes.
  await wait(1_000);
  shop.child.kill('SIGSTOP');
  const responses = Array.from({ length: 40 }, async () => (await openConnection(shop.port))());
  await wait(1_500);
  shop.child.kill('SIGCONT');
  const responseHeads = await Promise.all(responses);
  expect(responseHeads.filter((head) => !head.startsWith('http/1.1 200 '))).toEqual([]);
  expect(await shop.exited).toBe(0);
  data.remove();
});

/** Waits a moment, and returns whether the port still accepts connections. */
async function isOpen(port: number): Promise<boolean> {
  await wait(100);
  const socket = connect(port, '127.0.0.1');
  const isAccepted = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return isAccepted;
}

/**
 * Opens a connection. Returns a function that requests a page over this connection, and returns the head of the
 * response in lower case, or an empty string if the connection was closed.
 */
async function openConnection(port: number): Promise<() => Promise<string>> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  let receivedText = '';
  let isClosed = false;
  socket.on('data', (chunk) => {
    receivedText += chunk.toString('latin1');
  });
  socket.on('error', () => {});
  socket.once('close', () => {
    isClosed = true;
  });
  return async () => {
    receivedText = '';
    socket.write(rawRequest('GET /cart', port));
    while (!isClosed && !receivedText.includes('</html>')) await wait(5);
    return receivedText.split('\r\n\r\n')[0]?.toLowerCase() ?? '';
  };
}
