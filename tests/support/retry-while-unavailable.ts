import { setTimeout as wait } from 'node:timers/promises';
import type { BuyerResponse } from '#support/http-buyer.ts';

interface RetryOptions {
  pauseMs: number;
  /** Called for each response with its status (0 if there was no response) and duration. */
  onResponse?: (status: number, ms: number) => void;
  isOver?: () => boolean;
}

/** Retries until there is a response other than 503. Once `isOver` returns true, returns the last response. */
export async function retryWhileUnavailable(
  send: () => Promise<BuyerResponse>,
  { pauseMs, onResponse, isOver = () => false }: RetryOptions,
): Promise<BuyerResponse> {
  for (;;) {
    const startedAt = performance.now();
    const response = await send();
    onResponse?.(response.status, performance.now() - startedAt);
    const isUnavailable = response.status === 0 || response.status === 503;
    if (!isUnavailable || isOver()) return response;
    await wait(pauseMs);
  }
}
