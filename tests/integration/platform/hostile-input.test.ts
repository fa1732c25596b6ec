import { request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import {
  BODIES,
  encoded,
  fieldBodies,
  HEADERS,
  hostileQueries,
  type Sent,
  SLASHES,
  TEXTS,
} from '#support/hostile-shapes.ts';
import { addOwner, type Owner } from '#support/owned-things.ts';
import { processorClock } from '#support/processor-time.ts';
import { type Access, ROUTE_ACCESS } from '#support/route-access.ts';
import { filled, methodsOf, pathOf, ROUTE_FILES } from '#support/routes.ts';
import { fieldsOf } from '#support/schema-fields.ts';
import { type ShopProcess, startShop, temporaryDir } from '#support/shop-process.ts';
import { smallShop } from '#support/small-shop.ts';

const MAX_MS = 200;
/** Few enough to stay below the limit together, if each is fast enough. */
const AT_ONCE = 8;
/** Compilation, garbage collection and background work may disturb one measurement, but hardly three. */
const MEASURES = 3;
const DEFAULT_ACCESS: Access = { parameters: { slug: 'loom-kurta' } };
const SITE_WIDE = 'q,search,next,token,email,category,size,color,minprice,page,sort,back,open_filter,tag,filter'.split(
  ',',
);

const data = temporaryDir('hostile');
const clock = processorClock(data.dir);
let db: ShopDatabase;
let shop: ShopProcess;
let visitors = 0;
let requestCount = 0;

beforeAll(async () => {
  db = await smallShop(data.dir);
  shop = await startShop({ dataDir: data.dir, env: { ...clock.env, TRUSTED_PROXIES: '1' } });
}, 240_000);

afterAll(async () => {
  await shop?.stop();
  await db?.close();
  data.remove();
});

interface Hostile {
  name: string;
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: Sent['body'];
}

/** The status; 0 if the connection ended without one. Sends addresses unchanged; fetch would normalize them. */
function send({ method, path, headers = {}, body }: Hostile, owner: Owner): Promise<number> {
  visitors += 1;
  requestCount += 1;
  const own = {
    host: `127.0.0.1:${shop.port}`,
    origin: shop.origin,
    accept: 'application/json, text/html',
    cookie: `session=${owner.token}`,
    'x-forwarded-for': `10.${visitors >> 16}.${(visitors >> 8) & 255}.${visitors & 255}`,
    ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
  };
  return new Promise((resolve) => {
    const clientRequest = request({
      port: shop.port,
      host: '127.0.0.1',
      method,
      path,
      headers: { ...own, ...headers },
    });
    clientRequest.on('response', (response) => response.resume().on('close', () => resolve(response.statusCode ?? 0)));
    clientRequest.on('error', () => resolve(0));
    clientRequest.end(body);
  });
}

async function worked(work: () => Promise<unknown>): Promise<number> {
  const before = await clock.workedMs();
  await work();
  return (await clock.workedMs()) - before;
}

/** The requests that take too long, or fail with 5xx. */
async function faultsOf(all: Hostile[], owner: Owner): Promise<string[]> {
  const faults: string[] = [];
  const attack = async (one: Hostile) => {
    const status = await send(one, owner);
    if (status >= 500) faults.push(`${one.method} ${one.path.slice(0, 60)} with ${one.name}: ${status}`);
  };
  for (let at = 0; at < all.length; at += AT_ONCE) {
    const some = all.slice(at, at + AT_ONCE);
    if ((await worked(() => Promise.all(some.map(attack)))) > MAX_MS) {
      for (const one of some) {
        const ms = await minProcessorTime(one, owner);
        if (ms > MAX_MS) faults.push(`${one.method} ${one.path.slice(0, 60)} with ${one.name}: ${ms.toFixed(0)} ms`);
      }
    }
  }
  return faults;
}

async function minProcessorTime(one: Hostile, owner: Owner): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < MEASURES && least > MAX_MS; i++) {
    least = Math.min(least, await worked(() => send(one, owner)));
  }
  return least;
}

const accessOf = (file: string): Access => ROUTE_ACCESS[file] ?? DEFAULT_ACCESS;
const writes = ROUTE_FILES.flatMap((file) =>
  methodsOf(file)
    .filter((method) => method !== 'GET')
    .map((method) => ({ file, method })),
).map((route, index) => ({ ...route, index }));
/** The error page has status 500 at its own address, too. */
const reads = ROUTE_FILES.filter((file) => methodsOf(file).includes('GET') && file !== '500.astro');
/**
 * `npm run test:faults` sends every shape to every route, and every text in every field. The short form sends each route
 * a fifth of the shapes and a tenth of the texts, which differ by route.
 */
const isLong = process.env.HOSTILE === 'all';
const SHAPES_SHARE = isLong ? 1 : 5;
const TEXTS_SHARE = isLong ? 1 : 10;
function shareOf<T>(all: T[], share: number, route: number): T[] {
  return all.filter((_, at) => (at + route) % share === 0);
}

test('covers every route', () => {
  expect(writes.length).toBeGreaterThan(40);
  expect(reads.length).toBeGreaterThan(60);
});

test.each(writes)('$method $file responds to every hostile body quickly', async ({ file, method, index }) => {
  const owner = await addOwner(db);
  const access = accessOf(file);
  const path = pathOf(file, access, owner.things);
  const others = JSON.parse(
    filled(JSON.stringify(access.body ?? {}), { ...owner.things, email: owner.email } as never),
  ) as object;
  const sent = [
    ...shareOf(BODIES, SHAPES_SHARE, index),
    ...(await fieldsOf(file)).flatMap((field, at) => shareOf(fieldBodies(field, others), TEXTS_SHARE, index + at)),
  ];
  const all = sent.map(({ name, type, body }) => ({ name, method, path, headers: { 'content-type': type }, body }));
  expect(await faultsOf(all, owner)).toEqual([]);
});

test.each(reads.map((file, index) => ({ file, index })))(
  'GET $file answers every hostile address at once',
  async ({ file, index }) => {
    const owner = await addOwner(db);
    const access = accessOf(file);
    const path = pathOf(file, access, owner.things);
    const names = [...new Set([...(await fieldsOf(file)), ...SITE_WIDE])];
    const units = Object.values(TEXTS);
    const parts = file.includes('[') ? units.map((unit) => encoded(unit)) : [];
    const longest = file.replace(/\[[^\]]+\][^[]*$/, '');
    const all: Hostile[] = [
      ...shareOf(hostileQueries(names), TEXTS_SHARE, index).map((query, at) => ({
        name: `query ${at}`,
        method: 'GET',
        path: path + query,
      })),
      ...shareOf(parts, TEXTS_SHARE, index).map((text, at) => ({
        name: `parameter ${at}`,
        method: 'GET',
        path: `/${longest}${text}`,
      })),
      ...shareOf(SLASHES, SHAPES_SHARE, index).map((text) => ({
        name: `${text.slice(0, 4)} in a row`,
        method: 'GET',
        path: `${path}/${text}x`,
      })),
      ...shareOf(HEADERS, SHAPES_SHARE, index).map((headers, at) => ({
        name: `headers ${at}`,
        method: 'GET',
        path,
        headers,
      })),
    ];
    expect(await faultsOf(all, owner)).toEqual([]);
  },
);

const pagesWithoutForm = reads.filter((file) => file.endsWith('.astro') && !methodsOf(file).includes('POST'));
test.each(pagesWithoutForm.filter((file) => !file.includes('unsubscribe')))(
  'rejects a form sent to the page %s without rendering',
  async (file) => {
    const owner = await addOwner(db);
    const path = pathOf(file, accessOf(file), owner.things);
    if (path === '/404' || path === '/500') return;
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    expect(await send({ name: 'form', method: 'POST', path, headers, body: 'a=1' }, owner)).toBe(405);
  },
);

afterAll(() => console.info(`${requestCount} hostile requests`));
