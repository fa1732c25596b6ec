/** The maximum lag of a standby that is used, even if no changes were seen. */
export const MAX_LAG_MS = 5_000;
const MAX_BEATS = 1_200;

interface Beat {
  at: number;
  position: number;
}

/**
 * How far a standby must have replayed. Positions are bytes of the log of changes, times are of `performance.now()`.
 */
export class ReplayBound {
  #seen: number | undefined;
  #beats: Beat[] = [];

  /** Undefined until it is known; until then only the primary is used. */
  minPosition(now: number): number | undefined {
    if (this.#seen === undefined) return undefined;
    const old = this.#beats.findLast(({ at }) => at <= now - MAX_LAG_MS);
    return Math.max(this.#seen, old?.position ?? 0);
  }

  get isKnown(): boolean {
    return this.#seen !== undefined;
  }

  forget(): void {
    this.#seen = undefined;
  }

  /** All changes seen until now are at or before this position. */
  raise(position: number): void {
    this.#seen = position;
  }

  beat(position: number, at: number): void {
    this.#beats.push({ position, at });
    if (this.#beats.length > MAX_BEATS) this.#beats.shift();
  }

  /** The age of the standby's data, in ms, with the precision of the beats. */
  lagMs(replayed: number, now: number): number {
    const missing = this.#beats.findIndex(({ position }) => position > replayed);
    const first = this.#beats[missing];
    return first ? now - first.at : 0;
  }
}
