import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, createServer, get, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { PictureMaker } from '#lib/platform/files/pictures/picture-maker.server.ts';
import { PictureStore } from '#lib/platform/files/pictures/pictures.server.ts';
import { pictureUrl } from '#lib/platform/files/pictures/pictures.ts';
import { PLACEHOLDER_WIDTH } from '#lib/platform/files/pictures/placeholder-width.ts';
import { pictureHandler } from '#lib/platform/http/server/picture-handler.server.ts';

const dir = mkdtempSync(join(tmpdir(), 'taana-placeholder-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** A maker that never responds, as if its process hangs. */
class HangingMaker extends PictureMaker {
  override make(): Promise<never> {
    return new Promise(() => {});
  }
}

/** The number of connections that browsers open at most to a host over HTTP/1.1. */
const MAX_CONNECTIONS = 6;

async function withServer<T>(
  store: PictureStore,
  work: (fetchPath: (path: string, headers?: OutgoingHttpHeaders) => Promise<PictureResponse>) => Promise<T>,
) {
  const pictures = pictureHandler(store, async () => ({ width: 400, height: 500, dominant: '#204060' }));
  const server = createServer(async (req, res) => {
    if (!(await pictures(req, res))) res.end('the page');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const agent = new Agent({ keepAlive: true, maxSockets: MAX_CONNECTIONS });
  const { port } = server.address() as AddressInfo;
  const fetchPath = (path: string, headers: OutgoingHttpHeaders = {}) =>
    new Promise<PictureResponse>((resolve, reject) => {
      get({ port, host: '127.0.0.1', path, agent, headers }, (response: IncomingMessage) =>
        text(response).then(
          (body) => resolve({ status: response.statusCode, headers: response.headers, body }),
          reject,
        ),
      ).on('error', reject);
    });
  try {
    return await work(fetchPath);
  } finally {
    agent.destroy();
    server.closeAllConnections();
    server.close();
  }
}

interface PictureResponse {
  status: number | undefined;
  headers: IncomingMessage['headers'];
  body: string;
}

test('while pictures can’t be made, all pictures of a list get a placeholder and the next page is served', async () => {
  const workingStore = new PictureStore(dir);
  const bytes = await sharp({ create: { width: 400, height: 500, channels: 3, background: '#204060' } })
    .webp()
    .toBuffer();
  const { hash } = await workingStore.store(bytes);
  const urls = [160, 240, 320].flatMap((width) => [pictureUrl(hash, width, 'avif'), pictureUrl(hash, width, 'webp')]);
  await withServer(new PictureStore(dir, new HangingMaker()), async (fetchPath) => {
    const pictures = urls.concat(urls).map((url) => fetchPath(url));
    const page = fetchPath('/products');
    for (const { status, headers, body } of await Promise.all(pictures)) {
      expect(status).toBe(200);
      expect(headers).toMatchObject({ 'content-type': 'image/svg+xml', 'cache-control': 'no-store' });
      expect(headers.etag).toBeUndefined();
      expect(body).toContain('#204060');
      const { width, height } = await sharp(Buffer.from(body)).metadata();
      expect([width, height]).toEqual([PLACEHOLDER_WIDTH, PLACEHOLDER_WIDTH * 1.25]);
    }
    expect((await page).body).toBe('the page');
  });
  await withServer(workingStore, async (fetchPath) => {
    await workingStore.resize(hash, 160, 'avif');
    const { headers } = await fetchPath(`${urls[0]}?2`);
    expect(headers).toMatchObject({ 'content-type': 'image/avif' });
    expect(headers['cache-control']).toContain('immutable');
  });
});

test('sends a placeholder immediately if the queue is long, but not for the preview pictures of crawlers', async () => {
  class BusyMaker extends HangingMaker {
    override get isBusy(): boolean {
      return true;
    }
  }
  const store = new PictureStore(dir, new BusyMaker());
  const { hash } = await new PictureStore(dir).store(
    await sharp({ create: { width: 300, height: 300, channels: 3, background: '#aa0000' } })
      .webp()
      .toBuffer(),
  );
  await withServer(store, async (fetchPath) => {
    expect((await fetchPath(pictureUrl(hash, 240, 'avif'))).headers['content-type']).toBe('image/svg+xml');
    const preview = fetchPath(`/og/${hash}.jpg`).catch(() => 'cut off');
    const firstResponse = await Promise.race([preview, fetchPath('/page')]);
    expect(firstResponse).toMatchObject({ body: 'the page' });
  });
});

test('a visitor who opens a picture waits for it, because nothing would replace a placeholder', async () => {
  class BusyMaker extends PictureMaker {
    override get isBusy(): boolean {
      return true;
    }
  }
  const maker = new BusyMaker();
  const store = new PictureStore(dir, maker);
  const { hash } = await store.store(
    await sharp({ create: { width: 300, height: 300, channels: 3, background: '#00aa00' } })
      .webp()
      .toBuffer(),
  );
  await withServer(store, async (fetchPath) => {
    const path = pictureUrl(hash, 240, 'webp');
    expect((await fetchPath(path)).headers['content-type']).toBe('image/svg+xml');
    const openedPicture = await fetchPath(path, { 'sec-fetch-dest': 'document' });
    expect(openedPicture.headers['content-type']).toBe('image/webp');
  });
  maker.worker.end();
});
