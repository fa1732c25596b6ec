import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';

const LONGEST_WAIT_MS = 250;
const BROKE_OFF = 'The connection broke off amid the mail';

/**
 * A mail on its way, whose last line (the dot that nodemailer adds at the end) is held back for as long as the server took
 * to ask for the content. Word of a server that breaks off amid it has come by then, so the mail is known as not taken.
 */
export class HeldBackContent {
  /** The server has asked for it. */
  isBegun = false;
  /** The last line has gone out: from here on the mail may have been taken. */
  isOut = false;
  #isStopped = false;
  #handover = Promise.resolve();
  readonly #madeAt = performance.now();
  readonly #raw: Buffer;
  readonly #isOpen: () => boolean;
  readonly #handingOver: () => Promise<void>;

  /** `handingOver` runs just before the last line; what it throws keeps the line back. */
  constructor(raw: Buffer, isOpen: () => boolean, handingOver: () => Promise<void>) {
    this.#raw = raw;
    this.#isOpen = isOpen;
    this.#handingOver = handingOver;
  }

  /** Nodemailer reads it when the server has asked for it, and not before. */
  async *read(): AsyncGenerator<Buffer> {
    this.isBegun = true;
    const askedAfterMs = performance.now() - this.#madeAt;
    yield this.#raw;
    await wait(Math.min(askedAfterMs, LONGEST_WAIT_MS));
    this.#mustGoOn();
    this.#handover = this.#handingOver();
    await this.#handover;
    this.#mustGoOn();
    this.isOut = true;
  }

  /** The last line does not go out any more, unless it has; resolves when that is certain. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#handover.catch(() => {});
  }

  #mustGoOn(): void {
    if (this.#isStopped || !this.#isOpen()) throw new Error(BROKE_OFF);
  }
}
