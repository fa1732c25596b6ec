import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { startSession } from '#lib/customers/auth/sessions/session.server.ts';
import { type Engine, openDatabase, type ShopDatabase } from '#lib/platform/db/db.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { type BuyerResponse, HttpBuyer } from '#support/http-buyer.ts';
import { runOldStartup } from '#support/old-program.ts';
import { root } from '#support/project-root.ts';
import { type ShopProcess, startShop, temporaryDir } from '#support/shop-process.ts';
import { createDatabase, runScript } from '#support/test-database.ts';

const folder = join(root, 'tests/support/old-databases');
/** The commits whose databases are in the folder. `make.ts` created each database with the program of its commit. */
const COMMITS = readdirSync(folder)
  .filter((file) => file.endsWith('.sqlite.gz'))
  .map((file) => file.split('.', 1)[0] ?? '');
/** The oldest commit, in which orders could not be placed yet. */
const COMMIT_BEFORE_ORDERS = '5418c7c';
const NEWEST_COMMIT = '2d792c4';
/** Returns the commits to test: all on SQLite or with `OLD_DATABASES=all`, and otherwise the oldest and the newest. */
function commitsFor(engine: Engine): string[] {
  return engine === 'sqlite' || process.env.OLD_DATABASES === 'all' ? COMMITS : [COMMIT_BEFORE_ORDERS, NEWEST_COMMIT];
}
const FORM_HEADERS = { 'content-type': 'multipart/form-data; boundary=b' };

beforeAll(() => expect(COMMITS.length).toBeGreaterThanOrEqual(4));

for (const engine of ['sqlite', 'postgres'] as const) {
  describe.skipIf(engine === 'postgres' && !inject('postgresUrl')).each(commitsFor(engine))(
    `a database created by %s [${engine}]`,
    (commit) => {
      const data = temporaryDir('old-database');
      const buyer = new HttpBuyer();
      let url = '';
      let dropDatabase = async () => {};
      let db: ShopDatabase;
      let shop: ShopProcess;
      let cookie = '';
      /** The migrations of the program that created the database. */
      let knownMigrations: string[] = [];
      /** The order ids by idempotency key, which are read before the shop deletes these keys as too old. */
      let ordersByKey = new Map<string, string>();

      beforeAll(async () => {
        if (engine === 'sqlite') {
          writeFileSync(join(data.dir, 'shop.sqlite'), gunzipSync(readFileSync(join(folder, `${commit}.sqlite.gz`))));
        } else {
          const database = await createDatabase(inject('postgresUrl'));
          ({ url, drop: dropDatabase } = database);
          await runScript(url, gunzipSync(readFileSync(join(folder, `${commit}.sql.gz`))).toString());
        }
        db = await openDatabase({ dataDir: data.dir, databaseUrl: url });
        knownMigrations = await readMigrations();
        if (commit !== COMMIT_BEFORE_ORDERS) ordersByKey = await readStoredOrders();
        await startCurrentShop();
        const { id } = await db.write.selectFrom('customer').select('id').executeTakeFirstOrThrow();
        cookie = `session=${await transaction(db, (tx) => startSession(tx, Date.now(), id, 'Chrome'))}`;
        // The shop releases overdue holds a second after it starts.
        while ((await findOverdueHolds()).length > 0) await wait(200);
      });

      afterAll(async () => {
        await shop?.stop();
        await db?.close();
        await dropDatabase();
        data.remove();
      });

      async function startCurrentShop(): Promise<void> {
        shop = await startShop({ dataDir: data.dir, env: { DATABASE_URL: url, TRUSTED_PROXIES: '1' } });
      }

      const send = (
        method: string,
        path: string,
        body?: unknown,
        headers: Record<string, string> = {},
      ): Promise<BuyerResponse> => buyer.send(method, shop.origin, path, body, { cookie, ...headers });

      test('is migrated by the shop, which then serves pages and places one order for each idempotency key', async () => {
        for (const path of ['/products', '/products/old-kurta', '/account/orders', '/account/address', '/cart']) {
          expect((await fetch(shop.origin + path, { headers: { cookie } })).status, path).toBe(200);
        }
        const { id: variant, quantity } = await readKurtaVariant();
        await send('POST', '/public/cart/create', { product: 'old-kurta', variant: String(variant), quantity: 1 });
        const cart = await send('GET', '/public/cart');
        const quantityInCart = (cart.data.lines as { variant: { _id: string }; quantity: number }[])
          .filter((line) => line.variant._id === String(variant))
          .reduce((sum, line) => sum + line.quantity, 0);
        const placeOrder = () => buyer.order(shop.origin, 'new-key', {}, undefined, { cookie });
        const placement = await placeOrder();
        expect(placement).toMatchObject({ status: 200, message: 'Your order has been placed.' });
        expect((await placeOrder()).data).toEqual(placement.data);
        expect((await readKurtaVariant()).quantity).toBe(quantity - quantityInCart);
      });

      test('is rejected by the program that created it, which then does not record any migration', async () => {
        const migrationsBefore = await readMigrations();
        await expect(runOldStartup(db, knownMigrations)).rejects.toThrow(
          /this_database_belongs_to_a_newer_version_of_the_shop/,
        );
        expect(await readMigrations()).toEqual(migrationsBefore);
      });

      test.skipIf(commit !== NEWEST_COMMIT)(
        'is rejected by a program without its last migration, which then does not change any order',
        async () => {
          await shop.stop();
          await db.write.insertInto('migration').values({ name: '9999-later', at: Date.now() }).execute();
          const ordersBefore = await db.write.selectFrom('orders').selectAll().orderBy('id').execute();
          expect(() => runCli('orders', 'list')).toThrow(
            /The database is newer than this version of the shop .*9999-later/,
          );
          await expect(startShop({ dataDir: data.dir, env: { DATABASE_URL: url } })).rejects.toThrow(
            /exited while starting:\s*The database is newer[^\n]*\n*$/,
          );
          expect(await db.write.selectFrom('orders').selectAll().orderBy('id').execute()).toEqual(ordersBefore);
          await db.write.deleteFrom('migration').where('name', '=', '9999-later').execute();
          await startCurrentShop();
        },
      );

      test.skipIf(commit === COMMIT_BEFORE_ORDERS)('allows exchanges, replies and refunds of stored data', async () => {
        const deliveredOrder = await readOrderByKey('old-delivered');
        await db.write
          .updateTable('orders')
          .set({ delivered_at: Date.now() })
          .where('id', '=', deliveredOrder.id)
          .execute();
        const request = { orderId: deliveredOrder.id, reasons: '["Changed my mind"]', customReason: '' };
        const path = `/public/orders/orderExchange/${deliveredOrder.id}`;
        const exchange = await send(
          'POST',
          path,
          multipartBody({ ...request, hasOriginalPackaging: 'true' }),
          FORM_HEADERS,
        );
        expect(exchange).toMatchObject({ status: 200, message: 'Exchange request submitted successfully' });
        expect(runCli('exchanges', 'approve', deliveredOrder.number)).toContain(deliveredOrder.number);

        const ticket = await db.write.selectFrom('ticket').select('id').executeTakeFirstOrThrow();
        const reply = await send(
          'POST',
          `/public/support-ticket/send-message/${ticket.id}`,
          multipartBody({ message: 'Thank you, that helps.' }),
          FORM_HEADERS,
        );
        expect(reply.status).toBe(200);

        const paidOrder = await readOrderByKey('old-paid');
        expect(paidOrder.payment_status).toBe('refund_due');
        runCli('orders', 'refund', paidOrder.number, '--by-hand', '--yes');
        expect((await readOrderByKey('old-paid')).payment_status).toBe('refunded');
      });

      test('has no problems that doctor reports', () => {
        const findings = runCli('doctor').trim().split('\n');
        expect(findings.filter((line) => !line.startsWith('✓'))).toEqual([]);
      });

      async function readMigrations(): Promise<string[]> {
        const rows = await db.write.selectFrom('migration').select('name').orderBy('name').execute();
        return rows.map(({ name }) => name);
      }

      function findOverdueHolds() {
        return db.write
          .selectFrom('orders')
          .select('number')
          .where('stock_held', '=', 1)
          .where('hold_until', '<', Date.now())
          .execute();
      }

      function readKurtaVariant() {
        return db.write
          .selectFrom('variant')
          .select(['id', 'quantity'])
          .where('sku', '=', 'OK-M')
          .executeTakeFirstOrThrow();
      }

      async function readStoredOrders(): Promise<Map<string, string>> {
        const keys = await db.write.selectFrom('idempotency_key').select(['key', 'order_id']).execute();
        return new Map(keys.map(({ key, order_id }) => [key, order_id ?? '']));
      }

      async function readOrderByKey(key: string) {
        return db.write
          .selectFrom('orders')
          .select(['id', 'number', 'payment_status'])
          .where('id', '=', ordersByKey.get(key) ?? '')
          .executeTakeFirstOrThrow();
      }

      function runCli(...args: string[]): string {
        const env = { ...process.env, DATA_DIR: data.dir, DATABASE_URL: url, SHOP_MODE: 'demo', LOG_LEVEL: 'silent' };
        return execFileSync(process.execPath, ['scripts/shop.ts', ...args], { cwd: root, env, encoding: 'utf8' });
      }
    },
  );
}

function multipartBody(fields: Record<string, string>): string {
  const parts = Object.entries(fields).map(
    ([name, value]) => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return `${parts.join('')}--b--\r\n`;
}
