import {
  bulkhead,
  type CircuitBreakerPolicy,
  ConsecutiveBreaker,
  circuitBreaker,
  handleWhen,
  isBrokenCircuitError,
  isBulkheadRejectedError,
  isTaskCancelledError,
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
export interface Upstream {
  /**
   * Calls the service, and returns the result of `work`. Throws `UpstreamUnavailable` if too many calls are waiting, if
   * the service is paused after failures, or if it does not respond in time. Also throws the errors of `work`, and an
   * Error if the caller occupies a render slot.
   */
  call<T>(route: string, work: (signal: AbortSignal) => Promise<T>): Promise<T>;
}

export function newUpstream(
  name: string,
  options: UpstreamOptions,
  { faults, log, assertMayCall }: UpstreamDependencies,
): Upstream {
  const concurrencyLimit = bulkhead(options.maxConcurrent, options.maxWaiting);
  // The body of a response may be read after the call, so the signal must not be aborted at the end of the call.
  const timeLimit = timeout(options.timeoutMs, { strategy: TimeoutStrategy.Aggressive, abortOnReturn: false });
  const breaker = newBreaker(name, (error) => isPolicyError(error) || options.isServiceFailure(error), log);
  return {
    async call(route, work) {
      assertMayCall();
      try {
        const result = await concurrencyLimit.execute(() =>
          breaker.execute(() => timeLimit.execute((_context, signal) => work(signal))),
        );
        faults.markRecovered(name, route);
        return result;
      } catch (error) {
        if (options.isResponse?.(error)) faults.markRecovered(name, route);
        else faults.record({ upstream: name, route, kind: faultKindOf(error, options) }, error);
        throw isPolicyError(error) ? new UpstreamUnavailable(name, error) : error;
      }
    },
  };
}

function faultKindOf(error: unknown, { statusOf }: UpstreamOptions): UpstreamFaultKind {
  if (isBulkheadRejectedError(error)) return 'busy';
  if (isBrokenCircuitError(error)) return 'left_alone';
  if (isTaskCancelledError(error)) return 'silent';
  const status = statusOf?.(error);
  return status === undefined ? 'unreachable' : `status_${status}`;
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
