import { CODE_LIFETIME_MS, LINK_LIFETIME_MS } from '#lib/customers/auth/codes.ts';
import { SESSION_IDLE_MS, SESSION_MAX_MS } from '#lib/customers/auth/sessions/session.server.ts';
import { MAILBOX_VERIFIED_MS } from '#lib/customers/auth/verified-mailbox.server.ts';
import { latestValidEnd } from '#lib/platform/clock.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { DAY_MS } from '#lib/primitives/durations.ts';

/** The lifetime of a known device, which equals the lifetime of its cookie. */
const DEVICE_LIFETIME_MS = 365 * DAY_MS;

/**
 * Deletes expired codes, links, sessions, counters, known devices and verified mailboxes, and codes and links that
 * expire too late because the clock was set back.
 */
export async function deleteExpiredAuthRows({ db, now }: Pick<Shop, 'db' | 'now'>): Promise<void> {
  const time = now();
  await db.write
    .deleteFrom('code_challenge')
    .where((eb) => eb.or([eb('expires_at', '<=', time), eb('expires_at', '>', latestValidEnd(time, CODE_LIFETIME_MS))]))
    .execute();
  await db.write
    .deleteFrom('sign_in_link')
    .where((eb) => eb.or([eb('expires_at', '<=', time), eb('expires_at', '>', latestValidEnd(time, LINK_LIFETIME_MS))]))
    .execute();
  await db.write
    .deleteFrom('rate_window')
    .where('started_at', '<', time - DAY_MS)
    .execute();
  await db.write
    .deleteFrom('known_device')
    .where('created_at', '<=', time - DEVICE_LIFETIME_MS)
    .execute();
  await db.write
    .deleteFrom('proven_mailbox')
    .where('created_at', '<=', time - MAILBOX_VERIFIED_MS)
    .execute();
  await db.write
    .deleteFrom('session')
    .where((eb) => eb.or([eb('seen_at', '<=', time - SESSION_IDLE_MS), eb('created_at', '<=', time - SESSION_MAX_MS)]))
    .execute();
}
