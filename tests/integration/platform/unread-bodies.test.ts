import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { findProgram } from '#support/find-program.ts';
import { freePort } from '#support/free-port.ts';
import { MULTIPART_TYPE } from '#support/multipart.ts';
import { addRowOwner, type RowOwner } from '#support/owned-rows.ts';
import { RawConnection, type RawRequest, type ServerAddress } from '#support/raw-connection.ts';
import { type Access, ROUTE_ACCESS } from '#support/route-access.ts';
import { methodsOf, pathOf, ROUTE_FILES } from '#support/routes.ts';
import { startShippedProxy } from '#support/shipped-proxies.ts';
import { type ShopProcess, startShop, temporaryDir } from '#support/shop-process.ts';
import { smallShop } from '#support/small-shop.ts';
import { limitMs } from '#support/time-limits.ts';
import { findVarnish, startVarnish } from '#support/varnish.ts';

const HOST = 'shop.example';
const NEXT_RESPONSE_TIMEOUT_MS = 1_000;
const RESPONSE_TIMEOUT_MS = 30_000;
const WRITES_PER_MINUTE = 600;
/** The IP address of a client that has reached its limit of writes per minute. */
const RATE_LIMITED_ADDRESS = '127.9.9.9';
/**
 * The long version sends up to 20 MB, each size with and without a Content-Length, through each proxy with a shipped
 * configuration. The short version sends each request with one size and framing, which alternate by route.
 */
const isLongVersion = process.env.PROXIES === 'all';
const BODY_SIZES = isLongVersion ? [1, 1_000, 70_000, 300_000, 20_000_000] : [1, 300_000];
const ENTRY_POINTS = ['directly', 'nginx', 'haproxy', 'caddy', 'varnish'] as const;
type EntryPointName = (typeof ENTRY_POINTS)[number];

function isAvailable(name: EntryPointName): boolean {
  if (name === 'directly') return true;
  return name === 'varnish' ? findVarnish(isLongVersion) !== undefined : findProgram(name, isLongVersion) !== undefined;
}
const availableEntryPoints = ENTRY_POINTS.filter(isAvailable);
const testedEntryPoints = isLongVersion ? availableEntryPoints : availableEntryPoints.slice(0, 2);

const tempDir = temporaryDir('unread-bodies');
let db: ShopDatabase;
let shop: ShopProcess;
let visitorCount = 0;

beforeAll(async () => {
  db = await smallShop(tempDir.dir);
  const env = {
    SHOP_MODE: 'live',
    HOST: '127.0.0.1',
    SITE_URL: `https://${HOST}`,
    SECRET_KEY: 'a key that is only for tests, 32 characters',
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'hello@shop.example',
    TRUSTED_PROXIES: '1',
    // No disk has this much space, so every upload gets a 503 before it is read.
    DISK_RESERVE_MB: '10000000',
  };
  shop = await startShop({ dataDir: tempDir.dir, env });
});

afterAll(async () => {
  await shop?.stop();
  await db?.close();
  tempDir.remove();
});

async function openEntryPoint(name: EntryPointName): Promise<ServerAddress & { stop(): Promise<unknown> }> {
  if (name === 'directly') return { name, port: shop.port, isTls: false, stop: async () => {} };
  // The shipped configurations name two processes. Nothing listens on the second port.
  const ports = [shop.port, await freePort()];
  const proxy = name === 'varnish' ? await startVarnish(ports) : await startShippedProxy(name, ports);
  const entryPoint = { name, port: proxy.port, isTls: name !== 'varnish', stop: () => proxy.stop() };
  while (
    (await openConnection(entryPoint).send({ method: 'GET', path: '/healthz' }, RESPONSE_TIMEOUT_MS))?.status !== 200
  );
  return entryPoint;
}

/** Opens a connection, by default from a new IP address, so that rate limits do not reject the request first. */
function openConnection(entryPoint: ServerAddress, address = visitorAddress(++visitorCount)) {
  const rawConnection = new RawConnection(entryPoint, HOST, address);
  const send = (rawRequest: RawRequest, timeoutMs: number) =>
    rawConnection.request(
      { ...rawRequest, headers: { 'X-Forwarded-For': address, Accept: 'application/json', ...rawRequest.headers } },
      timeoutMs,
    );
  return { rawConnection, send };
}

interface RequestKind {
  headers: Record<string, string>;
  bodyOf?: (bytes: number) => Buffer;
}

/** Returns a different loopback address for each number up to 16 million. The long run needs more than 65,536. */
function visitorAddress(number: number): string {
  const network = Math.floor(number / 254);
  return `127.${1 + (network >> 8)}.${network & 255}.${1 + (number % 254)}`;
}

const filler = (bytes: number) => Buffer.alloc(bytes, 'x');

/** Returns kinds of requests, each of which a route rejects for a different reason or accepts. */
function createRequestKinds(owner: RowOwner): Record<string, RequestKind> {
  const ownerHeaders = { Origin: `https://${HOST}`, Cookie: `__Host-session=${owner.token}` };
  const json = { 'Content-Type': 'application/json' };
  const jsonObject = (bytes: number) => Buffer.from(JSON.stringify({ name: 'x'.repeat(bytes) }));
  return {
    'of a visitor': { headers: { ...json, Origin: `https://${HOST}` } },
    'of a customer': { headers: { ...json, ...ownerHeaders } },
    'an object': { headers: { ...json, ...ownerHeaders }, bodyOf: jsonObject },
    'a file': { headers: { ...ownerHeaders, 'Content-Type': MULTIPART_TYPE } },
    'of another site': { headers: { ...json, Origin: 'https://evil.example' } },
    compressed: { headers: { ...json, ...ownerHeaders, 'Content-Encoding': 'gzip' } },
  };
}

const DEFAULT_ACCESS: Access = { parameters: { slug: 'loom-kurta' } };
const writeRoutes = ROUTE_FILES.flatMap((file) =>
  methodsOf(file)
    .filter((method) => method !== 'GET')
    .map((method) => ({ file, method })),
).map((route, index) => ({ ...route, index }));
const MALFORMED = '/%zz';
const CLOSED_BY_PROXY = 0;
const READ_PATHS = [
  '/',
  '/products',
  '/cart',
  '/nonsense',
  MALFORMED,
  '/healthz',
  '/feeds/google.xml',
  '/favicon.svg',
  '/products/',
];

class Tally {
  readonly failures: string[] = [];
  readonly statuses = new Map<number, number>();

  count(status: number): void {
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
  }
}

/**
 * Sends a request, then another on the same connection if it is still open, and, through a proxy, one from each of two
 * other clients.
 */
async function sendAndFollowUp(
  entryPoint: ServerAddress,
  rawRequest: RawRequest,
  tally: Tally,
  address?: string,
): Promise<void> {
  const name = `${rawRequest.method} ${rawRequest.path} ${rawRequest.body?.length} ${rawRequest.isChunked ? 'chunked' : 'fixed'}`;
  const { rawConnection, send } = openConnection(entryPoint, address);
  const response = await send(rawRequest, RESPONSE_TIMEOUT_MS);
  // A proxy rejects a malformed address itself, and Caddy closes the connection before the body has arrived.
  const isRejectedByProxy =
    entryPoint.name !== 'directly' && rawRequest.path === MALFORMED && !rawConnection.hasTimedOut;
  if (!response && isRejectedByProxy) return tally.count(CLOSED_BY_PROXY);
  if (!response) return void tally.failures.push(`${name}: no response`);
  tally.count(response.status);
  const nextRequest = { method: 'GET', path: '/healthz' };
  const nextResponse = rawConnection.isClosed ? undefined : await send(nextRequest, limitMs(NEXT_RESPONSE_TIMEOUT_MS));
  // A proxy may close a connection without a response, but the shop may not.
  if (!rawConnection.isClosed && !nextResponse) tally.failures.push(`${name}, ${response.status}: the next request`);
  if (entryPoint.name === 'directly' && !response.isLast && !nextResponse)
    tally.failures.push(`${name}, ${response.status}: closed silently`);
  rawConnection.close();
  if (entryPoint.name === 'directly') return;
  const otherResponses = await Promise.all(
    [1, 2].map(() => openConnection(entryPoint).send(nextRequest, limitMs(NEXT_RESPONSE_TIMEOUT_MS))),
  );
  if (otherResponses.some((other) => other?.status !== 200))
    tally.failures.push(`${name}, ${response.status}: another visitor`);
}

describe.each(testedEntryPoints)('a response before the body was read (%s)', (name) => {
  let entryPoint: Awaited<ReturnType<typeof openEntryPoint>>;
  const tally = new Tally();
  const sizes = isLongVersion || name === 'directly' ? BODY_SIZES : [70_000];
  const shapes = sizes.flatMap((bytes) => [false, true].map((isChunked) => ({ bytes, isChunked })));

  beforeAll(async () => {
    entryPoint = await openEntryPoint(name);
  });
  afterAll(async () => {
    await entryPoint?.stop();
    console.info(name, Object.fromEntries([...tally.statuses].sort(([a], [b]) => a - b)), {
      failures: tally.failures.length,
    });
  });

  async function send(
    rawRequest: RawRequest,
    selectedShapes: typeof shapes,
    { bodyOf = filler, address }: { bodyOf?: RequestKind['bodyOf'] | undefined; address?: string } = {},
  ): Promise<void> {
    for (const { bytes, isChunked } of selectedShapes)
      await sendAndFollowUp(entryPoint, { ...rawRequest, body: bodyOf(bytes), isChunked }, tally, address);
  }

  function shapesFor(turn: number): typeof shapes {
    return isLongVersion ? shapes : shapes.filter((_, index) => index === turn % shapes.length);
  }

  test.each(writeRoutes)('to $method $file keeps connections usable', async ({ file, method, index }) => {
    const failureCountBefore = tally.failures.length;
    for (const [kindIndex, kind] of Object.keys(createRequestKinds({ token: '' } as RowOwner)).entries()) {
      // The short version sends some of the kinds to each route, and all files, which few routes accept.
      if (!isLongVersion && kind !== 'a file' && (index + kindIndex) % (name === 'directly' ? 2 : 4) !== 0) continue;
      const owner = await addRowOwner(db);
      const path = pathOf(file, ROUTE_ACCESS[file] ?? DEFAULT_ACCESS, owner.rowIds);
      const { headers, bodyOf } = createRequestKinds(owner)[kind] as RequestKind;
      await send({ method, path, headers }, shapesFor(index + Math.floor(kindIndex / 2)), { bodyOf });
    }
    expect(tally.failures.slice(failureCountBefore)).toEqual([]);
  });

  const otherRoutes = READ_PATHS.flatMap((path) => ['GET', 'POST'].map((method) => ({ method, path })));
  test.each(otherRoutes.map((route, index) => ({ ...route, index })))(
    'to $method $path keeps connections usable',
    async ({ method, path, index }) => {
      const failureCountBefore = tally.failures.length;
      await send({ method, path, headers: { Origin: `https://${HOST}` } }, shapesFor(index));
      expect(tally.failures.slice(failureCountBefore)).toEqual([]);
    },
  );

  test('to a write over the limit per minute keeps connections usable', async () => {
    const origin = { Origin: `https://${HOST}` };
    const rawRequest: RawRequest = { method: 'POST', path: '/public/cart/create', headers: origin, body: filler(2) };
    const failureCountBefore = tally.failures.length;
    let status = 0;
    // The count is reset if the minute ends during the test.
    let client = openConnection(entryPoint, RATE_LIMITED_ADDRESS);
    for (let sent = 0; status !== 429 && sent <= 2 * WRITES_PER_MINUTE; sent++) {
      if (client.rawConnection.isClosed) client = openConnection(entryPoint, RATE_LIMITED_ADDRESS);
      status = (await client.send(rawRequest, RESPONSE_TIMEOUT_MS))?.status ?? 0;
    }
    client.rawConnection.close();
    await send(rawRequest, shapes, { address: RATE_LIMITED_ADDRESS });
    expect(tally.failures.slice(failureCountBefore)).toEqual([]);
    expect(tally.statuses.get(429)).toBeGreaterThan(0);
  });

  test('occurs with each early status', () => {
    for (const status of [400, 401, 403, 404, 405, 413, 415, 422, 429, 503])
      expect([...tally.statuses.keys()]).toContain(status);
  });
});
