import type { Shop } from '#lib/platform/shop.server.ts';
import { DAY_MS, HOUR_MS } from '#lib/primitives/durations.ts';

const RETENTION_MS = 30 * DAY_MS;
const DEMO_KEEPS_EXPIRED_MS = HOUR_MS;

/**
 * Deletes mails that were sent or given up: those that expire, such as codes, immediately, others after 30 days. A demo
 * shows its mails, so it keeps a code for an hour after its expiry.
 */
export async function pruneMail({ db, settings, now }: Pick<Shop, 'db' | 'settings' | 'now'>): Promise<void> {
  const isDemo = settings.mode === 'demo';
  await db.write
    .deleteFrom('outbox')
    .where((row) => row.or([row('sent_at', 'is not', null), row('gave_up_at', 'is not', null)]))
    .where((row) =>
      row.or([
        row('created_at', '<', now() - RETENTION_MS),
        isDemo ? row('expires_at', '<', now() - DEMO_KEEPS_EXPIRED_MS) : row('expires_at', 'is not', null),
      ]),
    )
    .execute();
}
