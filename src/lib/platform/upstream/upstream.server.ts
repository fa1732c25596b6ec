import {
  type BulkheadPolicy,
  bulkhead,
  type CircuitBreakerPolicy,
  ConsecutiveBreaker,
  circuitBreaker,
  handleWhen,
  isBrokenCircuitError,
  isBulkheadRejectedError,
  isTaskCancelledError,
  type TimeoutPolicy,
  TimeoutStrategy,
  timeout,
} from 'cockatiel';
import { messageOf } from '#lib/platform/errors/error-message.ts';
import { isNamed } from '#lib/platform/errors/error-name.ts';
import type { FaultLog, UpstreamLog } from '#lib/platform/upstream/fault-log.server.ts';
import type { FaultKind } from '#lib/platform/upstream/faults.ts';

export interface UpstreamTerms {
  atOnce: number;
  waiting: number;
  timeoutMs: number;
  /** Whether the server is at fault: a rejected request is not. */
  isTrouble(error: unknown): boolean;
  statusOf?(error: unknown): number | undefined;
  /** Whether an error is a valid response, such as that there is no such file. */
  isAnswer?(error: unknown): boolean;
}

export interface UpstreamNeeds {
  faults: FaultLog;
  log: UpstreamLog | undefined;
  mayCall: () => void;
}

const MAX_FAILURES = 5;
const PAUSE_MS = 5_000;

export class UpstreamUnavailable extends Error {
  constructor(name: string, cause: unknown) {
    super(`${name} is not available: ${messageOf(cause)}`, { cause });
    this.name = 'UpstreamUnavailable';
  }
}

export function isUpstreamUnavailable(error: unknown): boolean {
  return isNamed(error, 'UpstreamUnavailable');
}

export class Upstream {
  readonly #name: string;
  readonly #terms: UpstreamTerms;
  readonly #faults: FaultLog;
  readonly #mayCall: () => void;
  readonly #bound: BulkheadPolicy;
  readonly #breaker: CircuitBreakerPolicy;
  readonly #limit: TimeoutPolicy;

  constructor(name: string, terms: UpstreamTerms, { faults, log, mayCall }: UpstreamNeeds) {
    this.#name = name;
    this.#terms = terms;
    this.#faults = faults;
    this.#mayCall = mayCall;
    this.#bound = bulkhead(terms.atOnce, terms.waiting);
    // A response may continue after it has started, so its signal outlives the call.
    this.#limit = timeout(terms.timeoutMs, { strategy: TimeoutStrategy.Aggressive, abortOnReturn: false });
    this.#breaker = newBreaker(name, (error) => isOwn(error) || terms.isTrouble(error), log);
  }

  /** Throws `UpstreamUnavailable` if the service is busy, paused after failures or silent, and errors of `work`. */
  async call<T>(route: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    this.#mayCall();
    try {
      const response = await this.#bound.execute(() =>
        this.#breaker.execute(() => this.#limit.execute((_context, signal) => work(signal))),
      );
      this.#faults.markRecovered(this.#name, route);
      return response;
    } catch (error) {
      if (this.#terms.isAnswer?.(error)) this.#faults.markRecovered(this.#name, route);
      else this.#faults.note({ upstream: this.#name, route, kind: this.#kindOf(error) }, error);
      throw isOwn(error) ? new UpstreamUnavailable(this.#name, error) : error;
    }
  }

  #kindOf(error: unknown): FaultKind {
    if (isBulkheadRejectedError(error)) return 'busy';
    if (isBrokenCircuitError(error)) return 'left_alone';
    if (isTaskCancelledError(error)) return 'silent';
    const status = this.#terms.statusOf?.(error);
    return status === undefined ? 'unreachable' : `status_${status}`;
  }
}

/** The library uses the wall clock, which may jump; a timer ends its pause at the right time. */
function newBreaker(
  name: string,
  isTrouble: (error: unknown) => boolean,
  log: UpstreamLog | undefined,
): CircuitBreakerPolicy {
  const breaker = circuitBreaker(handleWhen(isTrouble), {
    halfOpenAfter: 0,
    breaker: new ConsecutiveBreaker(MAX_FAILURES),
  });
  breaker.onBreak((reason) => {
    if ('isolated' in reason) return;
    log?.warn({ upstream: name, err: 'error' in reason ? reason.error : undefined }, 'an upstream is left alone');
    const held = breaker.isolate();
    setTimeout(() => held.dispose(), PAUSE_MS).unref();
  });
  return breaker;
}

function isOwn(error: unknown): boolean {
  return isBulkheadRejectedError(error) || isBrokenCircuitError(error) || isTaskCancelledError(error);
}
