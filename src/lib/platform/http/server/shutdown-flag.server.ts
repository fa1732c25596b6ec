/** The longest time between two checks by a load balancer. */
const MAX_CHECK_INTERVAL_MS = 35_000;

/** Whether the process is stopping, and how often load balancers have read the flag since it was raised. */
export class ShutdownFlag {
  readonly #now: () => number;
  isRaised = false;
  timesRead = 0;
  #lastReadAt: number | undefined;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  raise(): void {
    this.isRaised = true;
  }

  /** Returns whether the process is stopping, and counts the check. Call it only for a check by a load balancer. */
  read(): boolean {
    this.#lastReadAt = this.#now();
    if (this.isRaised) this.timesRead += 1;
    return this.isRaised;
  }

  /** Whether a load balancer has checked this process in the last 35 seconds. */
  get isWatched(): boolean {
    return this.#lastReadAt !== undefined && this.#now() - this.#lastReadAt < MAX_CHECK_INTERVAL_MS;
  }
}
