import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { addRowOwner, MARK, type RowOwner } from '#support/owned-rows.ts';
import { RawConnection, type RawResponse } from '#support/raw-connection.ts';
import { type Access, ROUTE_ACCESS } from '#support/route-access.ts';
import { methodsOf, pathOf, ROUTE_FILES } from '#support/routes.ts';
import { type ShopProcess, startShop, temporaryDir } from '#support/shop-process.ts';
import { smallShop } from '#support/small-shop.ts';

const RESPONSE_TIMEOUT_MS = 30_000;
const DEFAULT_ACCESS: Access = { parameters: { slug: 'loom-kurta' } };
const PRIVATE_CACHE_CONTROL = 'private, no-store';

/** Alternative spellings of an address, each of which some server software treats as the same address. */
const ALIASES: Record<string, (path: string) => string> = {
  '.html': (path) => `${path}.html`,
  '/index.html': (path) => `${path}/index.html`,
  '.html encoded': (path) => `${path}%2Ehtml`,
  'a trailing slash': (path) => `${path}/`,
  'two slashes': (path) => `/${path}`,
  'several trailing slashes': (path) => `${path}////`,
  'an encoded letter': (path) => path.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  'an encoded letter at the end': (path) =>
    path.replace(/[a-z\d]$/i, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  'a dot segment': (path) => `/.${path}`,
  'two dots': (path) => `/products/..${path}`,
  'encoded dots': (path) => `/products/%2e%2E${path}`,
  'a backslash': (path) => `/\\${path.slice(1)}`,
  'an encoded backslash': (path) => path.replaceAll('/', '/%5C'),
  'an encoded backslash at the end': (path) => `${path}%5c`,
};
/** Invalid spellings, which are not the address of any page. */
const INVALID_SPELLINGS: Record<string, (path: string) => string> = {
  NUL: (path) => `${path}%00`,
  'a line break': (path) => `${path}%0d%0aX:y`,
  'invalid UTF-8': (path) => `${path}%FF`,
  'an invalid escape': (path) => `${path}%zz`,
  'an escape within an escape': (path) => path.replace(/[a-z]/, (letter) => `%25${letter.charCodeAt(0).toString(16)}`),
};

const data = temporaryDir('canonical');
let db: ShopDatabase;
let shop: ShopProcess;
let owner: RowOwner;

beforeAll(async () => {
  db = await smallShop(data.dir);
  owner = await addRowOwner(db);
  shop = await startShop({ dataDir: data.dir });
});

afterAll(async () => {
  expect(shop?.output().match(/.*"failure":"bug".*/g) ?? []).toEqual([]);
  await shop?.stop();
  await db?.close();
  data.remove();
});

async function send(method: string, path: string, headers: Record<string, string> = {}): Promise<RawResponse> {
  const connection = new RawConnection({ name: 'directly', port: shop.port, isTls: false }, `localhost:${shop.port}`);
  const defaults = { Cookie: `session=${owner.token}`, Accept: 'text/html', Origin: `http://localhost:${shop.port}` };
  const response = await connection.request(
    { method, path, headers: { ...defaults, ...headers } },
    RESPONSE_TIMEOUT_MS,
  );
  connection.close();
  if (!response) throw new Error(`${method} ${path}: no response`);
  return response;
}

function leaksPrivateData({ headers, body }: RawResponse): boolean {
  return headers['cache-control'] !== PRIVATE_CACHE_CONTROL && (body.includes(MARK) || body.includes(owner.email));
}

const routes = ROUTE_FILES.map((file) => ({ file, access: ROUTE_ACCESS[file] ?? DEFAULT_ACCESS }));

test.each(routes.filter(({ file }) => methodsOf(file).includes('GET')))(
  'alternative spellings of the address of $file redirect, and invalid ones get an error without private data',
  async ({ file, access }) => {
    const path = pathOf(file, access, owner.rowIds);
    const failures: string[] = [];
    const addFailure = (name: string, { status, headers }: RawResponse) =>
      failures.push(`${name}: ${status} ${headers.location ?? ''} ${headers['cache-control'] ?? ''}`);
    for (const [name, alias] of Object.entries(ALIASES)) {
      if (alias(path) === path) continue;
      const response = await send('GET', `${alias(path)}?page=2`);
      if (response.status !== 301 || response.headers.location !== `${path}?page=2`) addFailure(name, response);
    }
    for (const [name, misspell] of Object.entries(INVALID_SPELLINGS)) {
      if (misspell(path) === path) continue;
      const response = await send('GET', misspell(path));
      if (![400, 404].includes(response.status) || response.body === '' || leaksPrivateData(response))
        addFailure(name, response);
    }
    expect(failures).toEqual([]);
  },
);

test.each(
  routes.flatMap(({ file, access }) =>
    methodsOf(file)
      .filter((method) => method !== 'GET')
      .map((method) => ({ method, file, access })),
  ),
)('$method to an alternative spelling of the address of $file is rejected', async ({ method, file, access }) => {
  const path = pathOf(file, access, owner.rowIds);
  for (const [name, alias] of Object.entries(ALIASES))
    if (alias(path) !== path) expect((await send(method, alias(path))).status, name).toBe(404);
  for (const [name, misspell] of Object.entries(INVALID_SPELLINGS))
    if (misspell(path) !== path) expect([400, 404], name).toContain((await send(method, misspell(path))).status);
});

test('an unknown address gets an error page, whatever its spelling', async () => {
  for (const path of [
    '/orders/track/x',
    '/products/x',
    '/blogs/x',
    '/orders/track/x/help',
    '/orders/track/a|b',
    '/a^b',
  ]) {
    for (const alias of [(unchanged: string) => unchanged, ...Object.values(ALIASES)]) {
      let response = await send('GET', alias(path));
      for (let redirects = 0; response.status === 301 && redirects < 3; redirects++) {
        expect(response.headers.location).toMatch(/^\/(?!\/)/);
        response = await send('GET', response.headers.location ?? '');
      }
      expect([response.status, response.body.includes('</html>')], alias(path)).toEqual([404, true]);
    }
  }
});
