/** Counts how often and how long callers have waited for a connection. */
export class ConnectionWaits {
  count = 0;
  totalMs = 0;
  waitingCount = 0;

  async measure<T>(wait: Promise<T>): Promise<T> {
    const startedMs = performance.now();
    this.count += 1;
    this.waitingCount += 1;
    try {
      return await wait;
    } finally {
      this.waitingCount -= 1;
      this.totalMs += performance.now() - startedMs;
    }
  }
}
