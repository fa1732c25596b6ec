import { setTimeout as wait } from 'node:timers/promises';
import type { BuyerResponse } from '#support/http-buyer.ts';

interface RetryOptions {
  pauseMs: number;
  /** Called for each response with its status (0 for none) and duration. */
  onAnswer?: (status: number, ms: number) => void;
  isOver?: () => boolean;
}

/** Retries until the response is neither 503 nor missing; once `isOver`, returns the last one. */
export async function retryUntilAnswered(
  send: () => Promise<BuyerResponse>,
  { pauseMs, onAnswer, isOver = () => false }: RetryOptions,
): Promise<BuyerResponse> {
  for (;;) {
    const begun = performance.now();
    const response = await send();
    onAnswer?.(response.status, performance.now() - begun);
    const isNotNow = response.status === 0 || response.status === 503;
    if (!isNotNow || isOver()) return response;
    await wait(pauseMs);
  }
}
