import { createServer, type Server } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { CdnPurger } from '#lib/platform/cdn/cdn-purger.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { currentInvalidation, invalidate } from '#lib/platform/db/invalidation.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { Upstreams } from '#lib/platform/upstream/upstreams.server.ts';
import { onBothEngines } from '#support/database.ts';

const LEASE_MS = 4_000;
const HOUR_MS = 3_600_000;
const TOKEN = 'secret';

let server: Server | undefined;
afterEach(() => server?.close());

onBothEngines('purges sent to a CDN', (open) => {
  test('sends each tag twice, by header and body, from one of two processes', async () => {
    const { cdn, process, change, advance } = await fixture(await open());
    const [one, two] = [process(), process()];
    await advance([one, two], () => cdn.tags().includes('all'));
    cdn.calls.length = 0;
    await change('product:कुर्ता', 'list');
    await advance([one, two], () => cdn.tags().filter((tag) => tag === 'list').length === 2);
    const [first] = cdn.calls;
    expect(first).toMatchObject({ method: 'POST', authorization: `Bearer ${TOKEN}` });
    expect(first?.header.split(',')).toEqual(first?.body);
    expect(first?.body.map(decodeURIComponent).sort()).toEqual(['list', 'product:कुर्ता']);
  });

  test('the next process sends the tags that could not be sent', async () => {
    const db = await open();
    const { cdn, clock, process, change, advance } = await fixture(db);
    const first = process();
    await change('told long ago');
    await advance([first], () => cdn.tags().includes('all'));
    await db.write
      .updateTable('cdn_purge')
      .set({ sent_id: await currentInvalidation(db) })
      .execute();
    cdn.status = 500;
    await change('product:a');
    await first.round();
    const second = process();
    await second.round();
    cdn.status = 200;
    expect(cdn.calls.filter(({ isTaken, body }) => isTaken && body.includes('product:a'))).toEqual([]);
    // The first process is dead: it sends no purges and keeps its lease.
    clock.at += LEASE_MS + 1;
    cdn.calls.length = 0;
    await advance([second], () => cdn.taken().includes('product:a'));
    expect(cdn.taken()).not.toContain('told long ago');
  });

  test('purges every page when changes are unknown, and for another build', async () => {
    const db = await open();
    const { cdn, process, change, advance } = await fixture(db);
    const first = process();
    await advance([first], () => cdn.taken().includes('all'));
    await first.release();
    await db.write.updateTable('cdn_purge').set({ sent_id: 1 }).execute();
    await change('list');
    await db.write
      .updateTable('invalidation')
      .set({ at: Date.now() - 2 * HOUR_MS })
      .execute();
    for (let n = 0; n < 3; n++) await change('list');
    await db.write
      .deleteFrom('invalidation')
      .where('at', '<', Date.now() - HOUR_MS)
      .execute();
    await db.write.updateTable('cdn_purge').set({ sent_id: 0 }).execute();
    cdn.calls.length = 0;
    const second = process();
    await advance([second], () => cdn.taken().includes('all'));
    await second.release();

    await db.write.updateTable('cdn_purge').set({ sent_id: 1_000_000 }).execute();
    cdn.calls.length = 0;
    await process().round();
    expect(cdn.taken()).toEqual([]);
    await db.write.updateTable('cdn_purge').set({ held_until: 0 }).execute();
    await advance([process('the next build')], () => cdn.taken().includes('all'));
  });
});

interface Call {
  method: string;
  authorization: string;
  header: string;
  body: string[];
  isTaken: boolean;
}

async function fixture(db: ShopDatabase) {
  const clock = { at: Date.now() };
  const cdn = {
    status: 200,
    calls: [] as Call[],
    tags: () => cdn.calls.flatMap(({ body }) => body),
    taken: () => cdn.calls.filter(({ isTaken }) => isTaken).flatMap(({ body }) => body),
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
      isTaken: cdn.status === 200,
    });
    res.writeHead(cdn.status).end();
  });
  await new Promise<void>((listening) => server?.listen(0, '127.0.0.1', listening));
  const bound = server.address();
  const address = `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : 0}/purge`;
  return {
    cdn,
    clock,
    /** Each process has one. */
    process: (build = 'this build') => {
      const shop = { db, upstreams: new Upstreams(), now: () => clock.at };
      return new CdnPurger(shop, { purgeUrls: [address], token: TOKEN }, address, build);
    },
    change: (...tags: string[]) => transaction(db, (tx) => invalidate(tx, tags)),
    async advance(purgers: CdnPurger[], holds: () => boolean): Promise<void> {
      for (let tries = 0; tries < 400 && !holds(); tries++) {
        for (const purger of purgers) await purger.round();
        await wait(20);
      }
      expect(holds()).toBe(true);
    },
  };
}
