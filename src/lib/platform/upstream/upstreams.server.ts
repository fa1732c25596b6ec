import { AsyncLocalStorage } from 'node:async_hooks';
import { joinRunning } from '#lib/platform/concurrency/join-running.ts';
import { FaultLog, type UpstreamLog } from '#lib/platform/upstream/fault-log.server.ts';
import { newUpstream, type Upstream, type UpstreamOptions } from '#lib/platform/upstream/upstream.server.ts';

/**
 * External services. Code that occupies a render slot must not call them, because a slow service would block all pages.
 */
export class Upstreams {
  /** The log of faults, including those of services that are not called through this class, such as the mail server. */
  readonly faults: FaultLog;
  readonly #log: UpstreamLog | undefined;
  readonly #byName = new Map<string, Upstream>();
  readonly #renderSlot = new AsyncLocalStorage<true | undefined>();
  readonly #backgroundWork = new Map<string, Promise<void>>();

  constructor(log?: UpstreamLog, faults = new FaultLog(log)) {
    this.#log = log;
    this.faults = faults;
  }

  get(name: string, options: UpstreamOptions): Upstream {
    const existingUpstream = this.#byName.get(name);
    if (existingUpstream) return existingUpstream;
    const assertMayCall = () => {
      if (this.#renderSlot.getStore()) throw new Error(`${name} must not be called in a render slot`);
    };
    const upstream = newUpstream(name, options, { faults: this.faults, log: this.#log, assertMayCall });
    this.#byName.set(name, upstream);
    return upstream;
  }

  /** Runs `work` in a render slot, in which calls to external services throw an error. */
  inRenderSlot<T>(work: () => Promise<T>): Promise<T> {
    return this.#renderSlot.run(true, work);
  }

  /**
   * Starts `work` outside the render slot, unless work with this key is already running. Logs the errors of `work` with
   * the first word of the key.
   */
  inBackground(key: string, work: () => Promise<void>): void {
    void joinRunning(this.#backgroundWork, key, () =>
      this.#renderSlot
        .run(undefined, work)
        .catch((error: unknown) =>
          this.#log?.warn({ err: error, work: key.split(' ', 1)[0] }, 'background work failed'),
        ),
    );
  }

  /** Waits until background work has ended and faults are stored. Must be awaited before the database is closed. */
  async settled(): Promise<void> {
    while (this.#backgroundWork.size > 0) await Promise.all(this.#backgroundWork.values());
    await this.faults.settled();
  }
}
