import { cpSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { type BalancerName, startBalancer } from './balancers.ts';
import { freePort } from './free-port.ts';
import { HttpBuyer } from './http-buyer.ts';
import { type ShopProcess, startShop, temporaryDir } from './shop-process.ts';
import { smallShop } from './small-shop.ts';

const CLIENTS = 8;
/** The interval between searches in ms. Each search has a unique number, so that no cached page matches. */
const SEARCH_INTERVAL_MS = 50;
const WORDS = ['kurta', 'cotton saree', 'kruta', 'blue dupatta', 'linen'];

export interface RollingResult {
  posts: number;
  searches: number;
  /** The number of failed requests by kind and status. If the connection ended without a response, the status is 0. */
  failures: Record<string, number>;
  /** The time from each SIGTERM to the end of the process, in milliseconds. */
  stopMs: number[];
  exitCodes: (number | null)[];
  /** nginx's error log, or an empty string for HAProxy. */
  errorLog: string;
}

/**
 * Restarts two servers behind a load balancer one after the other, while buyers fill carts and open pages. If the data
 * folder `catalogue` is given, there is only one buyer, and other visitors search the products in this folder.
 */
export async function rollingRestart(
  name: BalancerName,
  restarts: number,
  settleMs: number,
  { catalogue, env = {} }: { catalogue?: string; env?: Record<string, string> } = {},
): Promise<RollingResult> {
  const data = temporaryDir('rolling');
  if (catalogue) cpSync(catalogue, data.dir, { recursive: true });
  else await (await smallShop(data.dir)).close();
  const ports = [await freePort(), await freePort()];
  const start = (port: number) => startShop({ dataDir: data.dir, port, env: { TRUSTED_PROXIES: '1', ...env } });
  const servers: ShopProcess[] = await Promise.all(ports.map(start));
  const balancer = await startBalancer(name, ports);
  const result: RollingResult = { posts: 0, searches: 0, failures: {}, stopMs: [], exitCodes: [], errorLog: '' };
  let isOver = false;

  async function client(n: number): Promise<void> {
    for (let round = 0; !isOver; round++) {
      const buyer = new HttpBuyer(`203.${n}.${Math.floor(round / 250) % 250}.${round % 250}`);
      const response = await buyer.addToCart(balancer.origin, 'loom-kurta', variant, 1);
      result.posts += 1;
      if (response.status !== 200) countFailure(`POST ${response.status}`);
      const page = await fetch(`${balancer.origin}/cart`).catch(() => undefined);
      await page?.arrayBuffer();
      if (page?.status !== 200) countFailure(`GET ${page?.status ?? 0}`);
    }
  }
  async function search(n: number): Promise<void> {
    result.searches += 1;
    const words = encodeURIComponent(WORDS[n % WORDS.length] ?? '');
    const response = await new HttpBuyer(`198.51.${n % 250}.7`).send(
      'GET',
      balancer.origin,
      n % 2 ? `/public/search/all?search=${words}+${n}` : `/public/product?search=${words}&maxprice=${20_000 + n}`,
    );
    if (response.status !== 200) countFailure(`search ${response.status} ${response.message}`);
  }
  async function searchRepeatedly(): Promise<void> {
    const requests: Promise<void>[] = [];
    for (let n = 0; !isOver && catalogue; n++) {
      requests.push(search(n));
      await wait(SEARCH_INTERVAL_MS);
    }
    await Promise.all(requests);
  }
  function countFailure(kind: string): void {
    result.failures[kind] = (result.failures[kind] ?? 0) + 1;
  }

  const product = await new HttpBuyer().send('GET', balancer.origin, '/public/product/show/loom-kurta');
  const variant = (product.data.variant_ids as { _id: string }[])[0]?._id ?? '';
  const clients = Promise.all([
    searchRepeatedly(),
    ...Array.from({ length: catalogue ? 1 : CLIENTS }, (_, n) => client(n)),
  ]);
  await wait(1_000);
  for (let restart = 0; restart < restarts; restart++) {
    const index = restart % 2;
    const startedAt = performance.now();
    result.exitCodes.push((await servers[index]?.stop('SIGTERM')) ?? null);
    result.stopMs.push(Math.round(performance.now() - startedAt));
    servers[index] = await start(ports[index] ?? 0);
    await wait(settleMs);
  }
  isOver = true;
  await clients;
  result.errorLog = balancer.readErrorLog();
  await balancer.stop();
  await Promise.all(servers.map((server) => server.stop()));
  data.remove();
  return result;
}
