import { request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import {
  fieldBodies,
  HOSTILE_BODIES,
  HOSTILE_HEADERS,
  HOSTILE_PATHS,
  HOSTILE_TEXTS,
  type HostileBody,
  hostileQueries,
  repeatEncoded,
} from '#support/hostile-shapes.ts';
import { addRowOwner, type RowOwner } from '#support/owned-rows.ts';
import { cpuClock } from '#support/processor-time.ts';
import { type Access, ROUTE_ACCESS } from '#support/route-access.ts';
import { fillPlaceholders, methodsOf, pathOf, ROUTE_FILES } from '#support/routes.ts';
import { fieldsOf } from '#support/schema-fields.ts';
import { type ShopProcess, startShop, temporaryDir } from '#support/shop-process.ts';
import { smallShop } from '#support/small-shop.ts';

const MAX_CPU_MS = 200;
/** The batch size, which is small enough that a batch of fast requests is below the limit. */
const CONCURRENCY = 8;
/** The maximum number of measurements. Compilation, garbage collection or background work rarely disturbs all three. */
const MAX_MEASUREMENTS = 3;
const DEFAULT_ACCESS: Access = { parameters: { slug: 'loom-kurta' } };
const SITE_WIDE_PARAMETERS =
  'q,search,next,token,email,category,size,color,minprice,page,sort,back,open_filter,tag,filter'.split(',');

const data = temporaryDir('hostile');
const clock = cpuClock(data.dir);
let db: ShopDatabase;
let shop: ShopProcess;
let visitorCount = 0;
let requestCount = 0;

beforeAll(async () => {
  db = await smallShop(data.dir);
  shop = await startShop({ dataDir: data.dir, env: { ...clock.env, TRUSTED_PROXIES: '1' } });
});

afterAll(async () => {
  await shop?.stop();
  await db?.close();
  data.remove();
});

interface HostileRequest {
  name: string;
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: HostileBody['body'];
}

/**
 * Returns the status, or 0 if the connection ended without a response. Sends the address unchanged, which `fetch` would
 * normalize.
 */
function send({ method, path, headers = {}, body }: HostileRequest, owner: RowOwner): Promise<number> {
  visitorCount += 1;
  requestCount += 1;
  const defaults = {
    host: `127.0.0.1:${shop.port}`,
    origin: shop.origin,
    accept: 'application/json, text/html',
    cookie: `session=${owner.token}`,
    'x-forwarded-for': `10.${visitorCount >> 16}.${(visitorCount >> 8) & 255}.${visitorCount & 255}`,
    ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
  };
  return new Promise((resolve) => {
    const clientRequest = request({
      port: shop.port,
      host: '127.0.0.1',
      method,
      path,
      headers: { ...defaults, ...headers },
    });
    clientRequest.on('response', (response) => response.resume().on('close', () => resolve(response.statusCode ?? 0)));
    clientRequest.on('error', () => resolve(0));
    clientRequest.end(body);
  });
}

async function measureCpuTime(work: () => Promise<unknown>): Promise<number> {
  const msBefore = await clock.cpuMs();
  await work();
  return (await clock.cpuMs()) - msBefore;
}

/** Sends the requests, and describes those that use too much CPU time or fail with 5xx. */
async function findFaults(requests: HostileRequest[], owner: RowOwner): Promise<string[]> {
  const faults: string[] = [];
  const describeRequest = ({ name, method, path }: HostileRequest) => `${method} ${path.slice(0, 60)} with ${name}`;
  const attack = async (hostileRequest: HostileRequest) => {
    const status = await send(hostileRequest, owner);
    if (status >= 500) faults.push(`${describeRequest(hostileRequest)}: ${status}`);
  };
  for (let start = 0; start < requests.length; start += CONCURRENCY) {
    const batch = requests.slice(start, start + CONCURRENCY);
    if ((await measureCpuTime(() => Promise.all(batch.map(attack)))) > MAX_CPU_MS) {
      for (const hostileRequest of batch) {
        const ms = await measureMinCpuTime(hostileRequest, owner);
        if (ms > MAX_CPU_MS) faults.push(`${describeRequest(hostileRequest)}: ${ms.toFixed(0)} ms`);
      }
    }
  }
  return faults;
}

async function measureMinCpuTime(hostileRequest: HostileRequest, owner: RowOwner): Promise<number> {
  let minMs = Number.POSITIVE_INFINITY;
  for (let i = 0; i < MAX_MEASUREMENTS && minMs > MAX_CPU_MS; i++) {
    minMs = Math.min(minMs, await measureCpuTime(() => send(hostileRequest, owner)));
  }
  return minMs;
}

const accessOf = (file: string): Access => ROUTE_ACCESS[file] ?? DEFAULT_ACCESS;
const writeRoutes = ROUTE_FILES.flatMap((file) =>
  methodsOf(file)
    .filter((method) => method !== 'GET')
    .map((method) => ({ file, method })),
).map((route, index) => ({ ...route, index }));
/** The routes with GET, without the error page, which also has status 500 at its own address. */
const readRoutes = ROUTE_FILES.filter((file) => methodsOf(file).includes('GET') && file !== '500.astro');
/**
 * `npm run test:faults` sends all shapes to all routes, and all texts in all fields. The short version sends each route
 * a fifth of the shapes and a tenth of the texts, which differ by route.
 */
const isLongVersion = process.env.HOSTILE === 'all';
const SHAPE_STEP = isLongVersion ? 1 : 5;
const TEXT_STEP = isLongVersion ? 1 : 10;
function everyNth<T>(all: T[], step: number, routeIndex: number): T[] {
  return all.filter((_, index) => (index + routeIndex) % step === 0);
}

test('there are many routes to attack', () => {
  expect(writeRoutes.length).toBeGreaterThan(40);
  expect(readRoutes.length).toBeGreaterThan(60);
});

test.each(writeRoutes)('$method $file handles hostile bodies quickly without 5xx', async ({ file, method, index }) => {
  const owner = await addRowOwner(db);
  const access = accessOf(file);
  const path = pathOf(file, access, owner.rowIds);
  const otherFields = JSON.parse(
    fillPlaceholders(JSON.stringify(access.body ?? {}), { ...owner.rowIds, email: owner.email }),
  ) as object;
  const bodies = [
    ...everyNth(HOSTILE_BODIES, SHAPE_STEP, index),
    ...(await fieldsOf(file)).flatMap((field, n) => everyNth(fieldBodies(field, otherFields), TEXT_STEP, index + n)),
  ];
  const requests = bodies.map(({ name, type, body }) => ({
    name,
    method,
    path,
    headers: { 'content-type': type },
    body,
  }));
  expect(await findFaults(requests, owner)).toEqual([]);
});

test.each(readRoutes.map((file, index) => ({ file, index })))(
  'GET $file handles hostile addresses and headers quickly without 5xx',
  async ({ file, index }) => {
    const owner = await addRowOwner(db);
    const access = accessOf(file);
    const path = pathOf(file, access, owner.rowIds);
    const names = [...new Set([...(await fieldsOf(file)), ...SITE_WIDE_PARAMETERS])];
    const texts = Object.values(HOSTILE_TEXTS);
    const parameterTexts = file.includes('[') ? texts.map((text) => repeatEncoded(text)) : [];
    const prefix = file.replace(/\[[^\]]+\][^[]*$/, '');
    const requests: HostileRequest[] = [
      ...everyNth(hostileQueries(names), TEXT_STEP, index).map((query, n) => ({
        name: `query ${n}`,
        method: 'GET',
        path: path + query,
      })),
      ...everyNth(parameterTexts, TEXT_STEP, index).map((text, n) => ({
        name: `parameter ${n}`,
        method: 'GET',
        path: `/${prefix}${text}`,
      })),
      ...everyNth(HOSTILE_PATHS, SHAPE_STEP, index).map((text) => ({
        name: `${text.slice(0, 4)} in a row`,
        method: 'GET',
        path: `${path}/${text}x`,
      })),
      ...everyNth(HOSTILE_HEADERS, SHAPE_STEP, index).map((headers, n) => ({
        name: `headers ${n}`,
        method: 'GET',
        path,
        headers,
      })),
    ];
    expect(await findFaults(requests, owner)).toEqual([]);
  },
);

const pagesWithoutForm = readRoutes.filter((file) => file.endsWith('.astro') && !methodsOf(file).includes('POST'));
/** Email programs post to the unsubscribe pages, and a form that is posted to an unknown address gets 404. */
const isExempt = (file: string) => file.includes('unsubscribe') || file === '404.astro';
test.each(pagesWithoutForm.filter((file) => !isExempt(file)))(
  'a form that is posted to %s, a page without a form, is rejected with 405',
  async (file) => {
    const owner = await addRowOwner(db);
    const path = pathOf(file, accessOf(file), owner.rowIds);
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    expect(await send({ name: 'form', method: 'POST', path, headers, body: 'a=1' }, owner)).toBe(405);
  },
);

afterAll(() => console.info(`${requestCount} hostile requests`));
