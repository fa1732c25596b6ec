import { colorFamiliesWatch } from '#lib/app/color-families.server.ts';
import { excerptsWatch } from '#lib/app/excerpts.server.ts';
import { futureTimesWatch } from '#lib/app/future-times.server.ts';
import { holdBackWatch } from '#lib/app/hold-back.server.ts';
import { sweepLeftOverFiles } from '#lib/app/left-over-files.server.ts';
import { sendDigest } from '#lib/app/morning-digest.server.ts';
import { stopOnNewerDatabase } from '#lib/app/newer-database.server.ts';
import { backUpOrTell, watchForOwner } from '#lib/app/owner-watch.server.ts';
import { PicturesAhead } from '#lib/app/pictures-ahead.server.ts';
import { deleteExpired } from '#lib/auth/prune.server.ts';
import { forgetLeftCarts } from '#lib/cart/forget-carts.server.ts';
import { expireExchanges } from '#lib/exchanges/exchange-admin.server.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#lib/fields/durations.ts';
import { countSold } from '#lib/orders/count-sold.server.ts';
import { forgetOldHolds } from '#lib/orders/hold-bounds.server.ts';
import { forgetOldKeys } from '#lib/orders/idempotency.server.ts';
import { releaseHolds } from '#lib/orders/release-holds.server.ts';
import { askAboutWaiting } from '#lib/payments/payments.server.ts';
import { CdnPurger } from '#lib/platform/cdn/cdn-purger.server.ts';
import { forgetOldAttempts } from '#lib/platform/db/attempt.server.ts';
import { every } from '#lib/platform/jobs/every.server.ts';
import { newMailSender, sendDueMail } from '#lib/platform/mail/mail-worker.server.ts';
import { pruneMail } from '#lib/platform/mail/prune-mail.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { forgetOldRequests } from '#lib/restock/leave-restock.server.ts';
import { tellWaiting } from '#lib/restock/tell-waiting.server.ts';
import { keepMisses } from '#lib/search/search-misses.server.ts';
import { letterhead } from '#lib/shop/shop-settings.server.ts';
import { forgetOldSupport } from '#lib/tickets/forget-old-support.server.ts';

export interface JobTerms {
  /** Names the pages that this process draws. */
  build: string;
  /** False in all workers of a machine but one. */
  isFirst: boolean;
}

/** Any number of processes may run all of these; workers of one machine leave most to the first. The returned function ends them. */
export function startJobs(shop: Shop, { build, isFirst }: JobTerms): () => Promise<void> {
  const purgers = isFirst ? cdnPurgers(shop, build) : [];
  const stops = [
    // What this process noted in its memory.
    every(10 * SECOND_MS, 'searches that found nothing', () => keepMisses(shop), shop.log),
    every(SECOND_MS, 'version of the database', () => stopOnNewerDatabase(shop), shop.log),
    ...(isFirst ? startSharedJobs(shop) : []),
    ...purgers.map((purger) => every(SECOND_MS / 2, 'pages that a CDN keeps', () => purger.round(), shop.log)),
  ];
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
    await Promise.all(purgers.map((purger) => purger.leave()));
  };
}

function cdnPurgers(shop: Shop, build: string): CdnPurger[] {
  const { cdn } = shop.settings;
  return cdn ? cdn.purgeUrls.map((address) => new CdnPurger(shop, cdn, address, build)) : [];
}

function startSharedJobs(shop: Shop): (() => Promise<void>)[] {
  const ahead = new PicturesAhead(shop);
  const sender = newMailSender(shop.upstreams.faults, () => letterhead(shop.db));
  return [
    every(SECOND_MS, 'mail', (signal) => sendDueMail(shop, sender, signal), shop.log),
    every(MINUTE_MS, 'times of a clock that was ahead', futureTimesWatch(shop), shop.log),
    every(SECOND_MS, 'goods whose GST became known or unknown', holdBackWatch(shop), shop.log),
    every(SECOND_MS, 'colours of goods', colorFamiliesWatch(shop), shop.log),
    every(SECOND_MS, 'excerpts of articles', excerptsWatch(shop), shop.log),
    every(MINUTE_MS, 'what ran out', () => deleteExpired(shop), shop.log),
    every(30 * SECOND_MS, 'holds of unpaid orders', () => releaseHolds(shop), shop.log),
    every(5 * MINUTE_MS, 'what was sold', () => countSold(shop.db), shop.log),
    every(10 * MINUTE_MS, 'exchanges that ran out', () => expireExchanges(shop), shop.log),
    every(HOUR_MS, 'keys of orders', () => forgetOldKeys(shop.db.write, shop.now()), shop.log),
    every(HOUR_MS, 'old holds', () => forgetOldHolds(shop), shop.log),
    every(HOUR_MS, 'attempts of requests', () => forgetOldAttempts(shop.db.write, shop.now()), shop.log),
    every(30 * SECOND_MS, 'payments that were not heard of', () => askAboutWaiting(shop), shop.log),
    every(MINUTE_MS, 'old mails', () => pruneMail(shop), shop.log),
    every(HOUR_MS, 'carts that were left', () => forgetLeftCarts(shop), shop.log),
    every(10 * SECOND_MS, 'goods that came back', (signal) => tellWaiting(shop, signal), shop.log),
    every(HOUR_MS, 'old requests for goods', () => forgetOldRequests(shop), shop.log),
    every(HOUR_MS, 'old tickets and messages', () => forgetOldSupport(shop), shop.log),
    every(MINUTE_MS, 'backup', (signal) => backUpOrTell(shop, signal), shop.log),
    every(MINUTE_MS, 'what the owner has to know', () => watchForOwner(shop), shop.log),
    every(MINUTE_MS, 'mail of the morning', () => sendDigest(shop), shop.log),
    every(10 * SECOND_MS, 'pictures that nobody has asked for yet', (signal) => ahead.round(signal), shop.log),
    every(HOUR_MS, 'left-over files', () => sweepLeftOverFiles(shop), shop.log),
  ];
}
