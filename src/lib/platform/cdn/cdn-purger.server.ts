import { splitIntoCalls, tagPurger } from '#lib/platform/cdn/cdn-edge.server.ts';
import { PurgeProgress } from '#lib/platform/cdn/purge-progress.server.ts';
import { PurgeWork } from '#lib/platform/cdn/purge-work.ts';
import { MAX_CLOCK_SKEW_MS } from '#lib/platform/clock.ts';
import { latestInvalidationId, oldestInvalidationId, pollInvalidations } from '#lib/platform/db/invalidation.server.ts';
import { EVERY_PAGE_TAG } from '#lib/platform/http/pages/cache-tags.ts';
import type { Settings } from '#lib/platform/settings/settings.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { newId } from '#lib/platform/tokens.server.ts';

/** How long a rollout may take. During a rollout, old processes still render old pages. */
const ROLLOUT_MS = 600_000;
const ROLLOUT_PURGE_EVERY_MS = 60_000;

type PurgerShop = Pick<Shop, 'db' | 'upstreams' | 'now'>;

/**
 * Sends invalidations to one purge URL of a CDN, from one process at a time. Each invalidation is sent at least twice
 * (`PendingTags`), and again by another process if this process ends soon afterwards.
 */
export class CdnPurger {
  readonly #shop: PurgerShop;
  readonly #build: string;
  readonly #purge: (tags: readonly string[]) => Promise<void>;
  readonly #progress: PurgeProgress;
  readonly #readerName: string;
  #work: PurgeWork | undefined;

  constructor(shop: PurgerShop, cdn: NonNullable<Settings['cdn']>, purgeUrl: string, build: string) {
    this.#shop = shop;
    this.#build = build;
    this.#purge = tagPurger(purgeUrl, cdn, shop.upstreams);
    this.#progress = new PurgeProgress(shop.db, purgeUrl, newId());
    this.#readerName = `cdn ${purgeUrl}`;
  }

  /** Sends the purges that are due, if this process holds or gets the lease. */
  async purgePending(): Promise<void> {
    if (!(await this.#progress.acquireLease(this.#shop.now()))) {
      this.#work = undefined;
      return;
    }
    this.#work ??= await this.#beginWork();
    const work = this.#work;
    const invalidations = await pollInvalidations(this.#shop.db, work.lastId, this.#readerName);
    work.add(invalidations.lastId, invalidations.tags, performance.now());
    this.#purgeAllDuringRollout(work);
    if (performance.now() < work.pausedUntil || !(await this.#send(work))) return;
    const settledId = work.takeSettledId(performance.now());
    if (settledId !== undefined) await this.#progress.saveSentId(settledId);
  }

  async release(): Promise<void> {
    const isHolder = this.#work !== undefined;
    this.#work = undefined;
    // If the database is unavailable, the lease expires by itself.
    if (isHolder) await this.#progress.release().catch(() => {});
  }

  /**
   * Returns the work that continues where the previous holder of the lease stopped. The work purges every page if this
   * build is new, or if some changes since the last purge are no longer recorded.
   */
  async #beginWork(): Promise<PurgeWork> {
    const { db, now } = this.#shop;
    const { sentId, build, buildAt } = await this.#progress.read();
    const oldestId = await oldestInvalidationId(db);
    const isHistoryIncomplete = sentId < 0 || (oldestId !== undefined && sentId < oldestId - 1);
    const isNewBuild = build !== this.#build;
    if (isNewBuild) await this.#progress.saveBuild(this.#build, now());
    const work = new PurgeWork(
      isHistoryIncomplete ? await latestInvalidationId(db) : sentId,
      isNewBuild ? now() : buildAt,
    );
    if (isHistoryIncomplete || isNewBuild) work.pending.add([EVERY_PAGE_TAG]);
    return work;
  }

  #purgeAllDuringRollout(work: PurgeWork): void {
    const elapsedMs = this.#shop.now() - work.buildAt;
    // A time in the far future was written before the clock was set back.
    const isRolloutOver = elapsedMs > ROLLOUT_MS || elapsedMs < -MAX_CLOCK_SKEW_MS;
    if (isRolloutOver || performance.now() - work.purgedAllAt < ROLLOUT_PURGE_EVERY_MS) return;
    work.purgedAllAt = performance.now();
    work.pending.add([EVERY_PAGE_TAG]);
  }

  async #send(work: PurgeWork): Promise<boolean> {
    for (const tags of splitIntoCalls(work.pending.dueTags(performance.now()))) {
      try {
        await this.#purge(tags);
      } catch {
        // The fault log of upstreams has logged the error, and counted it for `doctor`.
        work.pause();
        return false;
      }
      work.pending.markSent(tags, performance.now());
    }
    work.pauseMs = 0;
    return true;
  }
}
