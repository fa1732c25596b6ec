import { setTimeout as wait } from 'node:timers/promises';
import type { Fault } from '#support/patroni/rounds.ts';

const STEADY_MS = 3_000;
const SILENT_MS = 1_000;

export interface Row {
  fault: Fault;
  /** From the fault to the first order after it: the longest time without one. */
  silentMs: number;
  refused: number;
  orders: number;
  lost: number;
  doubled: number;
}

export function asTable(rows: Row[]): string {
  const head = `| fault | times | seconds until the first order (slowest) | refused | orders | lost | doubled |
|---|---|---|---|---|---|---|`;
  const names = [...new Set(rows.map(({ fault }) => fault.name))];
  return [head, ...names.map((name) => asLine(rows.filter(({ fault }) => fault.name === name)))].join('\n');
}

/** Of rounds with one fault: the median, and sums. */
function asLine(rounds: Row[]): string {
  const times = rounds.map(({ silentMs }) => silentMs / 1_000).sort((a, b) => a - b);
  const middle = times.slice(Math.floor((times.length - 1) / 2), Math.floor(times.length / 2) + 1);
  const median = middle.reduce((total, time) => total + time, 0) / middle.length;
  const seconds = `${median.toFixed(1)} (${times.at(-1)?.toFixed(1)})`;
  const sums = (['refused', 'orders', 'lost', 'doubled'] as const).map((of) => sum(rounds, of));
  return ['', rounds[0]?.fault.name, rounds.length, seconds, ...sums, ''].join(' | ').trim();
}

export function sum(rows: Row[], of: 'refused' | 'orders' | 'lost' | 'doubled'): number {
  return rows.reduce((total, row) => total + row[of], 0);
}

/** Measures how long no order is confirmed. */
export class Silence {
  #lastOrder = Date.now();
  #longestMs = 0;

  begin(): void {
    this.#longestMs = 0;
  }

  end(): void {
    this.#longestMs = this.longestMs;
    this.#lastOrder = Date.now();
  }

  get longestMs(): number {
    return Math.max(this.#longestMs, Date.now() - this.#lastOrder);
  }

  /** Waits until orders have been accepted for a while, but not before `earliest` and not after `latest` (epoch ms). */
  async untilOver(earliest: number, latest: number): Promise<void> {
    for (let since = Date.now(); Date.now() < latest; await wait(200)) {
      if (Date.now() - this.#lastOrder > SILENT_MS) since = Date.now();
      if (Date.now() > earliest && Date.now() - since > STEADY_MS) return;
    }
  }
}

/** Requests a page that needs the database; collects responses that are neither a success nor a clear refusal. */
export function watch(origin: string, unclear: string[]): () => void {
  let isOver = false;
  const poll = async () => {
    while (!isOver) {
      const page = await fetch(`${origin}/cart`, { headers: { accept: 'text/html', cookie: 'cart=x' } });
      const text = await page.text();
      const isClear = page.status === 503 && page.headers.get('retry-after') && text.includes('Please try again');
      if (page.status !== 200 && !isClear) unclear.push(`${page.status} ${text.slice(0, 300)}`);
      await wait(500);
    }
  };
  void poll().catch((error) => unclear.push(String(error)));
  return () => {
    isOver = true;
  };
}
