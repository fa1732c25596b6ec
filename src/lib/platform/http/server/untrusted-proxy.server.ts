import type { IncomingMessage } from 'node:http';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { readNote, saveNote } from '#lib/platform/db/installation-notes.server.ts';
import { isInternalAddress } from '#lib/platform/http/network/internal-address.server.ts';
import type { Settings } from '#lib/platform/settings/settings.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { DAY_MS } from '#lib/primitives/durations.ts';

const NOTE_NAME = 'forgotten_proxies';
const REPORTED_WITHIN_MS = 7 * DAY_MS;
const WARNING =
  'a proxy is in front of the shop, but TRUSTED_PROXIES is 0: all visitors count as one network, ' +
  'and limits by network apply to all of them together';

type DetectorShop = Pick<Shop, 'db' | 'log' | 'now'> & { settings: Pick<Settings, 'trustedProxies'> };

/**
 * Returns a function that detects the first request that a proxy has forwarded although no proxy is trusted. Logs a
 * warning once, and saves a note for `doctor`.
 */
export function untrustedProxyDetector({ db, log, now, settings }: DetectorShop): (req: IncomingMessage) => void {
  let isDone = settings.trustedProxies > 0;
  return ({ headers, socket }) => {
    if (isDone || headers['x-forwarded-for'] === undefined || !isInternalAddress(socket.remoteAddress)) return;
    isDone = true;
    log.warn(WARNING);
    saveNote(db, NOTE_NAME, '', now()).catch((err) => log.warn({ err }, 'a note for doctor could not be saved'));
  };
}

/**
 * Returns the warning if an untrusted proxy has forwarded a request in the last seven days. Returns undefined if none
 * has, or if proxies are trusted now.
 */
export async function untrustedProxyWarning(
  db: Pick<ShopDatabase, 'write'>,
  { trustedProxies }: Pick<Settings, 'trustedProxies'>,
  now: number,
): Promise<string | undefined> {
  if (trustedProxies > 0) return undefined;
  const note = await readNote(db, NOTE_NAME);
  return note && note.at > now - REPORTED_WITHIN_MS ? WARNING : undefined;
}
