import type { IncomingMessage } from 'node:http';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { readNote, saveNote } from '#lib/platform/db/installation-notes.server.ts';
import { isNearAddress } from '#lib/platform/http/network/near-address.server.ts';
import type { Settings } from '#lib/platform/settings.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { DAY_MS } from '#lib/primitives/durations.ts';

const NOTE = 'forgotten_proxies';
const TOLD_FOR_MS = 7 * DAY_MS;
const WORDS =
  'a proxy stands before the shop, but TRUSTED_PROXIES is 0: all its visitors count as one network, ' +
  'and limits by network stop them all';

type Watched = Pick<Shop, 'db' | 'log' | 'now'> & { settings: Pick<Settings, 'trustedProxies'> };

/** Sees the first request that a proxy of ours passed on while none is trusted; says it once, and keeps it for `doctor`. */
export class ProxyWatch {
  readonly #shop: Watched;
  #isOver: boolean;

  constructor(shop: Watched) {
    this.#shop = shop;
    this.#isOver = shop.settings.trustedProxies > 0;
  }

  look({ headers, socket }: IncomingMessage): void {
    if (this.#isOver || headers['x-forwarded-for'] === undefined || !isNearAddress(socket.remoteAddress)) return;
    this.#isOver = true;
    const { db, log, now } = this.#shop;
    log.warn(WORDS);
    saveNote(db, NOTE, '', now()).catch((err) => log.warn({ err }, 'what doctor is to say could not be kept'));
  }
}

/** What is wrong, when it was seen this week. */
export async function untrustedProxyWarning(
  db: Pick<ShopDatabase, 'write'>,
  { trustedProxies }: Pick<Settings, 'trustedProxies'>,
  now: number,
): Promise<string | undefined> {
  if (trustedProxies > 0) return undefined;
  const note = await readNote(db, NOTE);
  return note && note.at > now - TOLD_FOR_MS ? WORDS : undefined;
}
