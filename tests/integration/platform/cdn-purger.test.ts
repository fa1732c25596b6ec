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
  test('sends each tag twice, in the header and the body, from one of two processes', async () => {
    const { cdn, newPurger, change, purgeUntil } = await fixture(await open());
    const purgers = [newPurger(), newPurger()];
    await purgeUntil(purgers, () => cdn.tags().includes('all'));
    cdn.calls.length = 0;
    await change('product:कुर्ता', 'list');
    await purgeUntil(purgers, () => cdn.tags().filter((tag) => tag === 'list').length === 2);
    const [first] = cdn.calls;
    expect(first).toMatchObject({ method: 'POST', authorization: `Bearer ${TOKEN}` });
    expect(first?.header.split(',')).toEqual(first?.body);
    expect(first?.body.map(decodeURIComponent).sort()).toEqual(['list', 'product:कुर्ता']);
  });

  test('sends the tags that a previous process could not send', async () => {
    const db = await open();
    const { cdn, clock, newPurger, change, purgeUntil } = await fixture(db);
    const first = newPurger();
    await change('sent long ago');
    await purgeUntil([first], () => cdn.tags().includes('all'));
    await db.write
      .updateTable('cdn_purge')
      .set({ sent_id: await latestInvalidationId(db) })
      .execute();
    cdn.status = 500;
    await change('product:a');
    await first.purgePending();
    const second = newPurger();
    await second.purgePending();
    cdn.status = 200;
    expect(cdn.calls.filter(({ isAccepted, body }) => isAccepted && body.includes('product:a'))).toEqual([]);
    // The first process has died, and its lease expires.
    clock.now += LEASE_MS + 1;
    cdn.calls.length = 0;
    await purgeUntil([second], () => cdn.acceptedTags().includes('product:a'));
    expect(cdn.acceptedTags()).not.toContain('sent long ago');
  });

  test('purges every page when changes are unknown, and after a new build', async () => {
    const db = await open();
    const { cdn, newPurger, change, purgeUntil } = await fixture(db);
    const first = newPurger();
    await purgeUntil([first], () => cdn.acceptedTags().includes('all'));
    await first.release();
    await change('list');
    await db.write
      .updateTable('invalidation')
      .set({ at: Date.now() - 2 * HOUR_MS })
      .execute();
    for (let n = 0; n < 3; n++) await change('list');
    // The oldest changes are deleted before they are sent.
    await db.write
      .deleteFrom('invalidation')
      .where('at', '<', Date.now() - HOUR_MS)
      .execute();
    await db.write.updateTable('cdn_purge').set({ sent_id: 0 }).execute();
    cdn.calls.length = 0;
    const second = newPurger();
    await purgeUntil([second], () => cdn.acceptedTags().includes('all'));
    await second.release();

    // All changes count as sent.
    await db.write.updateTable('cdn_purge').set({ sent_id: 1_000_000 }).execute();
    cdn.calls.length = 0;
    await newPurger().purgePending();
    expect(cdn.acceptedTags()).toEqual([]);
    await db.write.updateTable('cdn_purge').set({ held_until: 0 }).execute();
    await purgeUntil([newPurger('the next build')], () => cdn.acceptedTags().includes('all'));
  });
});

interface PurgeRequest {
  method: string;
  authorization: string;
  header: string;
  body: string[];
  isAccepted: boolean;
}

async function fixture(db: ShopDatabase) {
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
  const bound = server.address();
  const address = `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : 0}/purge`;
  return {
    cdn,
    clock,
    /** Creates the purger of one process. */
    newPurger: (build = 'this build') => {
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
