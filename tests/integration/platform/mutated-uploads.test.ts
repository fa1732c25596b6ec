import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { openFileStore } from '#lib/platform/files/storage/open-file-store.server.ts';
import { seededRandom } from '#lib/primitives/seeded-random.ts';
import { addCustomer } from '#support/customers.ts';
import { MULTIPART_TYPE, multipartBody, type Part } from '#support/multipart.ts';
import { mutateBody } from '#support/mutate.ts';
import { sampleDocx, samplePng } from '#support/sample-files.ts';
import { startShop, temporaryDir } from '#support/shop-process.ts';
import { smallShop } from '#support/small-shop.ts';
import { createDatabase } from '#support/test-database.ts';

/** The number of mutations. The long version of this test sets `MUTATIONS=20000`. */
const ROUND_COUNT = Number(process.env.MUTATIONS ?? 400);
/** The seed, which is different in each run. Set `SEED` to repeat a failure. */
const SEED = Number(process.env.SEED ?? Math.floor(Math.random() * 1_000_000));
const CONCURRENCY = 6;
/** The number of rounds per customer, which is below the limit of thirty messages per hour and customer. */
const ROUNDS_PER_CUSTOMER = 25;
/** A timeout much longer than any upload takes, so that a busy machine is not mistaken for a shop that hangs. */
const UPLOAD_TIMEOUT_MS = 60_000;

async function createOriginalBodies(): Promise<{ path: string; body: Buffer }[]> {
  const createFilePart = (name: string, fileName: string, type: string, content: Uint8Array | string): Part => ({
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
    createFilePart('gallery', 'a.png', 'image/png', png),
    createFilePart('gallery', 'b.docx', 'application/octet-stream', sampleDocx()),
    createFilePart('gallery', 'c.txt', 'text/plain', 'line\r\n--line'),
  ]);
  return [
    { path: '/public/support-ticket/create', body: ticket },
    { path: '/public/profile/image', body: multipartBody([createFilePart('image', 'me.png', 'image/png', png)]) },
  ];
}

for (const [engine, roundCount] of [
  ['sqlite', ROUND_COUNT],
  ['postgres', ROUND_COUNT / 4],
] as const) {
  describe.skipIf(engine === 'postgres' && !inject('postgresUrl'))(`mutated uploads [${engine}]`, () => {
    test(`are accepted or rejected ${roundCount} times without a 5xx response, a hang or a partial file`, async () => {
      const data = temporaryDir('mutated');
      const database = engine === 'postgres' ? await createDatabase(inject('postgresUrl')) : undefined;
      const db = await smallShop(data.dir, database?.url);
      const shop = await startShop({
        dataDir: data.dir,
        env: { DATABASE_URL: database?.url ?? '', TRUSTED_PROXIES: '1' },
      });
      try {
        const counts = await sendAll(shop.origin, db, roundCount);
        console.info(`[${engine}] ${JSON.stringify(counts)}`);
        expect(counts.accepted).toBeGreaterThan(0);
        expect(counts.rejected).toBeGreaterThan(0);
        await expect.poll(() => listUnfinishedUploads(data.dir)).toEqual([]);
        expect((await readReferencedKeys(db)).sort()).toEqual((await listStoredKeys(data.dir)).sort());
        expect((await fetch(shop.origin)).status).toBe(200);
      } finally {
        // SIGKILL is needed, because a request that hangs would prevent a graceful stop.
        await shop.stop('SIGKILL');
        await db.close();
        await database?.drop();
        data.remove();
      }
    }, 3_600_000);
  });
}

/** Returns a random number generator for a round of this seed. The factor separates the seeds of successive rounds. */
function randomForRound(round: number): () => number {
  return seededRandom(Math.imul(SEED + round, 2_654_435_761)).next;
}

async function sendAll(origin: string, db: ShopDatabase, roundCount: number) {
  const originals = await createOriginalBodies();
  const counts = { accepted: 0, rejected: 0 };
  let nextRound = 0;
  async function runClient(): Promise<void> {
    let cookie = '';
    for (let sentCount = 0; nextRound < roundCount; sentCount++) {
      const round = nextRound++;
      if (sentCount % ROUNDS_PER_CUSTOMER === 0) cookie = `session=${(await addCustomer(db)).token}`;
      const { path, body } = originals[round % originals.length] as { path: string; body: Buffer };
      const status = await send(origin + path, mutateBody(body, randomForRound(round)), cookie, round);
      expect(
        status === 200 || (status >= 400 && status < 500 && status !== 429),
        `seed ${SEED}, round ${round}: ${status}`,
      ).toBe(true);
      if (status === 200) counts.accepted++;
      else counts.rejected++;
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, runClient));
  return counts;
}

async function send(url: string, body: Buffer, cookie: string, round: number): Promise<number> {
  const headers = {
    cookie,
    origin: new URL(url).origin,
    'content-type': MULTIPART_TYPE,
    'x-forwarded-for': `203.0.${Math.floor(round / 250) % 250}.${round % 250}`,
  };
  const signal = AbortSignal.timeout(UPLOAD_TIMEOUT_MS);
  const response = await fetch(url, { method: 'POST', headers, body: new Uint8Array(body), signal });
  await response.arrayBuffer();
  return response.status;
}

function listUnfinishedUploads(dataDir: string): string[] {
  const uploads = join(dataDir, 'uploads');
  return existsSync(uploads) ? readdirSync(uploads) : [];
}

/** Returns the keys of all files to which a row refers. */
async function readReferencedKeys(db: ShopDatabase): Promise<string[]> {
  const attachments = await db.write.selectFrom('attachment').select('file_key').execute();
  const images = await db.write
    .selectFrom('customer')
    .select('image_file')
    .where('image_file', 'is not', null)
    .execute();
  return [...attachments.map(({ file_key }) => file_key), ...images.map(({ image_file }) => image_file ?? '')];
}

async function listStoredKeys(dataDir: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of openFileStore({ dataDir }).list()) keys.push(key);
  return keys;
}
