import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { openFileStore } from '#lib/platform/files/storage/open-file-store.server.ts';
import { seededRandom } from '#lib/primitives/seeded-random.ts';
import { addCustomer } from '#support/customers.ts';
import { MULTIPART_TYPE, multipartBody, type Part } from '#support/multipart.ts';
import { mutate } from '#support/mutate.ts';
import { sampleDocx, samplePng } from '#support/sample-files.ts';
import { startShop, temporaryDir } from '#support/shop-process.ts';
import { smallShop } from '#support/small-shop.ts';
import { createDatabase } from '#support/test-database.ts';

/** The long version: `MUTATIONS=20000`. */
const ROUNDS = Number(process.env.MUTATIONS ?? 400);
/** Different in each run; set `SEED` to repeat a failure. */
const SEED = Number(process.env.SEED ?? Math.floor(Math.random() * 1_000_000));
const CONCURRENCY = 6;
/** A customer may send thirty messages an hour. */
const ROUNDS_PER_CUSTOMER = 25;
/** Far longer than any upload takes, so that a busy machine is not mistaken for a shop that hangs. */
const HANGS_AFTER_MS = 60_000;

async function originalBodies(): Promise<{ path: string; body: Buffer }[]> {
  const file = (name: string, fileName: string, type: string, content: Uint8Array | string): Part => ({
    name,
    fileName,
    type,
    content,
  });
  const png = await samplePng(30, 20);
  const ticket = multipartBody([
    { name: 'subject', content: 'Late parcel' },
    { name: 'priority', content: 'low' },
    { name: 'message', content: 'It has not come yet.' },
    file('gallery', 'a.png', 'image/png', png),
    file('gallery', 'b.docx', 'application/octet-stream', sampleDocx()),
    file('gallery', 'c.txt', 'text/plain', 'line\r\n--line'),
  ]);
  return [
    { path: '/public/support-ticket/create', body: ticket },
    { path: '/public/profile/image', body: multipartBody([file('image', 'me.png', 'image/png', png)]) },
  ];
}

for (const [engine, rounds] of [
  ['sqlite', ROUNDS],
  ['postgres', ROUNDS / 4],
] as const) {
  describe.skipIf(engine === 'postgres' && !inject('postgresUrl'))(`mutated uploads [${engine}]`, () => {
    test(`${rounds} of them are accepted or rejected without a 5xx, a hang or a partial file`, async () => {
      const data = temporaryDir('mutated');
      const database = engine === 'postgres' ? await createDatabase(inject('postgresUrl')) : undefined;
      const db = await smallShop(data.dir, database?.url);
      const shop = await startShop({
        dataDir: data.dir,
        env: { DATABASE_URL: database?.url ?? '', TRUSTED_PROXIES: '1' },
      });
      try {
        const counts = await sendAll(shop.origin, db, rounds);
        console.info(`[${engine}] ${JSON.stringify(counts)}`);
        expect(counts.accepted).toBeGreaterThan(0);
        expect(counts.rejected).toBeGreaterThan(0);
        await expect.poll(() => unfinishedUploads(data.dir)).toEqual([]);
        expect((await referencedKeys(db)).sort()).toEqual((await storedKeys(data.dir)).sort());
        expect((await fetch(shop.origin)).status).toBe(200);
      } finally {
        // SIGKILL, because a request that hangs would block a graceful stop.
        await shop.stop('SIGKILL');
        await db.close();
        await database?.drop();
        data.remove();
      }
    }, 3_600_000);
  });
}

/** The same random numbers for the same seed and round. The factor separates the seeds of successive rounds. */
function randomNumbersOf(round: number): () => number {
  return seededRandom(Math.imul(SEED + round, 2_654_435_761)).next;
}

async function sendAll(origin: string, db: ShopDatabase, rounds: number) {
  const originals = await originalBodies();
  const counts = { accepted: 0, rejected: 0 };
  let next = 0;
  async function client(): Promise<void> {
    let cookie = '';
    for (let sent = 0; next < rounds; sent++) {
      const round = next++;
      if (sent % ROUNDS_PER_CUSTOMER === 0) cookie = `session=${(await addCustomer(db)).token}`;
      const { path, body } = originals[round % originals.length] as { path: string; body: Buffer };
      const status = await send(origin + path, mutate(body, randomNumbersOf(round)), cookie, round);
      expect(
        status === 200 || (status >= 400 && status < 500 && status !== 429),
        `seed ${SEED}, round ${round}: ${status}`,
      ).toBe(true);
      if (status === 200) counts.accepted++;
      else counts.rejected++;
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, client));
  return counts;
}

async function send(url: string, body: Buffer, cookie: string, round: number): Promise<number> {
  const headers = {
    cookie,
    origin: new URL(url).origin,
    'content-type': MULTIPART_TYPE,
    'x-forwarded-for': `203.0.${Math.floor(round / 250) % 250}.${round % 250}`,
  };
  const signal = AbortSignal.timeout(HANGS_AFTER_MS);
  const response = await fetch(url, { method: 'POST', headers, body: new Uint8Array(body), signal });
  await response.arrayBuffer();
  return response.status;
}

function unfinishedUploads(dataDir: string): string[] {
  const uploads = join(dataDir, 'uploads');
  return existsSync(uploads) ? readdirSync(uploads) : [];
}

/** The key of every file that a row refers to. */
async function referencedKeys(db: ShopDatabase): Promise<string[]> {
  const attachments = await db.write.selectFrom('attachment').select('file_key').execute();
  const images = await db.write
    .selectFrom('customer')
    .select('image_file')
    .where('image_file', 'is not', null)
    .execute();
  return [...attachments.map(({ file_key }) => file_key), ...images.map(({ image_file }) => image_file ?? '')];
}

async function storedKeys(dataDir: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of openFileStore({ dataDir }).list()) keys.push(key);
  return keys;
}
