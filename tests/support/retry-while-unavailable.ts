import { setTimeout as wait } from 'node:timers/promises';
import type { BuyerResponse } from '#support/http-buyer.ts';

interface RetryOptions {
  pauseMs: number;
  /** Called for each response with its status (0 for none) and duration. */
  onResponse?: (status: number, ms: number) => void;
  isOver?: () => boolean;
}

/** Retries until the response is neither 503 nor missing; once `isOver`, returns the last one. */
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
