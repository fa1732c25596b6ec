/**
 * Counts events by labels such as `cod` or `razorpay paid`. Labels are constants in the code, never a visitor's input.
 */
export class LabelledCounter {
  readonly #counts = new Map<string, { labels: readonly string[]; count: number }>();

  add(...labels: string[]): void {
    const key = labels.join(' ');
    const existingCount = this.#counts.get(key);
    if (existingCount) existingCount.count += 1;
    else this.#counts.set(key, { labels, count: 1 });
  }

  counts(): Iterable<{ labels: readonly string[]; count: number }> {
    return this.#counts.values();
  }
}

export interface SalesCounters {
  orders: LabelledCounter;
  payments: LabelledCounter;
}

interface Memo {
  memo<T>(name: string, make: () => T): T;
}

export function salesCounters(db: Memo): SalesCounters {
  return db.memo('tallies', () => ({ orders: new LabelledCounter(), payments: new LabelledCounter() }));
}
