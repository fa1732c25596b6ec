import { MAX_LAG_MS } from '#lib/platform/db/standby/replay-bound.ts';

const PAUSE_MS = 5_000;
const NAME = 'standby';

export interface Faults {
  note(fault: { upstream: string; route: string; kind: 'failed' | 'behind' }, error?: unknown): void;
  markRecovered(upstream: string, route: string): void;
}

/** Stops using a standby at its first failure, because the primary can answer as well, and resumes automatically. */
export class StandbyTrouble {
  readonly #tryOut: () => Promise<number | undefined>;
  #faults: Faults | undefined;
  #isLeft = false;
  #lagMs: number | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isOver = false;

  /** `tryOut` returns a value if the standby responds. */
  constructor(tryOut: () => Promise<number | undefined>) {
    this.#tryOut = tryOut;
  }

  get isLeft(): boolean {
    return this.#isLeft;
  }

  get isBehind(): boolean {
    return (this.#lagMs ?? 0) > MAX_LAG_MS;
  }

  get lagMs(): number | undefined {
    return this.#lagMs;
  }

  reportTo(faults: Faults): void {
    this.#faults = faults;
  }

  note(error: unknown): void {
    if (this.#isOver || this.#isLeft) return;
    this.#isLeft = true;
    this.#faults?.note({ upstream: NAME, route: 'reads', kind: 'failed' }, error);
    this.#tryLater();
  }

  noteLag(ms: number): void {
    const wasBehind = this.isBehind;
    this.#lagMs = ms;
    if (this.isBehind && !wasBehind) this.#faults?.note({ upstream: NAME, route: 'replay', kind: 'behind' });
    if (this.isBehind) return;
    for (const route of ['reads', 'replay']) this.#faults?.markRecovered(NAME, route);
  }

  end(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
  }

  #tryLater(): void {
    this.#timer = setTimeout(() => void this.#tryAgain(), PAUSE_MS).unref();
  }

  async #tryAgain(): Promise<void> {
    const isWell = (await this.#tryOut()) !== undefined;
    if (this.#isOver) return;
    if (!isWell) return this.#tryLater();
    this.#isLeft = false;
    this.#faults?.markRecovered(NAME, 'reads');
  }
}
