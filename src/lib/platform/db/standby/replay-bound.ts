/** A standby that is further behind than this is not read from, even if nothing is known to have changed. */
export const MAX_LAG_MS = 5_000;
const MAX_BEATS = 1_200;

interface Beat {
  at: number;
  position: number;
}

/** How far a standby must have come. Positions are bytes of the log of changes, times of `performance.now()`. */
export class ReplayBound {
  #seen: number | undefined;
  #beats: Beat[] = [];

  /** Undefined as long as nothing is known: then only the primary is asked. */
  least(now: number): number | undefined {
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

  /** What was seen until now is at this position at most. */
  raise(position: number): void {
    this.#seen = position;
  }

  beat(position: number, at: number): void {
    this.#beats.push({ position, at });
    if (this.#beats.length > MAX_BEATS) this.#beats.shift();
  }

  /** How old what a standby shows is, in ms; as exact as the beats. What it has replayed need not be kept. */
  lagMs(replayed: number, now: number): number {
    const missing = this.#beats.findIndex(({ position }) => position > replayed);
    const first = this.#beats[missing];
    return first ? now - first.at : 0;
  }
}
