/** Counts how often and how long callers have waited for a connection. */
export class ConnectionWaits {
  count = 0;
  totalMs = 0;
  waitingCallers = 0;

  async measure<T>(wait: Promise<T>): Promise<T> {
    const startedMs = performance.now();
    this.count += 1;
    this.waitingCallers += 1;
    try {
      return await wait;
    } finally {
      this.waitingCallers -= 1;
      this.totalMs += performance.now() - startedMs;
    }
  }
}
