import type { Shop } from '#lib/platform/shop.server.ts';
import { DAY_MS, HOUR_MS } from '#lib/primitives/durations.ts';

const RETENTION_MS = 30 * DAY_MS;
const DEMO_EXPIRED_RETENTION_MS = HOUR_MS;

/**
 * Deletes emails that were sent or given up: emails that expire, such as codes, immediately, and all others when they
 * are 30 days old. A demo shows its emails, so it keeps emails that expire for an hour after they have expired.
 */
export async function pruneMail({ db, settings, now }: Pick<Shop, 'db' | 'settings' | 'now'>): Promise<void> {
  const isDemo = settings.mode === 'demo';
  await db.write
    .deleteFrom('outbox')
    .where((eb) => eb.or([eb('sent_at', 'is not', null), eb('gave_up_at', 'is not', null)]))
    .where((eb) =>
      eb.or([
        eb('created_at', '<', now() - RETENTION_MS),
        isDemo ? eb('expires_at', '<', now() - DEMO_EXPIRED_RETENTION_MS) : eb('expires_at', 'is not', null),
      ]),
    )
    .execute();
}
