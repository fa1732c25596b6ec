import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';

const WAIT_MS = { least: 20, most: 250 };
const SUSPECT_WAIT_MS = 500;
const BROKE_OFF = 'The connection broke off amid the mail';

export interface Handover {
  /** Runs just before the last line goes out; throw to keep it back. */
  handingOver(): Promise<void>;
  isSuspect: boolean;
}

/** Sends the final dot a little later: if the connection breaks off before it, the mail was surely not taken. */
export class DelayedEnd {
  isBegun = false;
  /** From here on the server may have taken the mail. */
  isOut = false;
  #isStopped = false;
  #handover = Promise.resolve();
  readonly #madeAt = performance.now();
  readonly #raw: Buffer;
  readonly #isOpen: () => boolean;
  readonly #handingOver: () => Promise<void>;
  readonly #isSuspect: boolean;

  constructor(raw: Buffer, isOpen: () => boolean, { handingOver, isSuspect }: Handover) {
    this.#raw = raw;
    this.#isOpen = isOpen;
    this.#handingOver = handingOver;
    this.#isSuspect = isSuspect;
  }

  async *read(): AsyncGenerator<Buffer> {
    this.isBegun = true;
    const askedAfterMs = performance.now() - this.#madeAt;
    yield this.#raw;
    const usualMs = Math.min(Math.max(askedAfterMs, WAIT_MS.least), WAIT_MS.most);
    await wait(this.#isSuspect ? SUSPECT_WAIT_MS : usualMs);
    this.#mustGoOn();
    this.#handover = this.#handingOver();
    await this.#handover;
    this.#mustGoOn();
    this.isOut = true;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    // Who hands over is told; here only its end counts.
    await this.#handover.catch(() => {});
  }

  #mustGoOn(): void {
    if (this.#isStopped || !this.#isOpen()) throw new Error(BROKE_OFF);
  }
}
