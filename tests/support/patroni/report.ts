import { setTimeout as wait } from 'node:timers/promises';
import type { Fault } from '#support/patroni/rounds.ts';

const STEADY_MS = 3_000;
const MAX_ORDER_GAP_MS = 1_000;

export interface Row {
  fault: Fault;
  /** The longest time without a confirmed order since the fault. */
  downtimeMs: number;
  refusals: number;
  orders: number;
  lost: number;
  duplicates: number;
}

export function formatTable(rows: Row[]): string {
  const head = `| fault | times | seconds without an order (longest) | refused | orders | lost | duplicates |
|---|---|---|---|---|---|---|`;
  const names = [...new Set(rows.map(({ fault }) => fault.name))];
  return [head, ...names.map((name) => asLine(rows.filter(({ fault }) => fault.name === name)))].join('\n');
}

/** Returns a table row for a fault, with the median and longest downtime and the sums of all rounds. */
function asLine(rounds: Row[]): string {
  const times = rounds.map(({ downtimeMs }) => downtimeMs / 1_000).sort((a, b) => a - b);
  const middle = times.slice(Math.floor((times.length - 1) / 2), Math.floor(times.length / 2) + 1);
  const median = middle.reduce((total, time) => total + time, 0) / middle.length;
  const seconds = `${median.toFixed(1)} (${times.at(-1)?.toFixed(1)})`;
  const sums = (['refusals', 'orders', 'lost', 'duplicates'] as const).map((field) => sum(rounds, field));
  return ['', rounds[0]?.fault.name, rounds.length, seconds, ...sums, ''].join(' | ').trim();
}

export function sum(rows: Row[], field: 'refusals' | 'orders' | 'lost' | 'duplicates'): number {
  return rows.reduce((total, row) => total + row[field], 0);
}

/** Measures the longest time without a confirmed order. */
export class Downtime {
  #lastOrder = Date.now();
  #longestMs = 0;

  /** Resets the longest time, but not the time since the last order. */
  begin(): void {
    this.#longestMs = 0;
  }

  recordOrder(): void {
    this.#longestMs = this.longestMs;
    this.#lastOrder = Date.now();
  }

  get longestMs(): number {
    return Math.max(this.#longestMs, Date.now() - this.#lastOrder);
  }

  /** Waits until orders have been accepted for a while, but not before `earliest` and not after `latest` (epoch ms). */
  async untilOver(earliest: number, latest: number): Promise<void> {
    for (let since = Date.now(); Date.now() < latest; await wait(200)) {
      if (Date.now() - this.#lastOrder > MAX_ORDER_GAP_MS) since = Date.now();
      if (Date.now() > earliest && Date.now() - since > STEADY_MS) return;
    }
  }
}

/**
 * Requests a page that needs the database twice a second, and adds responses that are neither a success nor a proper
 * 503 to `unexpectedResponses`. Returns a function that stops the requests.
 */
export function watch(origin: string, unexpectedResponses: string[]): () => void {
  let isOver = false;
  const poll = async () => {
    while (!isOver) {
      const page = await fetch(`${origin}/cart`, { headers: { accept: 'text/html', cookie: 'cart=x' } });
      const text = await page.text();
      const isProper503 = page.status === 503 && page.headers.get('retry-after') && text.includes('Please try again');
      if (page.status !== 200 && !isProper503) unexpectedResponses.push(`${page.status} ${text.slice(0, 300)}`);
      await wait(500);
    }
  };
  void poll().catch((error) => unexpectedResponses.push(String(error)));
  return () => {
    isOver = true;
  };
}
