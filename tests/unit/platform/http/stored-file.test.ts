import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, describe, expect, test } from 'vitest';
import type { FileStore } from '#lib/platform/files/storage/file-store.ts';
import { openFileStore } from '#lib/platform/files/storage/open-file-store.server.ts';
import { sendStoredFile, storedFileResponse, takeStoredFile } from '#lib/platform/http/pages/stored-file.server.ts';

const dir = mkdtempSync(join(tmpdir(), 'taana-stored-'));
const files = openFileStore({ dataDir: dir });
const content = Buffer.alloc(2_500_000, '0123456789');
writeFileSync(join(dir, 'film'), content);
const key = await files.add(join(dir, 'film'), 'video/mp4');
const FILM = { key, bytes: content.length, type: 'video/mp4', name: 'बिल "x".mp4' };

/** A server with only the part of the front server that sends stored files. */
const server = createServer(async (req, res) => {
  const file = req.url === '/lost' ? { ...FILM, key: '0'.repeat(32) } : FILM;
  const response = storedFileResponse(
    file,
    new Request('http://x/', { headers: req.headers as Record<string, string> }),
  );
  const headers = Object.fromEntries(response.headers);
  const storedFile = takeStoredFile(headers);
  const isHead = req.method === 'HEAD';
  const isSent =
    storedFile && (await sendStoredFile(res, { status: response.status, headers }, storedFile, { files, isHead }));
  if (!isSent) res.writeHead(storedFile ? 404 : response.status, storedFile ? {} : headers).end();
});
await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
afterAll(() => {
  server.close();
  rmSync(dir, { recursive: true, force: true });
});

const request = (headers: Record<string, string> = {}, path = '/') => fetch(origin + path, { headers });

describe('a stored file', () => {
  test('is sent in full, as a download, without permissions in the shop’s origin', async () => {
    const response = await request();
    expect(response.status).toBe(200);
    expect(Buffer.from(await response.arrayBuffer()).equals(content)).toBe(true);
    expect(response.headers.get('content-security-policy')).toContain('sandbox');
    expect(response.headers.get('content-type')).toBe('video/mp4');
    expect(response.headers.get('x-stored-file')).toBeNull();
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="___ _x_.mp4"; filename*=UTF-8''%E0%A4%AC%E0%A4%BF%E0%A4%B2%20%22x%22.mp4`,
    );
  });

  test.each([
    ['bytes=0-9', 'bytes 0-9/2500000', 10],
    ['bytes=-5', 'bytes 2499995-2499999/2500000', 5],
    ['bytes=2499990-9999999', 'bytes 2499990-2499999/2500000', 10],
    ['bytes=0-', 'bytes 0-1048575/2500000', 1_048_576],
  ])('is sent partially: %s', async (range, contentRange, bytes) => {
    const response = await request({ range });
    expect([response.status, response.headers.get('content-range')]).toEqual([206, contentRange]);
    expect((await response.arrayBuffer()).byteLength).toBe(bytes);
  });

  test('has status 416 for an invalid range, 404 if it is missing, and 304 if the client already has it', async () => {
    expect((await request({ range: 'bytes=2500000-' })).status).toBe(416);
    // A malformed header is ignored (RFC 9110, 14.1.1).
    expect((await request({ range: 'bytes=9-3' })).status).toBe(200);
    expect((await request({}, '/lost')).status).toBe(404);
    expect((await request({ 'if-none-match': `"${key}"` })).status).toBe(304);
  });

  test('has its length in the response to HEAD', async () => {
    const response = await fetch(origin, { method: 'HEAD' });
    expect(response.headers.get('content-length')).toBe('2500000');
  });
});

describe('a body that fails', () => {
  const range = { start: 0, end: 999_999 };

  /**
   * Returns the error that `sendStoredFile` throws when it sends `body` to a client that handles the response with
   * `onResponse`.
   */
  async function thrownBy(body: Readable, onResponse: (response: IncomingMessage) => void): Promise<unknown> {
    const store = { read: async () => body } as unknown as FileStore;
    const outcome = Promise.withResolvers<unknown>();
    const sender = createServer((_req, res) => {
      sendStoredFile(res, { status: 200, headers: {} }, { key: 'x', range }, { files: store, isHead: false })
        .then(() => outcome.resolve(undefined))
        .catch(outcome.resolve);
    });
    await new Promise<void>((listening) => sender.listen(0, '127.0.0.1', listening));
    get({ port: (sender.address() as AddressInfo).port, host: '127.0.0.1' }, (response) => {
      response.on('error', () => {});
      onResponse(response);
    });
    const error = await outcome.promise;
    sender.close();
    return error;
  }

  async function* slowChunks(error?: Error) {
    yield Buffer.alloc(1_000);
    await new Promise((resolve) => setTimeout(resolve, 50));
    if (error) throw error;
    for (;;) {
      yield Buffer.alloc(1_000);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  test('because of the file store is reported', async () => {
    const cause = new Error('the store is unavailable');
    const error = await thrownBy(Readable.from(slowChunks(cause)), (response) => response.resume());
    expect(error).toMatchObject({ name: 'FileError', code: 'busy', cause });
  });

  test('because the client disconnected is not reported', async () => {
    expect(await thrownBy(Readable.from(slowChunks()), (response) => response.destroy())).toBeUndefined();
  });
});
