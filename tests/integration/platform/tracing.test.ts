import { spawnSync } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { variantOf } from '#support/goods.ts';
import { HttpBuyer } from '#support/http-buyer.ts';
import { root } from '#support/project-root.ts';
import { startShop, temporaryDir } from '#support/shop-process.ts';
import { smallShop } from '#support/small-shop.ts';

const tempDir = temporaryDir('tracing');
let receiver: Server;

interface AttributeValue {
  stringValue?: string;
  intValue?: number;
}
interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: { key: string; value: AttributeValue }[];
}
interface TraceExport {
  resourceSpans: { resource: { attributes: Span['attributes'] }; scopeSpans: { spans: Span[] }[] }[];
}

const receivedExports: { path: string; key: string | undefined; body: string }[] = [];

beforeAll(async () => {
  receiver = createServer(async (req, res) => {
    const body = await text(req);
    receivedExports.push({ path: req.url ?? '', key: req.headers['x-key'] as string | undefined, body });
    res.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', listening));
});

afterAll(() => {
  receiver.close();
  tempDir.remove();
});

test('requests and their SQL statements are sent to an OTLP receiver, without visitors’ data', async () => {
  const db = await smallShop(tempDir.dir);
  const { port } = receiver.address() as AddressInfo;
  const env = {
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}/`,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-key=of%20the%20owner',
    TRACES_ONE_IN: '1',
  };
  const shop = await startShop({ dataDir: tempDir.dir, env });
  const buyer = new HttpBuyer('203.0.113.77');
  await buyer.addToCart(shop.origin, 'loom-kurta', await variantOf(db, 'loom-kurta'), 1);
  expect((await buyer.order(shop.origin, 'traced-key')).status).toBe(200);
  await fetch(`${shop.origin}/orders/track/very-secret?email=buyer@example.in`);
  expect(await shop.stop()).toBe(0);
  await db.close();

  expect(new Set(receivedExports.map(({ path, key }) => `${path} ${key}`))).toEqual(
    new Set(['/v1/traces of the owner']),
  );
  const spans = receivedExports.flatMap(({ body }) => listSpans(JSON.parse(body) as TraceExport));
  const orderSpan = spans.find(({ name }) => name === 'POST /public/orders/create');
  expect(readAttribute(orderSpan, 'http.response.status_code')).toEqual({ intValue: 200 });
  const childSpans = spans.filter(
    ({ parentSpanId, traceId }) => parentSpanId === orderSpan?.spanId && traceId === orderSpan?.traceId,
  );
  const insertSpan = childSpans.find((span) =>
    readAttribute(span, 'db.query.text')?.stringValue?.startsWith('insert into "orders"'),
  );
  expect(insertSpan?.name).toBe('insert');
  expect(Number(insertSpan?.startTimeUnixNano)).toBeGreaterThanOrEqual(Number(orderSpan?.startTimeUnixNano) - 1e6);
  expect(spans.map(({ name }) => name)).toContain('GET /orders/track/[token]');
  const allBodies = receivedExports.map(({ body }) => body).join('\n');
  for (const secret of ['very-secret', 'buyer@example.in', '9876543210', 'traced-key', '203.0.113.77'])
    expect(allBodies, secret).not.toContain(secret);
});

test('the shop runs and ends normally while the OTLP receiver is unreachable', async () => {
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1', TRACES_ONE_IN: '1' };
  const shop = await startShop({ dataDir: tempDir.dir, env });
  expect((await fetch(`${shop.origin}/cart`)).status).toBe(200);
  expect(await shop.stop()).toBe(0);
});

test('observability libraries are loaded only when tracing is enabled', () => {
  expect(loadModules({})).toEqual([]);
  const loadedModules = loadModules({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' });
  expect(loadedModules.some((url) => url.includes('/@opentelemetry/sdk-trace/'))).toBe(true);
});

/** Returns the URLs of the observability modules that a shop loads with these settings. */
function loadModules(settings: Record<string, string>): string[] {
  const program = `
    import { registerHooks } from 'node:module';
    const urls = [];
    registerHooks({
      load(url, context, next) {
        if (/opentelemetry|prom-client/.test(url)) urls.push(url);
        return next(url, context);
      },
    });
    const { openShop } = await import('./src/lib/operations/startup/open-shop.server.ts');
    await import('./src/lib/operations/startup/start-telemetry.server.ts');
    const shop = await openShop(process.env);
    await shop.db.close();
    console.log(JSON.stringify(urls));
    process.exit(0);`;
  const env = {
    ...process.env,
    SHOP_MODE: 'demo',
    DATABASE_URL: '',
    LOG_LEVEL: 'silent',
    DATA_DIR: tempDir.dir,
    ...settings,
  };
  const args = ['--input-type=module', '-e', program];
  return JSON.parse(spawnSync(process.execPath, args, { cwd: root, env, encoding: 'utf8' }).stdout) as string[];
}

function listSpans({ resourceSpans }: TraceExport): Span[] {
  return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
}

function readAttribute(span: Span | undefined, name: string): AttributeValue | undefined {
  return span?.attributes.find(({ key }) => key === name)?.value;
}
