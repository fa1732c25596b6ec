/** A standby that lags more than this is not used, even if no changes have been seen on the primary. */
export const MAX_LAG_MS = 5_000;
const MAX_SAMPLES = 1_200;

/**
 * The position that a standby must have replayed to be used. Positions are numbers of bytes in the write-ahead log.
 * Times are values of `performance.now()`.
 */
export class ReplayBound {
  /** A position that includes all changes seen until now, or undefined if none is known. */
  position: number | undefined;
  /** Positions of the primary at given times. */
  #samples: { at: number; position: number }[] = [];

  /**
   * Returns the position that a standby must have replayed, or undefined if it is not known. Only the primary is then
   * used.
   */
  minPosition(now: number): number | undefined {
    if (this.position === undefined) return undefined;
    const oldSample = this.#samples.findLast(({ at }) => at <= now - MAX_LAG_MS);
    return Math.max(this.position, oldSample?.position ?? 0);
  }

  addSample(position: number, at: number): void {
    this.#samples.push({ position, at });
    if (this.#samples.length > MAX_SAMPLES) this.#samples.shift();
  }

  /** Returns the age of the standby's data in ms, to within the interval between samples. */
  lagMs(replayedPosition: number, now: number): number {
    const missingSample = this.#samples.find(({ position }) => position > replayedPosition);
    return missingSample ? now - missingSample.at : 0;
  }
}
