import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { readResponse } from '#lib/platform/http/pages/rendered-response.server.ts';
import { downloadInChunks, sendStream } from '#lib/platform/http/pages/streamed-response.server.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.closeAllConnections();
});

/** A server that sends the chunks; `failure` is the error of `sendStream`. */
async function serve(chunks: AsyncIterable<string>) {
  const seen: { failure?: unknown } = {};
  const sent = Promise.withResolvers<void>();
  const server = createServer(async (_req, res) => {
    const streamed = await readResponse(downloadInChunks(chunks, { type: 'text/csv', name: 'orders.csv' }), 'POST');
    try {
      if (streamed.stream) await sendStream(res, streamed, streamed.stream);
    } catch (error) {
      seen.failure = error;
    }
    sent.resolve();
  });
  servers.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const [incoming] = (await once(get({ port, host: '127.0.0.1' }), 'response')) as [IncomingMessage];
  return { incoming, seen, sent: sent.promise };
}

test('sends a download in chunks, without the internal header', async () => {
  async function* chunks() {
    yield 'a,b\r\n';
    yield '₹1,2\r\n';
  }
  const { incoming } = await serve(chunks());
  expect(incoming.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="orders.csv"',
  });
  expect(incoming.headers['x-streamed']).toBeUndefined();
  expect(Buffer.concat(await incoming.toArray()).toString()).toBe('a,b\r\n₹1,2\r\n');
});

test('pauses for a client that does not read, and ends when the client disconnects', async () => {
  const CHUNK = 'x'.repeat(100_000);
  const closed = Promise.withResolvers<number>();
  let chunkCount = 0;
  async function* endless() {
    try {
      for (;;) {
        chunkCount += 1;
        yield CHUNK;
      }
    } finally {
      closed.resolve(chunkCount);
    }
  }
  const { incoming, seen, sent } = await serve(endless());
  incoming.pause();
  // The buffers of both sockets fill up; then no more chunks are produced.
  let before = -1;
  const hasStopped = () => {
    const isSame = before === chunkCount;
    before = chunkCount;
    return isSame;
  };
  await expect.poll(hasStopped, { interval: 200 }).toBe(true);
  incoming.destroy();
  expect(await closed.promise).toBe(chunkCount);
  await sent;
  expect(seen.failure).toBeUndefined();
});

test('aborts the download when a chunk fails, so that it does not look complete', async () => {
  async function* failing() {
    yield 'a\r\n';
    throw new Error('The database is gone.');
  }
  const { incoming, seen, sent } = await serve(failing());
  await expect(incoming.toArray()).rejects.toThrow();
  await sent;
  expect(seen.failure).toMatchObject({ message: 'The database is gone.' });
});
