import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { download } from '#lib/platform/files/download.server.ts';

const servers: Server[] = [];
const isLoopback = (address: string) => address === '127.0.0.1' || address === '::1';

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('the download of a picture', () => {
  it('never connects to this machine, and accepts only HTTP addresses', async () => {
    let requests = 0;
    const address = await serve((_req, res) => res.end(String(requests++)));
    await expect(download(address)).rejects.toThrow(/not on the public internet/);
    await expect(download(address.replace('127.0.0.1', 'localhost'))).rejects.toThrow(/not on the public internet/);
    await expect(download('file:///etc/passwd')).rejects.toThrow(/not an http/);
    expect(requests).toBe(0);
  });

  it('follows up to three redirects, and checks the address of each', async () => {
    const address: string = await serve((req, res) => {
      const step = Number(req.url?.slice(1));
      if (step === 0) res.end('picture');
      else if (step === 9) res.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data' }).end();
      else if (step === 8) res.writeHead(302, { location: 'file:///etc/passwd' }).end();
      else res.writeHead(302, { location: `/${step - 1}` }).end();
    });
    expect(String(await download(`${address}/3`, { isAllowed: isLoopback }))).toBe('picture');
    await expect(download(`${address}/4`, { isAllowed: isLoopback })).rejects.toThrow(/more than 3 redirects/);
    await expect(download(`${address}/9`, { isAllowed: isLoopback })).rejects.toThrow(/169\.254\.169\.254/);
    await expect(download(`${address}/8`, { isAllowed: isLoopback })).rejects.toThrow(/not an http/);
  });

  it('stops at the size limit, whether or not the size is declared, and at the time limit', async () => {
    const declaredSizeUrl = await serve((_req, res) => res.writeHead(200, { 'content-length': 5_000_000 }).write('x'));
    const undeclaredSizeUrl = await serve((_req, res) => {
      const writeMore = () => {
        while (!res.destroyed && res.write(Buffer.alloc(100_000))) {}
      };
      res.on('drain', writeMore);
      writeMore();
    });
    const silentUrl = await serve(() => {});
    const slowUrl = await serve((_req, res) => res.write('x'));
    const options = { isAllowed: isLoopback, maxBytes: 2 * 1024 * 1024, timeoutMs: 5_000 };
    await expect(download(declaredSizeUrl, options)).rejects.toThrow('larger than 2 MB');
    await expect(download(undeclaredSizeUrl, options)).rejects.toThrow('larger than 2 MB');
    await expect(download(silentUrl, { ...options, timeoutMs: 200 })).rejects.toThrow('no response within 0.2 s');
    await expect(download(slowUrl, { ...options, timeoutMs: 200 })).rejects.toThrow('no response within 0.2 s');
  });

  it('reports the status of a failed response', async () => {
    const missingUrl = await serve((_req, res) => res.writeHead(404).end());
    await expect(download(missingUrl, { isAllowed: isLoopback })).rejects.toThrow('the server responded with 404');
  });
});
