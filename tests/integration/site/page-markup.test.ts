import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { htmlProblems } from '#support/html-rules.ts';
import { addRowOwner, type RowOwner } from '#support/owned-rows.ts';
import { ROUTE_ACCESS } from '#support/route-access.ts';
import { fillPlaceholders, pathOf, ROUTE_FILES } from '#support/routes.ts';
import { type ShopProcess, startShop, temporaryDir } from '#support/shop-process.ts';
import { smallShop } from '#support/small-shop.ts';
import { addStaff, type TestStaff } from '#support/staff.ts';

const PAGES = ROUTE_FILES.filter((file) => file.endsWith('.astro'));
/** Pages that redirect unless a code has been requested. */
const PAGES_NEEDING_CODE = ['back-in-stock/[variantId]/code.astro', 'newsletter/code.astro', 'verify.astro'];

const tempDir = temporaryDir('page-markup');
let db: ShopDatabase;
let shop: ShopProcess;
let owner: RowOwner;
let staff: TestStaff;

beforeAll(async () => {
  db = await smallShop(tempDir.dir);
  shop = await startShop({ dataDir: tempDir.dir });
  owner = await addRowOwner(db);
  staff = await addStaff(db);
}, 240_000);

afterAll(async () => {
  await shop?.stop();
  await db?.close();
  tempDir.remove();
});

async function fetchPage(file: string, cookie: string): Promise<string | undefined> {
  const access = ROUTE_ACCESS[file] ?? { parameters: { slug: 'loom-kurta' } };
  const path = pathOf(file, access, owner.rowIds) + fillPlaceholders(access.query ?? '', owner.rowIds);
  // The checkout redirects to a step, and the login page redirects logged-in customers to their account.
  const response = await fetch(shop.origin + path, { headers: { accept: 'text/html', cookie } });
  const html = await response.text();
  return response.headers.get('content-type')?.startsWith('text/html') && html !== '' ? html : undefined;
}

test.each(PAGES.filter((file) => !PAGES_NEEDING_CODE.includes(file)))(
  '%s has one main heading and valid HTML, for visitors, customers and staff',
  async (file) => {
    const cookies = ['', `session=${owner.token}`, `admin=${staff.token}`];
    const pages = await Promise.all(cookies.map((cookie) => fetchPage(file, cookie)));
    const shownPages = pages.filter((html) => html !== undefined);
    expect(shownPages.length).toBeGreaterThan(0);
    for (const html of shownPages) expect(await htmlProblems(html)).toEqual([]);
  },
);
