import { WeightedSemaphore } from '#lib/platform/cache/weighted-semaphore.ts';
import { heldBytes, type PictureHead } from '#lib/platform/files/picture-head.ts';
import {
  type PictureTask,
  PictureWorker,
  type TaskBounds,
  type TaskInput,
  type TaskResult,
} from '#lib/platform/files/picture-worker.server.ts';

const MEGABYTE = 1024 * 1024;
/** What a decoder, an encoder and their buffers take beside the picture itself. */
const WORKING_BYTES = 24_000_000;
/** Held at once in all pictures together: one heavy one, or two of the usual. */
const BUDGET_BYTES = 72_000_000;
const AT_ONCE = 2;
const WAITING = 500;
const LOOK_BYTES = 8_000_000;

/** A stranger's picture takes a second where nothing else runs; the estimate of its bytes is generous, so this is met only by what deceives it. */
const STRANGERS: TaskBounds = { timeMs: 45_000, mostBytes: 220 * MEGABYTE };
/** An owner's own may be a large photograph, and its AVIF takes a slow machine its time. */
const OWNERS: TaskBounds = { timeMs: 60_000, mostBytes: 1_200 * MEGABYTE };

type MakingTask = Exclude<PictureTask, 'look'>;
const BOUNDS: Record<MakingTask, TaskBounds> = {
  redraw: STRANGERS,
  square: STRANGERS,
  master: OWNERS,
  width: OWNERS,
  preview: OWNERS,
};

/** The one way to the pixels of any picture, whoever brought it: one process, and one budget of bytes in flight. */
export class PictureMaker {
  readonly worker = new PictureWorker();
  readonly #gate = new WeightedSemaphore(BUDGET_BYTES, AT_ONCE, WAITING);

  /** What the head of a picture says; `undefined` when too many wait. Throws a PictureRefusal for what is no picture. */
  look(source: string | Uint8Array): Promise<PictureHead | undefined> {
    return this.#gate.run(LOOK_BYTES, () => this.worker.run('look', { source }, STRANGERS));
  }

  /** Does a task when there is room for it; `undefined` when too many wait. Throws as `PictureWorker.run`. */
  async make<Name extends MakingTask>(
    name: Name,
    input: TaskInput<Name>,
    known?: PictureHead,
  ): Promise<TaskResult<Name> | undefined> {
    const head = known ?? (await this.look(input.source));
    if (!head) return undefined;
    return this.#gate.run(WORKING_BYTES + heldBytes(head), () => this.worker.run(name, input, BOUNDS[name]));
  }
}
