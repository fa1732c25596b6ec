import { Agent, request } from 'node:http';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { CODE_EXPIRED, CODE_WRONG } from '#lib/customers/auth/codes.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { type ShopProcess, startShop, temporaryDir } from '#support/shop-process.ts';
import { smallShop } from '#support/small-shop.ts';
import { createDatabase } from '#support/test-database.ts';

const EMAIL = 'asha@example.in';
/** The number of codes to try. `CODES=10000` tries all codes. */
const CODE_COUNT = Number(process.env.CODES ?? 500);
const CONCURRENCY = 64;
const ADDRESS_COUNT = 20;

interface CodeResponse {
  status: number;
  message: string;
  cookie: string;
}

for (const engine of ['sqlite', 'postgres'] as const) {
  describe.skipIf(engine === 'postgres' && !inject('postgresUrl'))(`an attack on codes [${engine}]`, () => {
    const data = temporaryDir('codes');
    let db: ShopDatabase;
    let servers: ShopProcess[] = [];
    let dropDatabase = async () => {};

    beforeAll(async () => {
      const database = engine === 'postgres' ? await createDatabase(inject('postgresUrl')) : undefined;
      if (database) dropDatabase = database.drop;
      // The default limit for a network would end the attack long before the limit for a code.
      const env = { DATABASE_URL: database?.url ?? '', MAILS_AN_HOUR: '100000' };
      db = await smallShop(data.dir, database?.url);
      servers = [await startShop({ dataDir: data.dir, env })];
      servers.push(await startShop({ dataDir: data.dir, env }));
      const profile = { mobile: '9876543210', gender: null, dob: null, image_file: null, created_at: 1, updated_at: 1 };
      await db.write
        .insertInto('customer')
        .values({ id: 'asha', email: EMAIL, name: 'Asha', ...profile })
        .execute();
    });

    afterAll(async () => {
      await Promise.all(servers.map((server) => server.stop()));
      await db.close();
      await dropDatabase();
      data.remove();
    });

    const agents = Array.from({ length: ADDRESS_COUNT }, () => new Agent({ keepAlive: true, maxSockets: 4 }));

    /** Sends from one of many loopback addresses, so that the rate limit for writes does not end the attack. */
    function post(index: number, path: string, body: object, cookie = ''): Promise<CodeResponse> {
      const { port, origin } = servers[index % servers.length] as ShopProcess;
      const addressIndex = index % ADDRESS_COUNT;
      const options = {
        port,
        path,
        method: 'POST',
        agent: agents[addressIndex] as Agent,
        host: '127.0.0.1',
        localAddress: `127.0.0.${addressIndex + 10}`,
        headers: {
          'content-type': 'application/json',
          accept: 'application/json',
          origin,
          cookie,
          'x-forwarded-for': `198.51.100.${index % 250}`,
        },
      };
      return new Promise((resolve, reject) => {
        const sentRequest = request(options, async (response) => {
          let text = '';
          for await (const chunk of response.setEncoding('utf8')) text += chunk;
          const { message } = JSON.parse(text) as { message: string };
          const cookies = response.headers['set-cookie'] ?? [];
          resolve({ status: response.statusCode ?? 0, message, cookie: cookies[0]?.split(';')[0] ?? '' });
        });
        sentRequest.on('error', reject);
        sentRequest.end(JSON.stringify(body));
      });
    }

    test('gets only three codes compared, however many are tried concurrently on both servers', async () => {
      const codeRequest = await post(0, '/auth/customer/login', { email: EMAIL });
      expect(codeRequest.status).toBe(200);
      const { cookie } = codeRequest;
      expect(cookie).toMatch(/^challenge=/);
      const counts = new Map<string, number>();
      let next = 0;
      const attacker = async () => {
        for (let code = next++; code < CODE_COUNT; code = next++) {
          const response = await post(
            code,
            '/auth/customer/verify',
            { email: EMAIL, otp: String(code).padStart(4, '0') },
            cookie,
          );
          counts.set(response.message, (counts.get(response.message) ?? 0) + 1);
        }
      };
      await Promise.all(Array.from({ length: CONCURRENCY }, attacker));
      expect(Object.fromEntries(counts)).toEqual({ [CODE_WRONG]: 3, [CODE_EXPIRED]: CODE_COUNT - 3 });
      expect(await db.write.selectFrom('session').select('id').execute()).toEqual([]);
    });

    test('gains nothing from the cookie of another email address or from a forged network address', async () => {
      const eve = await post(1, '/auth/customer/register', {
        name: 'Eve',
        email: 'eve@example.in',
        mobile: '9876543210',
        termsAndCondtion: true,
      });
      const response = await post(1, '/auth/customer/verify', { email: EMAIL, otp: '0000' }, eve.cookie);
      expect(response.message).toBe(CODE_WRONG);
      const keys = (await db.write.selectFrom('rate_window').select('key').execute()).map((row) => row.key);
      expect(keys.some((key) => key.includes('198.51.100'))).toBe(false);
      expect(keys).toContain('check-net:127.0.0.11');
    });
  });
}
