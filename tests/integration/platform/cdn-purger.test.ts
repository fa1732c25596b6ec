import { createServer, type Server } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { CdnPurger } from '#lib/platform/cdn/cdn-purger.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { invalidate, latestInvalidationId } from '#lib/platform/db/invalidation.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { Upstreams } from '#lib/platform/upstream/upstreams.server.ts';
import { HOUR_MS } from '#lib/primitives/durations.ts';
import { onBothEngines } from '#support/database.ts';

const LEASE_MS = 4_000;
const TOKEN = 'secret';

let server: Server | undefined;
afterEach(() => server?.close());

onBothEngines('the CDN purger', (open) => {
  test('sends each tag twice, both in the header and the body, from one of two processes', async () => {
    const { cdn, createPurger, change, purgeUntil } = await setUp(await open());
    const purgers = [createPurger(), createPurger()];
    await purgeUntil(purgers, () => cdn.tags().includes('all'));
    cdn.calls.length = 0;
    await change('product:कुर्ता', 'list');
    await purgers[1]?.purgePending();
    expect(cdn.calls, 'the first process holds the lease').toEqual([]);
    await purgeUntil(purgers, () => cdn.tags().filter((tag) => tag === 'list').length === 2);
    const [firstCall] = cdn.calls;
    expect(firstCall).toMatchObject({ method: 'POST', authorization: `Bearer ${TOKEN}` });
    expect(firstCall?.header.split(',')).toEqual(firstCall?.body);
    expect(firstCall?.body.map(decodeURIComponent).sort()).toEqual(['list', 'product:कुर्ता']);
  });

  test('sends the tags that a previous process could not send', async () => {
    const db = await open();
    const { cdn, clock, createPurger, change, purgeUntil } = await setUp(db);
    const firstPurger = createPurger();
    await change('sent long ago');
    await purgeUntil([firstPurger], () => cdn.tags().includes('all'));
    await db.write
      .updateTable('cdn_purge')
      .set({ sent_id: await latestInvalidationId(db) })
      .execute();
    cdn.status = 500;
    await change('product:a');
    await firstPurger.purgePending();
    const secondPurger = createPurger();
    await secondPurger.purgePending();
    cdn.status = 200;
    expect(cdn.calls.filter(({ isAccepted, body }) => isAccepted && body.includes('product:a'))).toEqual([]);
    // The first process has ended, so its lease expires.
    clock.now += LEASE_MS + 1;
    cdn.calls.length = 0;
    await purgeUntil([secondPurger], () => cdn.acceptedTags().includes('product:a'));
    expect(cdn.acceptedTags()).not.toContain('sent long ago');
  });

  test('purges all pages if changes were deleted before they were sent, and after a new build', async () => {
    const db = await open();
    const { cdn, createPurger, change, purgeUntil } = await setUp(db);
    const firstPurger = createPurger();
    await purgeUntil([firstPurger], () => cdn.acceptedTags().includes('all'));
    await firstPurger.release();
    await change('list');
    await db.write
      .updateTable('invalidation')
      .set({ at: Date.now() - 2 * HOUR_MS })
      .execute();
    for (let n = 0; n < 3; n++) await change('list');
    // The oldest changes are deleted before they have been sent.
    await db.write
      .deleteFrom('invalidation')
      .where('at', '<', Date.now() - HOUR_MS)
      .execute();
    await db.write.updateTable('cdn_purge').set({ sent_id: 0 }).execute();
    cdn.calls.length = 0;
    const secondPurger = createPurger();
    await purgeUntil([secondPurger], () => cdn.acceptedTags().includes('all'));
    await secondPurger.release();

    // All changes count as sent.
    await db.write.updateTable('cdn_purge').set({ sent_id: 1_000_000 }).execute();
    cdn.calls.length = 0;
    await createPurger().purgePending();
    expect(cdn.acceptedTags()).toEqual([]);
    await db.write.updateTable('cdn_purge').set({ held_until: 0 }).execute();
    await purgeUntil([createPurger('the next build')], () => cdn.acceptedTags().includes('all'));
  });
});

interface PurgeRequest {
  method: string;
  authorization: string;
  header: string;
  body: string[];
  isAccepted: boolean;
}

async function setUp(db: ShopDatabase) {
  const clock = { now: Date.now() };
  const cdn = {
    status: 200,
    calls: [] as PurgeRequest[],
    tags: () => cdn.calls.flatMap(({ body }) => body),
    acceptedTags: () => cdn.calls.filter(({ isAccepted }) => isAccepted).flatMap(({ body }) => body),
  };
  server = createServer(async (req, res) => {
    let body = '';
    for await (const chunk of req.setEncoding('utf8')) body += chunk;
    const { authorization = '', 'cache-tag': header } = req.headers;
    const { tags } = JSON.parse(body) as { tags: string[] };
    cdn.calls.push({
      method: req.method ?? '',
      authorization,
      header: String(header),
      body: tags,
      isAccepted: cdn.status === 200,
    });
    res.writeHead(cdn.status).end();
  });
  await new Promise<void>((listening) => server?.listen(0, '127.0.0.1', listening));
  const serverAddress = server.address();
  const address = `http://127.0.0.1:${typeof serverAddress === 'object' ? serverAddress?.port : 0}/purge`;
  return {
    cdn,
    clock,
    /** Creates the purger of one process. */
    createPurger: (build = 'this build') => {
      const shop = { db, upstreams: new Upstreams(), now: () => clock.now };
      return new CdnPurger(shop, { purgeUrls: [address], token: TOKEN }, address, build);
    },
    change: (...tags: string[]) => transaction(db, (tx) => invalidate(tx, tags)),
    async purgeUntil(purgers: CdnPurger[], condition: () => boolean): Promise<void> {
      for (let tries = 0; tries < 400 && !condition(); tries++) {
        for (const purger of purgers) await purger.purgePending();
        await wait(20);
      }
      expect(condition()).toBe(true);
    },
  };
}
