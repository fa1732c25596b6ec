import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { disconnectSlowClients } from '#lib/platform/http/server/slow-clients.server.ts';

const LIMITS = { graceMs: 300, bytesPerSecond: 5_000, checkEveryMs: 20 };
let server: Server | undefined;
let client: Socket | undefined;
afterEach(() => {
  client?.destroy();
  server?.close();
});

async function bytesOf(body: AsyncIterable<Buffer>): Promise<number> {
  let bytes = 0;
  for await (const chunk of body) bytes += chunk.length;
  return bytes;
}

async function connectToServer(listener: (body: Promise<number>, res: ServerResponse) => void): Promise<Socket> {
  server = createServer((req, res) => {
    listener(bytesOf(req), res);
  });
  disconnectSlowClients(server, LIMITS);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  await once(client, 'connect');
  return client;
}

test('responds with 408 to a body that arrives byte by byte, and closes the connection', async () => {
  let bodyError: unknown;
  const socket = await connectToServer((body) => {
    body.catch((error: unknown) => {
      bodyError = error;
    });
  });
  let response = '';
  socket.on('data', (chunk: Buffer) => {
    response += chunk.toString();
  });
  socket.on('error', () => {});
  socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n');
  const timer = setInterval(() => socket.write('x'), 20);
  // `once` would reject if a write failed because the server had closed the connection.
  await new Promise((resolve) => socket.on('close', resolve));
  clearInterval(timer);
  expect(response).toMatch(/^HTTP\/1\.1 408 /);
  await expect.poll(() => bodyError).toBeInstanceOf(Error);
});

test('accepts an upload that is faster than the minimum rate', async () => {
  const socket = await connectToServer(async (body, res) => res.end(String(await body)));
  socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 60000\r\n\r\n');
  for (let piece = 0; piece < 60; piece++) {
    socket.write(Buffer.alloc(1_000, 'x'));
    await wait(10);
  }
  const [response] = (await once(socket, 'data')) as [Buffer];
  expect(response.toString()).toMatch(/^HTTP\/1\.1 200 [\s\S]*60000$/);
});

test('closes the connection if a response is not read', async () => {
  const sending = Promise.withResolvers<unknown>();
  const endlessBody = Readable.from(
    (function* () {
      for (;;) yield Buffer.alloc(64 * 1024);
    })(),
  );
  const socket = await connectToServer((_body, res) => {
    pipeline(endlessBody, res).then(sending.resolve, sending.resolve);
  });
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  socket.pause();
  expect(await sending.promise).toMatchObject({ code: 'ERR_STREAM_PREMATURE_CLOSE' });
});
