import { type Priority, WeightedSemaphore } from '#lib/platform/concurrency/weighted-semaphore.ts';
import { isPictureWorkerGone } from '#lib/platform/files/pictures/picture-errors.ts';
import { decodedBytes, type PictureHead } from '#lib/platform/files/pictures/picture-head.ts';
import {
  type PictureTask,
  PictureWorker,
  type TaskBounds,
  type TaskInput,
  type TaskResult,
} from '#lib/platform/files/pictures/picture-worker.server.ts';
import { MINUTE_MS } from '#lib/primitives/durations.ts';

const MEGABYTE = 1024 * 1024;
/** For decoder, encoder and buffers, in addition to the picture. */
const WORKING_BYTES = 24_000_000;
const BUDGET_BYTES = 72_000_000;
const MAX_CONCURRENT = 2;
const MAX_WAITING = 500;
const HEAD_BYTES = 8_000_000;

const VISITOR_BOUNDS: TaskBounds = { timeMs: 45_000, maxBytes: 220 * MEGABYTE };
const OWNER_BOUNDS: TaskBounds = { timeMs: 60_000, maxBytes: 1_200 * MEGABYTE };
/** Pictures that are made ahead may wait long for CPU time. */
const BACKGROUND_BOUNDS: TaskBounds = { ...OWNER_BOUNDS, timeMs: 10 * MINUTE_MS };

type MakingTask = Exclude<PictureTask, 'head'>;
const BOUNDS: Record<MakingTask, TaskBounds> = {
  reencode: VISITOR_BOUNDS,
  square: VISITOR_BOUNDS,
  master: OWNER_BOUNDS,
  crop: OWNER_BOUNDS,
  drawing: VISITOR_BOUNDS,
  width: OWNER_BOUNDS,
  preview: OWNER_BOUNDS,
};

/**
 * A browser shows a placeholder for a resized picture, and nobody waits for a crawler's preview. Other tasks block a
 * form or a command.
 */
const PRIORITIES: Partial<Record<MakingTask, Priority>> = { width: 'low', preview: 'low' };

interface MakeOptions {
  /** The result of `readHead` for the source, if known. */
  head?: PictureHead;
  priority?: Priority;
}

/** Decodes all pictures, with one process and one memory budget. */
export class PictureMaker {
  readonly worker = new PictureWorker();
  readonly #background: PictureWorker;
  #requestCount = 0;
  #pending = 0;
  readonly #semaphore = new WeightedSemaphore(BUDGET_BYTES, MAX_CONCURRENT, MAX_WAITING);

  /** `background` makes pictures ahead, before they are requested. */
  constructor({ background = new PictureWorker({ hasLowPriority: true }) } = {}) {
    this.#background = background;
  }

  /** Whether a new picture would have to wait for several others. */
  get isCrowded(): boolean {
    return this.#pending > 2 * MAX_CONCURRENT;
  }

  /** `undefined` if too many pictures wait. Throws PictureRefusal if it is not a picture. */
  readHead(source: string | Uint8Array, priority?: Priority): Promise<PictureHead | undefined> {
    return this.#preemptBackground(() =>
      this.#semaphore.run(HEAD_BYTES, () => this.worker.run('head', { source }, VISITOR_BOUNDS), priority),
    );
  }

  async make<Name extends MakingTask>(
    name: Name,
    input: TaskInput<Name>,
    { head: known, priority = PRIORITIES[name] }: MakeOptions = {},
  ): Promise<TaskResult<Name> | undefined> {
    const head = known ?? (await this.readHead(input.source, priority));
    if (!head) return undefined;
    const task = () => this.worker.run(name, input, BOUNDS[name]);
    return this.#preemptBackground(() => this.#semaphore.run(WORKING_BYTES + decodedBytes(head), task, priority));
  }

  /**
   * Resizes a master before it is requested. `undefined` if a visitor needs a picture before that is done, or if
   * `signal` aborts.
   */
  async makeAhead(input: TaskInput<'width'>, signal: AbortSignal): Promise<TaskResult<'width'> | undefined> {
    if (this.#pending > 0 || signal.aborted) return undefined;
    const requestCount = this.#requestCount;
    const end = () => this.#background.end();
    signal.addEventListener('abort', end);
    try {
      return await this.#background.run('width', input, BACKGROUND_BOUNDS);
    } catch (error) {
      if (isPictureWorkerGone(error) && (this.#requestCount > requestCount || signal.aborted)) return undefined;
      throw error;
    } finally {
      signal.removeEventListener('abort', end);
    }
  }

  /** Runs `work` and stops making pictures ahead, which would need memory. */
  async #preemptBackground<T>(work: () => Promise<T>): Promise<T> {
    this.#requestCount++;
    this.#pending++;
    this.#background.end();
    return work().finally(() => this.#pending--);
  }
}
