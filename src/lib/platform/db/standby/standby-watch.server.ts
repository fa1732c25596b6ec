import type { Kysely } from 'kysely';
import type { Tables } from '#lib/platform/db/query/tables.ts';
import type { ReplayBound } from '#lib/platform/db/standby/replay-bound.ts';
import { databaseIdentity, flushedPosition, markPosition } from '#lib/platform/db/standby/standby-facts.server.ts';

const SAMPLE_EVERY_MS = 500;

interface StandbyCallbacks {
  onIdentified(databaseIdentity: string): void;
  readReplayedPosition(): Promise<number | undefined>;
  onLag(lagMs: number): void;
}

/** Tracks the position of the primary, and the lag of the standby. */
export class StandbyWatch {
  readonly #bound: ReplayBound;
  readonly #callbacks: StandbyCallbacks;
  readonly #listeners = new Set<() => void>();
  #primary: Kysely<Tables> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isEnded = false;
  /** The number of changes seen. A position that was requested before the last change may not include that change. */
  #changeCount = 0;
  #isIdentified = false;

  constructor(bound: ReplayBound, callbacks: StandbyCallbacks) {
    this.#bound = bound;
    this.#callbacks = callbacks;
  }

  begin(primary: Kysely<Tables>): void {
    this.#primary = primary;
    void this.#takeSample(primary);
  }

  end(): void {
    this.#isEnded = true;
    clearTimeout(this.#timer);
  }

  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  recordChanges(): void {
    this.#changeCount += 1;
    this.#bound.position = undefined;
    this.#notify();
    // After a failure, the next sample retries.
    if (this.#primary) void this.#updateBound(this.#primary).catch(() => {});
  }

  async #updateBound(primary: Kysely<Tables>): Promise<void> {
    const changeCount = this.#changeCount;
    if (!this.#isIdentified) this.#callbacks.onIdentified(await databaseIdentity(primary));
    this.#isIdentified = true;
    const position = await markPosition(primary);
    if (changeCount !== this.#changeCount) return;
    this.#bound.position = position;
    this.#notify();
  }

  async #takeSample(primary: Kysely<Tables>): Promise<void> {
    try {
      if (this.#bound.position === undefined) await this.#updateBound(primary);
      const requestedAt = performance.now();
      this.#bound.addSample(await flushedPosition(primary), requestedAt);
      this.#notify();
    } catch {
      // The primary is unreachable, which the failing requests report. The last known position remains valid.
    }
    const replayedPosition = this.#isEnded ? undefined : await this.#callbacks.readReplayedPosition();
    if (replayedPosition !== undefined) this.#callbacks.onLag(this.#bound.lagMs(replayedPosition, performance.now()));
    if (!this.#isEnded) this.#timer = setTimeout(() => void this.#takeSample(primary), SAMPLE_EVERY_MS).unref();
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}
