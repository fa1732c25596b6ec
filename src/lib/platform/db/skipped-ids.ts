import { BULK_LIMITS } from '#lib/platform/db/query/limits.ts';

/** The maximum duration of a transaction. */
export const MAX_TRANSACTION_MS = BULK_LIMITS.totalMs + 5_000;
/** The limit on spans, because each span needs two parameters of a statement. */
const MAX_SPANS = 500;

export interface Span {
  from: number;
  to: number;
}

/**
 * Ids that were skipped when a table was read. A transaction may allocate its ids before another transaction, but
 * commit after it. Times are values of `performance.now()`.
 */
export class SkippedIds {
  #spans: (Span & { until: number })[] = [];

  get spans(): readonly Span[] {
    return this.#spans;
  }

  /** Records the gaps between the ids that were read after `sinceId`; `readIds` is in ascending order. */
  recordRead(sinceId: number, readIds: readonly number[], now: number): void {
    let expectedId = sinceId + 1;
    for (const id of readIds) {
      if (id > expectedId) this.#spans.push({ from: expectedId, to: id - 1, until: now + MAX_TRANSACTION_MS });
      expectedId = id + 1;
    }
    // Wider spans do no harm: changes that have already been read are just reported again.
    while (this.#spans.length > MAX_SPANS) this.#joinAdjacentSpans();
  }

  remove(ids: readonly number[]): void {
    for (const id of ids) this.#spans = this.#spans.flatMap((span) => withoutId(span, id));
  }

  deleteOld(now: number): void {
    this.#spans = this.#spans.filter(({ until }) => until > now);
  }

  #joinAdjacentSpans(): void {
    const joinedSpans: (Span & { until: number })[] = [];
    for (let index = 0; index < this.#spans.length; index += 2) {
      const [firstSpan, secondSpan = firstSpan] = this.#spans.slice(index, index + 2);
      joinedSpans.push({ from: firstSpan!.from, to: secondSpan!.to, until: secondSpan!.until });
    }
    this.#spans = joinedSpans;
  }
}

function withoutId<T extends Span>(span: T, id: number): T[] {
  if (id < span.from || id > span.to) return [span];
  const parts = [
    { ...span, to: id - 1 },
    { ...span, from: id + 1 },
  ];
  return parts.filter(({ from, to }) => from <= to);
}
