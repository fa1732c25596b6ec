import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { readResponse } from '#lib/platform/http/pages/rendered-response.server.ts';
import { downloadCsv, sendStream } from '#lib/platform/http/pages/streamed-response.server.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.closeAllConnections();
});

/** Requests the chunks from a server; `result.failure` is the error thrown by `sendStream`, if any. */
async function serve(chunks: AsyncIterable<string>) {
  const result: { failure?: unknown } = {};
  const sending = Promise.withResolvers<void>();
  const server = createServer(async (_req, res) => {
    const response = await readResponse(downloadCsv(chunks, 'orders'), 'POST');
    try {
      if (response.stream) await sendStream(res, response, response.stream);
    } catch (error) {
      result.failure = error;
    }
    sending.resolve();
  });
  servers.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const [download] = (await once(get({ port, host: '127.0.0.1' }), 'response')) as [IncomingMessage];
  return { download, result, sending: sending.promise };
}

test('sends a download in chunks, without the internal header', async () => {
  async function* chunks() {
    yield 'a,b\r\n';
    yield '₹1,2\r\n';
  }
  const { download } = await serve(chunks());
  expect(download.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="orders.csv"',
  });
  expect(download.headers['x-streamed']).toBeUndefined();
  expect(Buffer.concat(await download.toArray()).toString()).toBe('a,b\r\n₹1,2\r\n');
});

test('pauses while the client does not read, and ends when the client disconnects', async () => {
  const CHUNK = 'x'.repeat(100_000);
  const generatorEnd = Promise.withResolvers<number>();
  let chunkCount = 0;
  async function* endlessChunks() {
    try {
      for (;;) {
        chunkCount += 1;
        yield CHUNK;
      }
    } finally {
      generatorEnd.resolve(chunkCount);
    }
  }
  const { download, result, sending } = await serve(endlessChunks());
  download.pause();
  // The buffers of both sockets fill up; then no more chunks are produced.
  let previousCount = -1;
  const hasStopped = () => {
    const isSame = previousCount === chunkCount;
    previousCount = chunkCount;
    return isSame;
  };
  await expect.poll(hasStopped, { interval: 200 }).toBe(true);
  download.destroy();
  expect(await generatorEnd.promise).toBe(chunkCount);
  await sending;
  expect(result.failure).toBeUndefined();
});

test('aborts the download if a chunk fails, so that it does not look complete', async () => {
  async function* failingChunks() {
    yield 'a\r\n';
    throw new Error('The database is gone.');
  }
  const { download, result, sending } = await serve(failingChunks());
  await expect(download.toArray()).rejects.toThrow();
  await sending;
  expect(result.failure).toMatchObject({ message: 'The database is gone.' });
});
