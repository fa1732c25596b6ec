import { type Priority, WeightedSemaphore } from '#lib/platform/concurrency/weighted-semaphore.ts';
import { isPictureWorkerExited } from '#lib/platform/files/pictures/picture-errors.ts';
import { decodedBytes, type PictureHeader } from '#lib/platform/files/pictures/picture-header.ts';
import {
  type PictureTask,
  PictureWorker,
  type TaskInput,
  type TaskLimits,
  type TaskResult,
} from '#lib/platform/files/pictures/picture-worker.server.ts';
import { MINUTE_MS } from '#lib/primitives/durations.ts';

const MEGABYTE = 1024 * 1024;
/** The memory for the decoder, the encoder and buffers, in addition to the decoded picture. */
const WORKING_BYTES = 24_000_000;
const MEMORY_BUDGET_BYTES = 72_000_000;
const MAX_CONCURRENT = 2;
const MAX_WAITING = 500;
const HEADER_MEMORY_BYTES = 8_000_000;

const VISITOR_LIMITS: TaskLimits = { timeMs: 45_000, maxBytes: 220 * MEGABYTE };
const OWNER_LIMITS: TaskLimits = { timeMs: 60_000, maxBytes: 1_200 * MEGABYTE };
/** Pictures that are made in advance may wait a long time for the CPU. */
const BACKGROUND_LIMITS: TaskLimits = { ...OWNER_LIMITS, timeMs: 10 * MINUTE_MS };

type MakingTask = Exclude<PictureTask, 'header'>;
const LIMITS: Record<MakingTask, TaskLimits> = {
  reencode: VISITOR_LIMITS,
  square: VISITOR_LIMITS,
  master: OWNER_LIMITS,
  crop: OWNER_LIMITS,
  drawing: VISITOR_LIMITS,
  resize: OWNER_LIMITS,
  preview: OWNER_LIMITS,
};

/**
 * A browser shows a placeholder until a picture is resized, and only crawlers request previews, so nobody waits for
 * them. Other tasks delay a form or a command.
 */
const PRIORITIES: Partial<Record<MakingTask, Priority>> = { resize: 'low', preview: 'low' };

interface MakeOptions {
  /** The result of `readHeader` for the source, if known. */
  header?: PictureHeader;
  priority?: Priority;
}

/**
 * Decodes requested and uploaded pictures in one process with one memory budget, and pictures that are made in advance
 * in another process.
 */
export class PictureMaker {
  readonly worker = new PictureWorker();
  readonly #backgroundWorker: PictureWorker;
  #requestCount = 0;
  #pendingCount = 0;
  readonly #semaphore = new WeightedSemaphore(MEMORY_BUDGET_BYTES, MAX_CONCURRENT, MAX_WAITING);

  /** `background` makes pictures in advance, before they are requested. */
  constructor({ background = new PictureWorker({ hasLowPriority: true }) } = {}) {
    this.#backgroundWorker = background;
  }

  /** Whether a new picture would have to wait for several other pictures. */
  get isBusy(): boolean {
    return this.#pendingCount > 2 * MAX_CONCURRENT;
  }

  /** Returns undefined if too many pictures are waiting. Throws the errors of `PictureWorker.run`. */
  readHeader(source: string | Uint8Array, priority?: Priority): Promise<PictureHeader | undefined> {
    return this.#preemptBackground(() =>
      this.#semaphore.run(HEADER_MEMORY_BYTES, () => this.worker.run('header', { source }, VISITOR_LIMITS), priority),
    );
  }

  /** Runs a task. Returns undefined if too many pictures are waiting. Throws the errors of `PictureWorker.run`. */
  async make<Name extends MakingTask>(
    name: Name,
    input: TaskInput<Name>,
    { header: knownHeader, priority = PRIORITIES[name] }: MakeOptions = {},
  ): Promise<TaskResult<Name> | undefined> {
    const header = knownHeader ?? (await this.readHeader(input.source, priority));
    if (!header) return undefined;
    const task = () => this.worker.run(name, input, LIMITS[name]);
    return this.#preemptBackground(() => this.#semaphore.run(WORKING_BYTES + decodedBytes(header), task, priority));
  }

  /**
   * Resizes a master in advance. Returns undefined if another picture is needed before the master is
   * resized, or if `signal` aborts.
   */
  async pregenerate(input: TaskInput<'resize'>, signal: AbortSignal): Promise<TaskResult<'resize'> | undefined> {
    if (this.#pendingCount > 0 || signal.aborted) return undefined;
    const requestCount = this.#requestCount;
    const endWorker = () => this.#backgroundWorker.end();
    signal.addEventListener('abort', endWorker);
    try {
      return await this.#backgroundWorker.run('resize', input, BACKGROUND_LIMITS);
    } catch (error) {
      if (isPictureWorkerExited(error) && (this.#requestCount > requestCount || signal.aborted)) return undefined;
      throw error;
    } finally {
      signal.removeEventListener('abort', endWorker);
    }
  }

  /** Stops making pictures in advance, because that would also need memory, and runs `work`. */
  async #preemptBackground<T>(work: () => Promise<T>): Promise<T> {
    this.#requestCount++;
    this.#pendingCount++;
    this.#backgroundWorker.end();
    return work().finally(() => this.#pendingCount--);
  }
}
