import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { performance } from 'node:perf_hooks';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { CatalogueRecord } from '#lib/catalog/import/record/catalog-record.ts';
import { saveCatalogueBatch } from '#lib/catalog/import/save/save-catalogue.server.ts';
import { root } from '#support/project-root.ts';
import { shopCli } from '#support/shop-cli.ts';
import { type ShopProcess, startShop, temporaryDir } from '#support/shop-process.ts';
import { smallShop } from '#support/small-shop.ts';
import { createDatabase } from '#support/test-database.ts';
import { waitUntil } from '#support/time-limits.ts';

/** The documented limit: a change appears everywhere within two seconds. */
const MAX_DELAY_MS = 2_000;
const DEMO_NAME = /taana/i;
const ADDRESSES = [
  ...['/', '/products', '/products/loom-kurta', '/search?search=loom', '/faq', '/blogs', '/blogs/mending', '/contact'],
  ...['/size-guide', '/terms-conditions', '/privacy-policy', '/shipping-policy', '/returns-policy', '/offline'],
  ...['/newsletter', '/cart', '/login', '/register', '/nothing-here', '/manifest.webmanifest', '/opensearch.xml'],
  ...['/rss.xml', '/llms.txt', '/feeds/google.xml', '/public/settings', '/public/faq', '/sitemap-pages.xml'],
];

const DEMO_LOOK = JSON.parse(readFileSync(join(root, 'src/content/look.json'), 'utf8'));
const DEMO_COLORS: Record<string, string> = DEMO_LOOK.colors;
/** The demo's colours with one colour replaced. */
const OWN_COLORS = { ...DEMO_COLORS, indigo: '#00504a' };

const OWN_FONT = readFileSync(join(root, 'node_modules/@fontsource/noto-sans/files/noto-sans-latin-400-normal.woff2'));

const OWN_DRAWING =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><title>Kora</title><style>.a{fill:#00504a}</style><circle class="a" cx="10" cy="10" r="9"/></svg>';

const OWN_TEXTS: Record<string, string | Buffer> = {
  'look.json': JSON.stringify({
    colors: OWN_COLORS,
    fonts: { texts: ['kora.woff2'], headings: [] },
    logo: 'brand/logo.svg',
    icon: 'brand/logo.svg',
  }),
  'fonts/kora.woff2': OWN_FONT,
  'pictures/brand/logo.svg': OWN_DRAWING,
  'colors.json': JSON.stringify({ Blue: { quay: '#12345f' } }),
  '.DS_Store': 'left behind by a system',
  'faq/parcels.md':
    '---\nname: Parcels\nslug: parcels\norder: 9\n---\n\n## When does {{shop.name}} post?\n\n**Daily** before noon.\n',
  'menus.json': JSON.stringify({ header: [{ label: 'Our looms', link: '/faq' }] }),
  'settings.json': JSON.stringify({
    name: 'Kora & Kin',
    legalName: 'Kora and Kin LLP',
    address: { mobile: '9876543210', email: 'hello@kora.example', address: '1 Mill Road, Coimbatore 641001' },
    grievance: { name: 'R. Mani', designation: 'Owner', email: 'help@kora.example', mobile: '9876543210' },
    socials: [],
  }),
};

const COLORED_SAREE: CatalogueRecord = {
  ...{ type: 'product', slug: 'quay-saree', name: 'Quay saree', categories: ['women'], sell_unit: 'piece' },
  options: ['color'],
  variants: [{ values: { color: 'Old Quay' }, price: 900, quantity: 4, hsn: '5208' }],
};

const cleanUps: (() => void)[] = [];

afterAll(() => {
  for (const cleanUp of cleanUps) cleanUp();
});

for (const engine of ['sqlite', 'postgres'] as const) {
  describe.skipIf(engine === 'postgres' && !inject('postgresUrl'))(`an owner’s shop [${engine}]`, () => {
    const tempDir = temporaryDir('own-shop');
    let servers: ShopProcess[] = [];
    let runCli: ReturnType<typeof shopCli>;
    let dropDatabase = async () => {};

    beforeAll(async () => {
      const database = engine === 'postgres' ? await createDatabase(inject('postgresUrl')) : undefined;
      if (database) dropDatabase = database.drop;
      const env = { DATABASE_URL: database?.url ?? '' };
      const db = await smallShop(tempDir.dir, database?.url);
      await saveCatalogueBatch(db, [COLORED_SAREE]);
      await db.close();
      servers = await Promise.all([startShop({ dataDir: tempDir.dir, env }), startShop({ dataDir: tempDir.dir, env })]);
      runCli = shopCli(tempDir.dir, env);
    });

    afterAll(async () => {
      await Promise.all(servers.map((server) => server.stop()));
      await dropDatabase();
      tempDir.remove();
    });

    test('shows a new name in both processes within two seconds, and the demo’s name on no listed page', async () => {
      const [firstOrigin, secondOrigin] = servers.map(({ origin }) => origin);
      for (const origin of [firstOrigin, secondOrigin])
        expect(await fetchText(`${origin}/public/settings`)).toContain('Taana');
      expect(runCli('content', 'import', writeFolder(OWN_TEXTS))).toMatchObject({ status: 0, stderr: '' });
      const changedAt = performance.now();
      await Promise.all(
        [firstOrigin, secondOrigin].map((origin) =>
          waitUntilShown(`${origin}/public/settings`, /Kora & Kin/, changedAt),
        ),
      );
      expect(await fetchText(`${secondOrigin}/`)).toContain('Kora &amp; Kin');
      const pagesWithDemoName: string[] = [];
      for (const path of ADDRESSES) {
        const demoName = DEMO_NAME.exec(await fetchText(`${firstOrigin}${path}`));
        if (demoName) pagesWithDemoName.push(`${path}: ${demoName}`);
      }
      expect(pagesWithDemoName).toEqual([]);
      const faq = await fetchText(`${secondOrigin}/faq`);
      expect(faq).toContain('When does Kora &amp; Kin post?');
      expect(faq).toContain('<strong>Daily</strong> before noon.');
      expect(faq).toContain('Our looms');
      expect(faq).toContain(':root:root{--color-indigo:#00504a;--font-sans:own-texts,near-texts,system-ui');
      expect(faq).toMatch(/<img class="h-8[^>]+src="\/pictures\/[0-9a-f]{24}\.svg"[^>]+width="1000" height="500"/);
      expect(faq).toMatch(/<link rel="icon" href="\/pictures\/[0-9a-f]{24}-160\.webp"/);
      expect(faq).not.toContain('/favicon.svg');
    });

    test('has no style rules with the demo’s colour values, which the owner’s colours would not replace', async () => {
      const demoColors = new RegExp(Object.values(DEMO_COLORS).join('|'), 'g');
      for (const path of ['/', '/products', '/products/loom-kurta', '/faq', '/login']) {
        const styles = [...(await fetchText(`${servers[0]?.origin}${path}`)).matchAll(/<style[^>]*>([^<]*)/g)];
        const rules = styles.map(([, css = '']) => css.replaceAll(/--color-[\w-]+:\s*#[0-9a-f]+/g, '')).join('\n');
        expect(rules.match(demoColors), path).toBeNull();
      }
    });

    test('serves the font from both processes, as immutable', async () => {
      for (const { origin } of servers) {
        const path = /src:url\((\/fonts\/[0-9a-f]{24}\.woff2)\)/.exec(await fetchText(`${origin}/contact`))?.[1];
        const font = await fetch(`${origin}${path}`);
        expect(Object.fromEntries(font.headers)).toMatchObject({
          'content-type': 'font/woff2',
          'cache-control': 'public, max-age=31536000, immutable',
          'x-content-type-options': 'nosniff',
        });
        expect(Buffer.from(await font.arrayBuffer()).equals(OWN_FONT)).toBe(true);
        const conditionalHeaders = { 'if-none-match': font.headers.get('etag') ?? '' };
        expect((await fetch(`${origin}${path}`, { headers: conditionalHeaders })).status).toBe(304);
        expect((await fetch(`${origin}/fonts/${'0'.repeat(24)}.woff2`)).status).toBe(404);
      }
    });

    test('serves the logo as sanitized SVG, and creates the icon from it', async () => {
      for (const { origin } of servers) {
        const page = await fetchText(`${origin}/contact`);
        const path = /\/pictures\/[0-9a-f]{24}\.svg/.exec(page)?.[0];
        const logo = await fetch(`${origin}${path}`, { headers: { 'accept-encoding': 'br' } });
        expect(Object.fromEntries(logo.headers)).toMatchObject({
          'content-type': 'image/svg+xml',
          'content-encoding': 'br',
          'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
          'x-content-type-options': 'nosniff',
        });
        expect(await logo.text()).toMatch(/^<svg xmlns="[^"]+"[^>]*><style>\.a\{fill:#00504a\}<\/style><circle /);
        const iconUrl = `${origin}${/\/pictures\/[0-9a-f]{24}-160\.webp/.exec(page)?.[0]}`;
        // A placeholder is served if it takes longer than a second to create a picture.
        await expect.poll(async () => (await fetch(iconUrl)).headers.get('content-type')).toBe('image/webp');
        const icon = await fetch(iconUrl);
        const iconPixels = await sharp(Buffer.from(await icon.arrayBuffer()))
          .raw()
          .toBuffer();
        const dotOffset = (40 * 160 + 40) * 4;
        const differences = [0, 80, 74, 255].map((value, index) =>
          Math.abs(value - (iconPixels[dotOffset + index] ?? 0)),
        );
        expect(Math.max(...differences), 'colours after compression').toBeLessThan(4);
      }
    });

    test('shows the owner’s colours in swatches from both processes, and finds products by family', async () => {
      const listUrls = servers.map(({ origin }) => `${origin}/products?category=women&color=blue`);
      for (const address of listUrls) await expect.poll(() => fetchText(address)).toContain('quay-saree');
      const dotPattern = /<circle[^>]* fill="#12345f"/;
      for (const address of listUrls) expect(await fetchText(address)).toMatch(dotPattern);
      for (const { origin } of servers) {
        expect(await fetchText(`${origin}/products/quay-saree`)).toMatch(dotPattern);
        expect(await fetchText(`${origin}/public/product/show/quay-saree`)).toContain('"dots":["#12345f"]');
      }
    });

    test('uses the new name in emails', async () => {
      const origin = servers[0]?.origin ?? '';
      const headers = { origin, accept: 'application/json', 'content-type': 'application/json' };
      const body = JSON.stringify({
        name: 'Asha Rao',
        email: 'asha@kora.example',
        mobile: '9876543210',
        termsAndCondtion: true,
      });
      const registerResponse = await fetch(`${origin}/auth/customer/register`, { method: 'POST', headers, body });
      expect(registerResponse.status, await registerResponse.text()).toBe(200);
      const readMailbox = () => fetchText(`${origin}/demo/mailbox?to=asha@kora.example`, headers);
      await expect.poll(readMailbox).toContain('Kora & Kin');
      expect(DEMO_NAME.exec(await readMailbox())).toBeNull();
    });

    test('rejects an invalid setting, names the field, and changes nothing', async () => {
      const { status, stderr } = runCli('settings', 'set', 'address.mobile', '+91 98765');
      expect(status, stderr).toBe(1);
      expect(stderr).toMatch(/settings\.json:\d+:\d+ address\.mobile: must be ten digits/);
      expect(await fetchText(`${servers[0]?.origin}/contact`)).toContain('9876543210');
    });
  });
}

function writeFolder(files: Record<string, string | Buffer>): string {
  const { dir, remove } = temporaryDir('own-texts');
  cleanUps.push(remove);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(dir, dirname(name)), { recursive: true });
    writeFileSync(join(dir, name), text);
  }
  return dir;
}

async function waitUntilShown(address: string, pattern: RegExp, since: number): Promise<void> {
  const isShown = async () => pattern.test(await fetchText(address));
  await waitUntil(`${address} shows ${pattern}`, MAX_DELAY_MS, isShown, since);
}

async function fetchText(address: string, headers: Record<string, string> = {}): Promise<string> {
  return (await fetch(address, { headers })).text();
}
