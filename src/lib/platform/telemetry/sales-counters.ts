import type { ShopDatabase } from '#lib/platform/db/db.server.ts';

/**
 * Counts events by labels such as `cod` or `razorpay paid`. Labels are constants in the code, never a visitor's input.
 */
class LabelledCounter {
  readonly #counts = new Map<string, number>();

  add(...labels: string[]): void {
    const key = labels.join(' ');
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
  }

  /** The counts by their labels, which are separated by spaces. */
  get counts(): Record<string, number> {
    return Object.fromEntries(this.#counts);
  }
}

export function salesCounters(db: Pick<ShopDatabase, 'memo'>) {
  return db.memo('tallies', () => ({ orders: new LabelledCounter(), payments: new LabelledCounter() }));
}
