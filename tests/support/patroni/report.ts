import { setTimeout as wait } from 'node:timers/promises';
import type { Fault } from '#support/patroni/faults.ts';

const STEADY_MS = 3_000;
const MAX_ORDER_GAP_MS = 1_000;

export interface RoundResult {
  fault: Fault;
  /** The longest time without a confirmed order since the fault. */
  downtimeMs: number;
  refusals: number;
  orders: number;
  lost: number;
  duplicates: number;
}

export function formatTable(results: RoundResult[]): string {
  const head = `| fault | times | seconds without an order (longest) | refused | orders | lost | duplicates |
|---|---|---|---|---|---|---|`;
  const names = [...new Set(results.map(({ fault }) => fault.name))];
  return [head, ...names.map((name) => formatRow(results.filter(({ fault }) => fault.name === name)))].join('\n');
}

/** Returns the table row of a fault, with the median and longest downtime and the sums of its rounds. */
function formatRow(results: RoundResult[]): string {
  const times = results.map(({ downtimeMs }) => downtimeMs / 1_000).sort((a, b) => a - b);
  const middle = times.slice(Math.floor((times.length - 1) / 2), Math.floor(times.length / 2) + 1);
  const median = middle.reduce((total, time) => total + time, 0) / middle.length;
  const seconds = `${median.toFixed(1)} (${times.at(-1)?.toFixed(1)})`;
  const sums = (['refusals', 'orders', 'lost', 'duplicates'] as const).map((field) => sum(results, field));
  return ['', results[0]?.fault.name, results.length, seconds, ...sums, ''].join(' | ').trim();
}

export function sum(results: RoundResult[], field: 'refusals' | 'orders' | 'lost' | 'duplicates'): number {
  return results.reduce((total, result) => total + result[field], 0);
}

/** Measures the longest time without a confirmed order. */
export class Downtime {
  #lastOrderAt = Date.now();
  #longestMs = 0;

  /** Resets the longest time, but not the time since the last order. */
  resetLongest(): void {
    this.#longestMs = 0;
  }

  recordOrder(): void {
    this.#longestMs = this.longestMs;
    this.#lastOrderAt = Date.now();
  }

  get longestMs(): number {
    return Math.max(this.#longestMs, Date.now() - this.#lastOrderAt);
  }

  /** Waits until orders have been accepted for a while, but not before `earliest` and not after `latest` (epoch ms). */
  async waitUntilOver(earliest: number, latest: number): Promise<void> {
    for (let since = Date.now(); Date.now() < latest; await wait(200)) {
      if (Date.now() - this.#lastOrderAt > MAX_ORDER_GAP_MS) since = Date.now();
      if (Date.now() > earliest && Date.now() - since > STEADY_MS) return;
    }
  }
}

/**
 * Twice a second, requests a page that needs the database, and adds responses that are neither a success nor a proper
 * 503 to `unexpectedResponses`. Returns a function that stops the requests.
 */
export function watchCartPage(origin: string, unexpectedResponses: string[]): () => void {
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
