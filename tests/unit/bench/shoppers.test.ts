import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { beginShopping } from '#support/shoppers.ts';

const PRODUCT = { variant_ids: [{ _id: '21', stock_status: 'in_stock' }] };

/** Starts a server that answers "Add to cart" with `answerCart` and other requests like a shop; returns its origin. */
async function shopOrigin(answerCart: RequestListener): Promise<string> {
  const server = createServer((req, res) => {
    if (req.url === '/public/cart/create') return answerCart(req, res);
    if (!req.url?.startsWith('/public/')) return res.end('<a href="/products/kurta">Kurta</a>');
    return res.setHeader('content-type', 'application/json').end(JSON.stringify({ data: PRODUCT }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test.each<[string, RequestListener, string[]]>([
  ['a 409 response', (_req, res) => res.writeHead(409).end(), []],
  ['a 503 response', (_req, res) => res.writeHead(503).end(), ['503 add to cart']],
  ['no response', (req) => req.socket.destroy(), ['0 add to cart']],
])(
  'with %s to "Add to cart", shoppers count a failure only if the server is at fault',
  async (_description, answerCart, failures) => {
    const shopping = beginShopping(await shopOrigin(answerCart), 1, 0);
    await expect.poll(() => Object.keys(shopping.refusals)).toHaveLength(1);
    await shopping.end();
    expect([...new Set(shopping.failures)]).toEqual(failures);
  },
);
