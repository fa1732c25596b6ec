/** Counts how often and how long callers have waited for a connection. */
export class ConnectionWaits {
  times = 0;
  ms = 0;
  waitingNow = 0;

  async measure<T>(wait: Promise<T>): Promise<T> {
    const startedMs = performance.now();
    this.times += 1;
    this.waitingNow += 1;
    try {
      return await wait;
    } finally {
      this.waitingNow -= 1;
      this.ms += performance.now() - startedMs;
    }
  }
}
