import { hash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { saveCatalogueBatch } from '#lib/catalog/import/save/save-catalogue.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { decodeBody, NAVIGATION_HEADERS } from '#support/dictionary-client.ts';
import { findProgram } from '#support/find-program.ts';
import { freePort } from '#support/free-port.ts';
import { Http2Visitor } from '#support/http2-visitor.ts';
import { MULTIPART_TYPE, multipartBody } from '#support/multipart.ts';
import { HOME } from '#support/order-fixture.ts';
import { SAMPLE_PDF } from '#support/sample-files.ts';
import { type ProxyName, type ShippedProxy, startShippedProxy } from '#support/shipped-proxies.ts';
import { type ShopProcess, startShop, temporaryDir } from '#support/shop-process.ts';
import { oneProduct, smallShop } from '#support/small-shop.ts';
import { createDatabase } from '#support/test-database.ts';
import { waitUntil } from '#support/time-limits.ts';

const ALL_PROXIES: ProxyName[] = ['nginx', 'caddy', 'haproxy'];
/** The long version tests all proxies, which it installs from Debian packages. */
const isLongVersion = process.env.PROXIES === 'all';
const installedProxies = ALL_PROXIES.filter((name) => findProgram(name, isLongVersion) !== undefined);
const TESTED_PROXIES = isLongVersion ? installedProxies : installedProxies.slice(0, 1);
const PAGES = ['/', '/products', '/products/loom-kurta', '/cart'];
const MAX_DELAY_MS = 2_000;
const MEGABYTE = 1024 * 1024;
const MAILS_AN_HOUR = 3;
const PERSON = { name: 'Asha Rao', mobile: '9876543210' };

// Vitest reports a file without tests as an error.
test.skipIf(TESTED_PROXIES.length > 0)('a proxy is installed', ({ skip }) =>
  skip('none of nginx, Caddy and HAProxy is installed'),
);

describe.skipIf(!inject('postgresUrl')).each(TESTED_PROXIES)(
  'the shipped %s configuration, in front of two processes on PostgreSQL',
  (name) => {
    const tempDir = temporaryDir('shipped-proxies');
    const visitors: Http2Visitor[] = [];
    let db: ShopDatabase;
    let dropDatabase = async () => {};
    let shops: ShopProcess[] = [];
    let proxy: ShippedProxy;
    let startProcess: (port: number) => Promise<ShopProcess>;

    beforeAll(async () => {
      const database = await createDatabase(inject('postgresUrl'));
      dropDatabase = database.drop;
      db = await smallShop(tempDir.dir, database.url);
      const env = {
        SHOP_MODE: 'live',
        HOST: '127.0.0.1',
        SITE_URL: 'https://shop.example',
        SECRET_KEY: 'a key that is only for tests, 32 characters',
        SMTP_URL: 'smtp://127.0.0.1:1',
        MAIL_FROM: 'hello@shop.example',
        DATABASE_URL: database.url,
        TRUSTED_PROXIES: '1',
        MAILS_AN_HOUR: String(MAILS_AN_HOUR),
      };
      startProcess = (port) => startShop({ dataDir: tempDir.dir, env, port });
      shops = await Promise.all([startProcess(await freePort()), startProcess(await freePort())]);
      proxy = await startShippedProxy(
        name,
        shops.map(({ port }) => port),
      );
      // A proxy with health checks runs them before it accepts clients.
      const firstVisitor = createVisitor();
      while ((await firstVisitor.get('/')).status !== 200) await wait(100);
    });

    afterAll(async () => {
      for (const visitor of visitors) visitor.close();
      await proxy?.stop();
      await Promise.all(shops.map((shop) => shop.stop()));
      await db?.close();
      await dropDatabase();
      tempDir.remove();
    });

    function createVisitor(address?: string): Http2Visitor {
      const visitor = new Http2Visitor(proxy.port, address === undefined ? {} : { address });
      visitors.push(visitor);
      return visitor;
    }

    test('serves pages over HTTP/2, compressed by the shop with Brotli, and rejects other hosts', async () => {
      const { status, headers, text } = await createVisitor().get('/products/loom-kurta', {
        'accept-encoding': 'gzip, br',
      });
      expect([status, headers['content-encoding'], headers['strict-transport-security']]).toEqual([
        200,
        'br',
        'max-age=31536000',
      ]);
      expect(text()).not.toContain('loom');
      const otherVisitor = new Http2Visitor(proxy.port, { host: 'evil.example' });
      visitors.push(otherVisitor);
      expect((await otherVisitor.get('/')).status).not.toBe(200);
    });

    test('passes on a page compressed with a dictionary, but not to any other visitor', async () => {
      const browser = createVisitor();
      const firstPage = await browser.get('/', NAVIGATION_HEADERS);
      expect([firstPage.headers['use-as-dictionary'], firstPage.headers.vary]).toEqual([expect.any(String), '*']);
      const dictionary = decodeBody(firstPage);
      const headersWithDictionary = {
        ...NAVIGATION_HEADERS,
        'accept-encoding': 'gzip, deflate, br, zstd, dcb, dcz',
        'available-dictionary': `:${hash('sha256', dictionary, 'base64')}:`,
      };
      const plainPage = (await browser.get('/faq')).body;
      for (let n = 0; n < 4; n++) {
        const compressedPage = await browser.get('/faq', headersWithDictionary);
        expect(compressedPage.headers['content-encoding']).toBe('dcz');
        expect(decodeBody(compressedPage, dictionary).equals(plainPage)).toBe(true);
        const fullPage = await createVisitor().get('/faq', { 'accept-encoding': 'br' });
        expect([fullPage.headers['content-encoding'], decodeBody(fullPage).equals(plainPage)]).toEqual(['br', true]);
      }
    });

    test('allows a customer to register, order and upload 50 MB', async () => {
      const buyer = createVisitor('127.0.0.9');
      const email = `asha@${name}.example`;
      const registerResponse = await buyer.post('/auth/customer/register', {
        ...PERSON,
        email,
        termsAndCondtion: true,
      });
      expect(registerResponse.status, registerResponse.text()).toBe(200);
      const mails = db.write.selectFrom('outbox').select('text').where('to_address', '=', email);
      const code = /^\d+$/m.exec((await mails.executeTakeFirstOrThrow()).text)?.[0];
      expect((await buyer.post('/auth/customer/verify', { otp: code })).status).toBe(200);
      expect((await buyer.get('/account/dashboard')).text()).toContain(PERSON.name);

      const product = (await buyer.get('/public/product/show/loom-kurta')).data();
      const variant = (product.variant_ids as { _id: string }[])[0]?._id;
      const cartResponse = await buyer.post('/public/cart/create', { product: 'loom-kurta', variant, quantity: 1 });
      expect(cartResponse.status).toBe(200);
      expect((await buyer.get('/cart')).text()).toContain('Handwoven');
      const orderBody = { contact: { email, mobile: PERSON.mobile }, address: HOME, payment: 'cod' };
      const orderResponse = await buyer.post('/public/orders/create', orderBody, { 'idempotency-key': `of-${name}` });
      expect([orderResponse.status, orderResponse.text()]).toEqual([
        200,
        expect.stringContaining('Your order has been placed.'),
      ]);

      const content = Buffer.concat([SAMPLE_PDF, Buffer.alloc(10 * MEGABYTE - SAMPLE_PDF.length)]);
      const files = Array.from({ length: 5 }, (_, n) => ({
        name: 'gallery',
        fileName: `${n}.pdf`,
        type: 'application/pdf',
        content,
      }));
      const texts = { subject: 'Late parcel', priority: 'low', message: 'It has not come yet.' };
      const fields = Object.entries(texts).map(([field, text]) => ({ name: field, content: text }));
      const ticketResponse = await buyer.post('/public/support-ticket/create', multipartBody([...fields, ...files]), {
        'content-type': MULTIPART_TYPE,
      });
      expect(ticketResponse.status, ticketResponse.text()).toBe(200);
    });

    test('passes on the visitor’s IP address for rate limits, whatever headers the visitor sends', async () => {
      const sendMessage = async (sender: Http2Visitor, n: number) => {
        const message = { ...PERSON, email: `asha${n}@example.in`, content: 'Do you have it in blue?' };
        return (await sender.post('/public/contact/create', message, { 'x-forwarded-for': `203.0.113.${n}` })).status;
      };
      const writer = createVisitor('127.0.0.2');
      const statuses: number[] = [];
      for (let n = 0; n <= MAILS_AN_HOUR; n++) statuses.push(await sendMessage(writer, n));
      expect(statuses).toEqual([...Array(MAILS_AN_HOUR).fill(200), 429]);
      expect(await sendMessage(createVisitor('127.0.0.3'), 9)).toBe(200);
    });

    test('shows a changed price, whichever process responds', async () => {
      await saveCatalogueBatch(db, [oneProduct('loom-kurta', 777)], new Map());
      const buyers = Array.from({ length: 8 }, () => createVisitor());
      await waitUntil('both processes show the new price', MAX_DELAY_MS, async () => {
        const texts = await Promise.all(buyers.map(async (buyer) => (await buyer.get('/products/loom-kurta')).text()));
        return texts.every((text) => text.includes('777'));
      });
    });

    test('serves every page while a process is killed and restarted', async () => {
      const failedPages: string[] = [];
      let isOver = false;
      let pageCount = 0;
      async function browse(browser: Http2Visitor): Promise<void> {
        for (let round = 0; !isOver; round++) {
          const path = PAGES[round % PAGES.length] ?? '/';
          const response = await browser.get(path);
          pageCount += 1;
          if (response.status !== 200 || !response.text().includes('</html>'))
            failedPages.push(`${path} ${response.status}`);
        }
      }
      const visits = Promise.all(Array.from({ length: 6 }, () => browse(createVisitor())));
      await wait(300);
      const victim = shops[0] as ShopProcess;
      await victim.stop('SIGKILL');
      await wait(800);
      shops[0] = await startProcess(victim.port);
      await wait(300);
      isOver = true;
      await visits;
      console.info(`${name}: ${pageCount} pages`);
      expect(failedPages).toEqual([]);
      expect(pageCount).toBeGreaterThan(100);
    });

    test('responds with 503 while no process runs', async () => {
      await Promise.all(shops.map((shop) => shop.stop('SIGKILL')));
      const { status } = await createVisitor().get('/');
      expect(status).toBe(503);
    });
  },
);
