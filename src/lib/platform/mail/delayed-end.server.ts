import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';

const WAIT_MS = { min: 20, max: 250 };
const WAIT_AFTER_FAILURE_MS = 500;
const CONNECTION_LOST = 'The connection was lost while the email was being sent';

export interface Handover {
  /** Called just before the last line of the email is sent. If it throws, the line is not sent. */
  beforeHandover(): Promise<void>;
  /** Whether the last attempts to send emails have failed. A longer delay is then needed. */
  hasFailedBefore: boolean;
}

/**
 * Delays the last line of an email: if the connection is lost during the delay, the server has certainly not accepted
 * the email.
 */
export class DelayedEnd {
  hasStarted = false;
  /** Whether the server may have accepted the email. */
  isHandedOver = false;
  #isStopped = false;
  #handover = Promise.resolve();
  readonly #createdAt = performance.now();
  readonly #raw: Buffer;
  readonly #isOpen: () => boolean;
  readonly #options: Handover;

  constructor(raw: Buffer, isOpen: () => boolean, options: Handover) {
    this.#raw = raw;
    this.#isOpen = isOpen;
    this.#options = options;
  }

  async *read(): AsyncGenerator<Buffer> {
    this.hasStarted = true;
    const roundTripMs = performance.now() - this.#createdAt;
    yield this.#raw;
    const usualMs = Math.min(Math.max(roundTripMs, WAIT_MS.min), WAIT_MS.max);
    await wait(this.#options.hasFailedBefore ? WAIT_AFTER_FAILURE_MS : usualMs);
    this.#assertOpen();
    this.#handover = this.#options.beforeHandover();
    await this.#handover;
    this.#assertOpen();
    this.isHandedOver = true;
  }

  /** Prevents the handover or, if it has begun, waits for its end. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    // `read` throws the errors of the handover.
    await this.#handover.catch(() => {});
  }

  #assertOpen(): void {
    if (this.#isStopped || !this.#isOpen()) throw new Error(CONNECTION_LOST);
  }
}
