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
import type { FaultLog, UpstreamLog } from '#lib/platform/upstream/fault-log.server.ts';
import type { UpstreamFaultKind } from '#lib/platform/upstream/faults.ts';

export interface UpstreamOptions {
  maxConcurrent: number;
  maxWaiting: number;
  timeoutMs: number;
  /** Returns whether the error means that the service has failed, not that it has rejected a request. */
  isServiceFailure(error: unknown): boolean;
  statusOf?(error: unknown): number | undefined;
  /** Returns whether the error stands for a valid response, for example that a file is missing. */
  isResponse?(error: unknown): boolean;
}

export interface UpstreamDependencies {
  faults: FaultLog;
  log: UpstreamLog | undefined;
  assertMayCall: () => void;
}

const MAX_FAILURES = 5;
const PAUSE_MS = 5_000;

class UpstreamUnavailable extends Error {
  constructor(name: string, cause: unknown) {
    super(`${name} is not available: ${messageOf(cause)}`, { cause });
    this.name = 'UpstreamUnavailable';
  }
}

/** An external service, with a concurrency limit, a timeout and a circuit breaker. */
export class Upstream {
  readonly #name: string;
  readonly #options: UpstreamOptions;
  readonly #faults: FaultLog;
  readonly #assertMayCall: () => void;
  readonly #bulkhead: BulkheadPolicy;
  readonly #breaker: CircuitBreakerPolicy;
  readonly #timeout: TimeoutPolicy;

  constructor(name: string, options: UpstreamOptions, { faults, log, assertMayCall }: UpstreamDependencies) {
    this.#name = name;
    this.#options = options;
    this.#faults = faults;
    this.#assertMayCall = assertMayCall;
    this.#bulkhead = bulkhead(options.maxConcurrent, options.maxWaiting);
    // The body of a response may be read after the call, so the signal must not be aborted at the end of the call.
    this.#timeout = timeout(options.timeoutMs, { strategy: TimeoutStrategy.Aggressive, abortOnReturn: false });
    this.#breaker = newBreaker(name, (error) => isPolicyError(error) || options.isServiceFailure(error), log);
  }

  /**
   * Calls the service, and returns the result of `work`. Throws `UpstreamUnavailable` if too many calls are waiting, if
   * the service is paused after failures, or if it does not respond in time. Also throws the errors of `work`, and an
   * Error if the caller occupies a render slot.
   */
  async call<T>(route: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    this.#assertMayCall();
    try {
      const result = await this.#bulkhead.execute(() =>
        this.#breaker.execute(() => this.#timeout.execute((_context, signal) => work(signal))),
      );
      this.#faults.markRecovered(this.#name, route);
      return result;
    } catch (error) {
      if (this.#options.isResponse?.(error)) this.#faults.markRecovered(this.#name, route);
      else this.#faults.record({ upstream: this.#name, route, kind: this.#kindOf(error) }, error);
      throw isPolicyError(error) ? new UpstreamUnavailable(this.#name, error) : error;
    }
  }

  #kindOf(error: unknown): UpstreamFaultKind {
    if (isBulkheadRejectedError(error)) return 'busy';
    if (isBrokenCircuitError(error)) return 'left_alone';
    if (isTaskCancelledError(error)) return 'silent';
    const status = this.#options.statusOf?.(error);
    return status === undefined ? 'unreachable' : `status_${status}`;
  }
}

/**
 * Returns a circuit breaker. A timer ends the pause of the circuit breaker, because the library uses the wall clock,
 * which may be changed.
 */
function newBreaker(
  name: string,
  isServiceFailure: (error: unknown) => boolean,
  log: UpstreamLog | undefined,
): CircuitBreakerPolicy {
  const breaker = circuitBreaker(handleWhen(isServiceFailure), {
    halfOpenAfter: 0,
    breaker: new ConsecutiveBreaker(MAX_FAILURES),
  });
  breaker.onBreak((reason) => {
    if ('isolated' in reason) return;
    log?.warn(
      { upstream: name, err: 'error' in reason ? reason.error : undefined },
      'an upstream is paused after failures',
    );
    const isolation = breaker.isolate();
    setTimeout(() => isolation.dispose(), PAUSE_MS).unref();
  });
  return breaker;
}

function isPolicyError(error: unknown): boolean {
  return isBulkheadRejectedError(error) || isBrokenCircuitError(error) || isTaskCancelledError(error);
}
