import { MAX_TRANSACTION_MS } from '#lib/platform/db/skipped-ids.ts';
import { EVERY_PAGE_TAG } from '#lib/platform/http/pages/cache-tags.ts';

/**
 * The time after which an id that was read is settled: every transaction with an earlier id has been committed, and the
 * tags of these invalidations have been sent twice.
 */
const SETTLED_AFTER_MS = MAX_TRANSACTION_MS + 5_000;
const CHECKPOINT_EVERY_MS = 5_000;
const MIN_PAUSE_MS = 250;
const MAX_PAUSE_MS = 5_000;
/** If there are more tags than this, purging every page is cheaper. */
const MAX_TAGS = 500;
/**
 * How long after the first purge a tag is sent again. A page that was rendered before the change may reach the CDN
 * after the first purge.
 */
const REPEAT_AFTER_MS = 2_000;

/**
 * Tags that a CDN must still purge: each tag immediately, and again once pages that are on their way to the CDN have
 * arrived.
 */
export class PendingTags {
  readonly #unsentTags = new Set<string>();
  readonly #repeatTimes = new Map<string, number>();

  add(tags: Iterable<string>): void {
    for (const tag of tags) this.#unsentTags.add(tag);
    if (this.#unsentTags.size <= MAX_TAGS && !this.#unsentTags.has(EVERY_PAGE_TAG)) return;
    this.#unsentTags.clear();
    this.#repeatTimes.clear();
    this.#unsentTags.add(EVERY_PAGE_TAG);
  }

  /** Returns the tags to send now. */
  dueTags(nowMs: number): string[] {
    const repeats = [...this.#repeatTimes].filter(([tag, time]) => time <= nowMs && !this.#unsentTags.has(tag));
    return [...this.#unsentTags, ...repeats.map(([tag]) => tag)];
  }

  markSent(tags: Iterable<string>, nowMs: number): void {
    for (const tag of tags) {
      const isFirstTime = this.#unsentTags.delete(tag);
      if (isFirstTime) this.#repeatTimes.set(tag, nowMs + REPEAT_AFTER_MS);
      else this.#repeatTimes.delete(tag);
    }
  }
}

/**
 * The purges that the holder of the lease still has to send. All times except `buildAt` are values of
 * `performance.now()`.
 */
export class PurgeWork {
  readonly pending = new PendingTags();
  /** When a process with this build first got the lease, in epoch ms. */
  readonly buildAt: number;
  readonly #checkpoints: { id: number; at: number }[] = [];
  /** The id of the newest invalidation that was read. */
  lastId: number;
  /** When the purge of all pages was last added because of a rollout, or the work began. */
  purgedAllAt = performance.now();
  pausedUntil = 0;
  pauseMs = 0;

  constructor(lastId: number, buildAt: number) {
    this.lastId = lastId;
    this.buildAt = buildAt;
  }

  add(lastId: number, tags: Iterable<string>, now: number): void {
    this.pending.add(tags);
    this.lastId = lastId;
    const newestCheckpoint = this.#checkpoints.at(-1);
    if (!newestCheckpoint || (newestCheckpoint.id !== lastId && now - newestCheckpoint.at >= CHECKPOINT_EVERY_MS))
      this.#checkpoints.push({ id: lastId, at: now });
  }

  /**
   * Returns the newest id that needs no more work, or undefined if there is none since the last call. Call this only
   * after the CDN has accepted all tags.
   */
  takeSettledId(now: number): number | undefined {
    const settledCheckpoints = this.#checkpoints.filter(({ at }) => at <= now - SETTLED_AFTER_MS);
    this.#checkpoints.splice(0, settledCheckpoints.length);
    return settledCheckpoints.at(-1)?.id;
  }

  pause(): void {
    this.pauseMs = Math.min(MAX_PAUSE_MS, Math.max(MIN_PAUSE_MS, this.pauseMs * 2));
    this.pausedUntil = performance.now() + this.pauseMs;
  }
}
