import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { seededRandom } from '#lib/primitives/seeded-random.ts';
import { addRowOwner, type RowOwner } from '#support/owned-rows.ts';
import { type Access, ROUTE_ACCESS } from '#support/route-access.ts';
import { fillPlaceholders, methodsOf, pathOf, ROUTE_FILES } from '#support/routes.ts';
import { fieldsOf } from '#support/schema-fields.ts';
import { type ShopProcess, startShop, temporaryDir } from '#support/shop-process.ts';
import { smallShop } from '#support/small-shop.ts';
import { typedBody } from '#support/typed-bodies.ts';

/** The minimum number of bodies. The long version uses `TYPED_BODIES=20000`. */
const MIN_BODY_COUNT = Number(process.env.TYPED_BODIES ?? 800);
/** The seed, which differs in each run. A failure prints the body. */
const SEED = Math.floor(Math.random() * 1_000_000);
const CONCURRENCY = 8;
const EMAIL = 'mallory@example.in';
const PERSON = { name: 'Mallory Rao', email: EMAIL, mobile: '9000000000' };
const ADDRESS = { name: 'Mallory', mobile: '9000000000', pincode: '560001', house: '1', street: 'Other Street' };
/** Valid bodies for routes where the body in `ROUTE_ACCESS` fails validation. */
const VALID_BODIES: Record<string, object> = {
  'auth/customer/login.ts': { email: EMAIL },
  'auth/customer/register.ts': { ...PERSON, termsAndCondtion: true },
  'auth/customer/verify.ts': { email: EMAIL, otp: '1234' },
  'frontend/subscribe/create.ts': { email: EMAIL },
  'frontend/subscribe/update/[email].ts': { otp: 'x', code: '1234' },
  'newsletter/start.ts': { email: EMAIL },
  'public/checkout/place.ts': { key: 'k', payment: 'cod', total_cod: 1, total_online: 1 },
  'public/contact/create.ts': { ...PERSON, content: 'Where is it?' },
  'public/orders/create.ts': { contact: PERSON, address: ADDRESS, payment: 'cod', note: '', total: 1 },
  'public/orders/orderExchange/[order].ts': {
    reasons: '["Size too small"]',
    customReason: '',
    hasOriginalPackaging: 'true',
    lines: [{ line: 0, quantity: 1, replacement: null }],
  },
  'public/support-ticket/create.ts': { subject: 'A parcel', priority: 'low', message: 'Where is my parcel?' },
  'public/support-ticket/send-message/[id].ts': { message: 'Where is it?' },
};
const DEFAULT_ACCESS: Access = { parameters: { slug: 'loom-kurta' } };

const data = temporaryDir('typed-bodies');
let db: ShopDatabase;
let shop: ShopProcess;
let visitorCount = 0;

beforeAll(async () => {
  db = await smallShop(data.dir);
  shop = await startShop({ dataDir: data.dir, env: { TRUSTED_PROXIES: '1' } });
});

afterAll(async () => {
  await shop?.stop();
  await db?.close();
  data.remove();
});

/** Sends each request from a different IP address, so that no rate limit rejects it. */
async function send(
  { method, path, accept }: { method: string; path: string; accept: string },
  { type, body }: { type: string; body: string },
  owner: RowOwner,
): Promise<number> {
  visitorCount += 1;
  const response = await fetch(shop.origin + path, {
    method,
    redirect: 'manual',
    headers: {
      accept,
      origin: shop.origin,
      'content-type': type,
      cookie: `session=${owner.token}`,
      'x-forwarded-for': `10.${visitorCount >> 16}.${(visitorCount >> 8) & 255}.${visitorCount & 255}`,
    },
    body,
  });
  await response.arrayBuffer();
  return response.status;
}

const writeRoutes = ROUTE_FILES.flatMap((file) =>
  methodsOf(file)
    .filter((method) => method !== 'GET')
    .map((method) => ({ file, method })),
);
const bodiesPerRoute = Math.ceil(MIN_BODY_COUNT / writeRoutes.length);
let sentCount = 0;

test.each(writeRoutes)(
  '$method $file never responds to wrong types or values with a 5xx status',
  async ({ file, method }) => {
    const owner = await addRowOwner(db);
    const access = ROUTE_ACCESS[file] ?? DEFAULT_ACCESS;
    const path = pathOf(file, access, owner.rowIds);
    const validBody: object = JSON.parse(
      fillPlaceholders(JSON.stringify(VALID_BODIES[file] ?? access.body ?? {}), {
        ...owner.rowIds,
        email: owner.email,
      } as never),
    );
    const names = await fieldsOf(file);
    const random = seededRandom(
      SEED + writeRoutes.findIndex((write) => write.file === file && write.method === method),
    );
    const failures: string[] = [];
    for (let index = 0; index < bodiesPerRoute; index += CONCURRENCY) {
      const count = Math.min(CONCURRENCY, bodiesPerRoute - index);
      const batch = Array.from({ length: count }, () => typedBody(names, validBody, random));
      await Promise.all(
        batch.map(async (body) => {
          const accept = random.chance(0.5) ? 'application/json' : 'text/html';
          const status = await send({ method, path, accept }, body, owner);
          sentCount += 1;
          if (status >= 500) failures.push(`${status} ${body.type} ${body.body.slice(0, 2_000)}`);
        }),
      );
    }
    expect(failures).toEqual([]);
  },
);

test('all bodies were sent', () => {
  expect(sentCount).toBeGreaterThanOrEqual(MIN_BODY_COUNT);
});
