import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';

/** A server and its network may be a little slower to break off than they were to answer. */
const WAIT_MS = { least: 20, most: 250 };
/** After a fault a server is given all the time that it may need to break off once more. */
const SUSPECT_WAIT_MS = 500;
const BROKE_OFF = 'The connection broke off amid the mail';

export interface Handover {
  /** Runs just before the last line goes out; what it throws keeps the line back. */
  handingOver(): Promise<void>;
  /** The server has broken off since it last took a mail. */
  isSuspect: boolean;
}

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
  readonly #isSuspect: boolean;

  constructor(raw: Buffer, isOpen: () => boolean, { handingOver, isSuspect }: Handover) {
    this.#raw = raw;
    this.#isOpen = isOpen;
    this.#handingOver = handingOver;
    this.#isSuspect = isSuspect;
  }

  /** Nodemailer reads it when the server has asked for it, and not before. */
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

  /** The last line does not go out any more, unless it has; resolves when that is certain. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    // Who hands over is told; here only its end counts.
    await this.#handover.catch(() => {});
  }

  #mustGoOn(): void {
    if (this.#isStopped || !this.#isOpen()) throw new Error(BROKE_OFF);
  }
}
