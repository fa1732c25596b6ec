import { BULK_LIMITS } from '#lib/platform/db/query/limits.ts';

/** A transaction can't be open for longer. */
export const MAX_TRANSACTION_MS = BULK_LIMITS.totalMs + 5_000;
/** Each span needs two parameters of a statement. */
const MAX_SPANS = 500;

export interface Span {
  from: number;
  to: number;
}

/**
 * Ids that were skipped when reading a table, because a transaction may allocate its ids before another one and commit
 * after it. Times are of `performance.now()`.
 */
export class SkippedIds {
  #spans: (Span & { until: number })[] = [];

  get spans(): readonly Span[] {
    return this.#spans;
  }

  /** Records the gaps between the ids that were read after `sinceId`; `seen` is in ascending order. */
  recordRead(sinceId: number, seen: readonly number[], now: number): void {
    let expected = sinceId + 1;
    for (const id of seen) {
      if (id > expected) this.#spans.push({ from: expected, to: id - 1, until: now + MAX_TRANSACTION_MS });
      expected = id + 1;
    }
    // A span that is too wide is safe: changes that have already been read are just reported again.
    while (this.#spans.length > MAX_SPANS) this.#joinAdjacentSpans();
  }

  remove(ids: readonly number[]): void {
    for (const id of ids) this.#spans = this.#spans.flatMap((span) => without(span, id));
  }

  deleteOld(now: number): void {
    this.#spans = this.#spans.filter(({ until }) => until > now);
  }

  #joinAdjacentSpans(): void {
    const joined: (Span & { until: number })[] = [];
    for (let index = 0; index < this.#spans.length; index += 2) {
      const [first, second = first] = this.#spans.slice(index, index + 2);
      joined.push({ from: first!.from, to: second!.to, until: second!.until });
    }
    this.#spans = joined;
  }
}

function without<T extends Span>(span: T, id: number): T[] {
  if (id < span.from || id > span.to) return [span];
  const parts = [
    { ...span, to: id - 1 },
    { ...span, from: id + 1 },
  ];
  return parts.filter(({ from, to }) => from <= to);
}
