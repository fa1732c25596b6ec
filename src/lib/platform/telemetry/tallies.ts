/** Counts by labels, such as `cod` or `razorpay paid`. Labels are constants of the code, never a visitor's input. */
export class Tally {
  readonly #counts = new Map<string, { labels: readonly string[]; count: number }>();

  add(...labels: string[]): void {
    const key = labels.join(' ');
    const entry = this.#counts.get(key);
    if (entry) entry.count += 1;
    else this.#counts.set(key, { labels, count: 1 });
  }

  entries(): Iterable<{ labels: readonly string[]; count: number }> {
    return this.#counts.values();
  }
}

export interface Tallies {
  orders: Tally;
  payments: Tally;
}

interface Memo {
  memo<T>(name: string, make: () => T): T;
}

export function talliesOf(db: Memo): Tallies {
  return db.memo('tallies', () => ({ orders: new Tally(), payments: new Tally() }));
}
