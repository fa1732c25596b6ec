import { MAX_LAG_MS } from '#lib/platform/db/standby/replay-bound.ts';

const RETRY_AFTER_MS = 5_000;
const UPSTREAM_NAME = 'standby';

interface FaultReporter {
  record(fault: { upstream: string; route: string; kind: 'failed' | 'behind' }, error?: unknown): void;
  markRecovered(upstream: string, route: string): void;
}

/** Pauses a standby after a failure until the standby responds again. In the meantime, the primary is used. */
export class StandbyHealth {
  readonly #probe: () => Promise<number | undefined>;
  faults: FaultReporter | undefined;
  isPaused = false;
  lagMs: number | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isEnded = false;

  /** `probe` returns undefined if the standby does not respond. */
  constructor(probe: () => Promise<number | undefined>) {
    this.#probe = probe;
  }

  get isBehind(): boolean {
    return (this.lagMs ?? 0) > MAX_LAG_MS;
  }

  recordFailure(error: unknown): void {
    if (this.#isEnded || this.isPaused) return;
    this.isPaused = true;
    this.faults?.record({ upstream: UPSTREAM_NAME, route: 'reads', kind: 'failed' }, error);
    this.#retryLater();
  }

  recordLag(lagMs: number): void {
    const wasBehind = this.isBehind;
    this.lagMs = lagMs;
    if (this.isBehind && !wasBehind) this.faults?.record({ upstream: UPSTREAM_NAME, route: 'replay', kind: 'behind' });
    if (this.isBehind) return;
    for (const route of ['reads', 'replay']) this.faults?.markRecovered(UPSTREAM_NAME, route);
  }

  end(): void {
    this.#isEnded = true;
    clearTimeout(this.#timer);
  }

  #retryLater(): void {
    this.#timer = setTimeout(() => void this.#retry(), RETRY_AFTER_MS).unref();
  }

  async #retry(): Promise<void> {
    const isResponding = (await this.#probe()) !== undefined;
    if (this.#isEnded) return;
    if (!isResponding) return this.#retryLater();
    this.isPaused = false;
    this.faults?.markRecovered(UPSTREAM_NAME, 'reads');
  }
}
