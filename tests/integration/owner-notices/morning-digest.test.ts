import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { setFields } from '#lib/content/publishing/settings-commands.server.ts';
import { sendDigest } from '#lib/operations/jobs/morning-digest.server.ts';
import { backUpAndReport } from '#lib/operations/jobs/owner-watch.server.ts';
import { readSettings } from '#lib/platform/settings/settings.server.ts';
import { DAY_MS, HOUR_MS } from '#lib/primitives/durations.ts';
import { moveOrder } from '#lib/sales/orders/move-order.server.ts';
import { settlePayment } from '#lib/sales/payments/settle-payment.server.ts';
import { SETTINGS } from '#lib/shop/settings/settings.schema.ts';
import { onBothEngines } from '#support/database.ts';
import { mailingFixture } from '#support/mailing-fixture.ts';
import { temporaryDir } from '#support/shop-process.ts';

const OWNER = 'owner@kora.in';

onBothEngines('the morning digest', (open) => {
  async function setUp(env: NodeJS.ProcessEnv = {}) {
    const db = await open();
    const mailing = await mailingFixture(db);
    const setOwnerMail = (field: string, value: string) =>
      setFields(mailing.shop, SETTINGS, { [`ownerMails.${field}`]: value });
    await setOwnerMail('to', OWNER);
    await setOwnerMail('newOrder', 'off');
    await setOwnerMail('lowStock', 'off');
    const shop = { ...mailing.shop, settings: readSettings(env), log: pino({ level: 'silent' }) };
    const readDigests = () => mailing.mails('owner_digest');
    return { db, ...mailing, shop, orderShop: mailing.shop, setOwnerMail, readDigests };
  }

  test('is sent once a day for all processes, in the Indian morning', async () => {
    const { shop, clock, setOwnerMail, readDigests, sendRound, server } = await setUp();
    for (const time of ['06:59', '13:00', '23:59']) {
      clock.at = Date.parse(`2026-11-22T${time}:00+05:30`);
      await sendDigest(shop);
    }
    expect(await readDigests()).toEqual([]);
    clock.at = Date.parse('2026-11-23T07:00:00+05:30');
    await Promise.all([sendDigest(shop), sendDigest(shop), sendDigest(shop)]);
    clock.at += HOUR_MS;
    await sendDigest(shop);
    await sendRound();
    expect(server.accepted.map(({ to, subject }) => [to, subject])).toEqual([[OWNER, '22 November 2026: no orders']]);
    expect(server.accepted[0]?.raw).toContain('Nothing to do.');
    clock.at += DAY_MS;
    await sendDigest(shop);
    expect(await readDigests()).toHaveLength(2);
    await setOwnerMail('digest', 'off');
    clock.at += DAY_MS;
    await sendDigest(shop);
    expect(await readDigests()).toHaveLength(2);
  });

  test('lists yesterday’s results, open tasks and low stock', async () => {
    const data = temporaryDir('digest');
    onTestFinished(data.remove);
    mkdirSync(join(data.dir, 'shop-2026-11-21T20-30-00-000Z'));
    writeFileSync(join(data.dir, 'shop-2026-11-21T20-30-00-000Z', 'manifest.json'), '{}');
    const { db, shop, orderShop, clock, cartOf, place, readDigests, sendRound } = await setUp({ BACKUP_DIR: data.dir });
    clock.at = Date.parse('2026-11-20T23:59:00+05:30');
    await moveOrder(orderShop, (await place(await cartOf(['test-scarf', 1]))).id, 'delivered');
    clock.at = Date.parse('2026-11-21T00:00:00+05:30');
    const firstOrder = await place(await cartOf(['test-kurta', 3], ['test-cloth', 8]));
    const onlineOrder = await place(await cartOf(['test-scarf', 1]), { payment: 'test' });
    const report = { orderId: onlineOrder.id, provider: 'test', outcome: 'paid', amountPaise: 100 } as const;
    await settlePayment(orderShop, { ...report, eventId: 'e', reference: 'p' });
    await place(await cartOf(['test-scarf', 1]), { payment: 'test' });
    const searchMiss = { day: '2026-11-21', term: 'kanjivaram', times: 4 };
    await db.write.insertInto('search_miss').values(searchMiss).execute();
    clock.at = Date.parse('2026-11-22T07:30:00+05:30');
    await db.write.updateTable('variant').set({ quantity: 0 }).where('sku', '=', 'TS').execute();
    await sendRound();
    await sendDigest(shop);
    const [digest] = await readDigests();
    expect(digest?.subject).toBe(
      `21 November 2026: 1 order, ₹${(firstOrder.total_paise / 100).toLocaleString('en-IN')}`,
    );
    const text = digest?.text ?? '';
    expect(text).toContain('1 to ship (npm run shop -- orders list)');
    expect(text).toContain('1 to refund, ₹1.00 (npm run shop -- orders list --refunds)');
    expect(text).toContain('Sold out, bought within the last 30 days:\nTest Scarf\n');
    expect(text).toContain('Low stock:\nTest Kurta (Rust/M): 2 left\nTest Cloth: 4.5 m left');
    expect(text).toContain('Searches without results since yesterday:\nkanjivaram (4 ×)');
    expect(text).toContain('The newest is 5 hours old.');
    expect(text).not.toMatch(/stuck|asha|Rao|9876543210/);
  });

  test('does not include a failed backup, which is emailed immediately but at most once a day', async () => {
    const data = temporaryDir('no-backup');
    onTestFinished(data.remove);
    writeFileSync(join(data.dir, 'file'), '');
    const { shop, clock, mails, readDigests } = await setUp({ BACKUP_DIR: join(data.dir, 'file'), DATA_DIR: data.dir });
    const { signal } = new AbortController();
    for (let n = 0; n < 2; n++) {
      await expect(backUpAndReport(shop, signal)).rejects.toThrow();
      clock.at += HOUR_MS;
    }
    clock.at += DAY_MS;
    await expect(backUpAndReport(shop, signal)).rejects.toThrow();
    expect((await mails('owner_backup')).map(({ subject }) => subject)).toEqual([
      'The backup failed',
      'The backup failed',
    ]);
    expect(await readDigests()).toEqual([]);
  });
});
