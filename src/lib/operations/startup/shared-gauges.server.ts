import { countStuckMails } from '#lib/platform/mail/mail-admin.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import type { SharedGauges } from '#lib/platform/telemetry/metrics.server.ts';
import { SECOND_MS } from '#lib/primitives/durations.ts';

const READ_EVERY_MS = 10 * SECOND_MS;
const DESCRIPTIONS = {
  shop_mails_waiting: 'Emails waiting to be sent',
  shop_mails_stuck: 'Emails that were given up, or have waited for over an hour',
  shop_holds: 'Unpaid orders that reserve stock',
};

/**
 * Returns gauges with the same values in all processes. They are read from the database at most every ten seconds,
 * however many clients request them.
 */
export function sharedGauges({ db, now }: Pick<Shop, 'db' | 'now'>): SharedGauges {
  let lastReading: { atMs: number; values: Promise<Record<string, number>> } | undefined;
  return {
    descriptions: DESCRIPTIONS,
    read() {
      if (!lastReading || performance.now() - lastReading.atMs > READ_EVERY_MS) {
        // If the query fails, the gauges are left out. `shop_ready` shows the state of the database.
        const values = readGauges(db, now()).catch(() => ({}));
        lastReading = { atMs: performance.now(), values };
      }
      return lastReading.values;
    },
  };
}

async function readGauges(db: Shop['db'], now: number): Promise<Record<keyof typeof DESCRIPTIONS, number>> {
  const { mailCount, holdCount } = await db.read
    .selectNoFrom((eb) => [
      eb
        .selectFrom('outbox')
        .select(eb.fn.countAll<number>().as('n'))
        .where('sent_at', 'is', null)
        .where('gave_up_at', 'is', null)
        .as('mailCount'),
      eb
        .selectFrom('orders')
        .select(eb.fn.countAll<number>().as('n'))
        .where('hold_until', 'is not', null)
        .where('stock_held', '=', 1)
        .where('payment_status', '=', 'unpaid')
        .as('holdCount'),
    ])
    .executeTakeFirstOrThrow();
  const { givenUpCount, lateCount } = await countStuckMails(db, now);
  return {
    shop_mails_waiting: Number(mailCount),
    shop_mails_stuck: givenUpCount + lateCount,
    shop_holds: Number(holdCount),
  };
}
