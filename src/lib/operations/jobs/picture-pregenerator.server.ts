import { setTimeout as wait } from 'node:timers/promises';
import { catalogueVersion } from '#lib/catalog/listing-index/listing-rows.server.ts';
import {
  type FirstPicture,
  type PictureContext,
  picturesOfHome,
  picturesOfProducts,
} from '#lib/operations/jobs/first-pictures.server.ts';
import { jobLease } from '#lib/operations/jobs/job-lease.server.ts';
import { contentOf } from '#lib/platform/content/content.server.ts';
import { isPictureRefusal, isPictureWorkerExited } from '#lib/platform/files/pictures/picture-errors.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { MINUTE_MS, SECOND_MS } from '#lib/primitives/durations.ts';

type PregeneratorContext = PictureContext &
  Pick<Shop, 'log' | 'now' | 'pictures' | 'diskSpace'> & { settings: Pick<Shop['settings'], 'picturesAhead'> };

const LEASE_MS = MINUTE_MS;
const PAUSE_AFTER_REQUEST_MS = 2 * SECOND_MS;

/** Prepares the first pictures of pages before they are requested, in the process that holds the lease. */
export class PicturePregenerator {
  readonly #shop: PregeneratorContext;
  readonly #preparedHomePictures = new Set<string>();
  readonly #preparedVersions = new Map<number, number>();
  readonly #brokenHashes = new Set<string>();
  #preparedState = '';
  #madeCount = 0;
  readonly #lease: ReturnType<typeof jobLease>;

  constructor(shop: PregeneratorContext) {
    this.#shop = shop;
    this.#lease = jobLease(shop, 'pictures ahead', LEASE_MS);
  }

  /**
   * Prepares pictures, from where the last round stopped. After a round that prepared all pictures, does nothing until
   * the catalogue or the owner's content changes.
   */
  async runRound(signal: AbortSignal): Promise<void> {
    if (this.#shop.settings.picturesAhead === 0) return;
    const state = await this.#currentState();
    if (state === this.#preparedState || !(await this.#shop.diskSpace.hasSpaceForOptionalFiles())) return;
    try {
      if (!(await this.#makeAll(state, signal))) return;
    } finally {
      await this.#lease.release();
    }
    this.#preparedState = state;
    if (this.#madeCount > 0) this.#shop.log.info({ made: this.#madeCount }, 'prepared pictures ahead of requests');
    this.#madeCount = 0;
  }

  async #currentState(): Promise<string> {
    const { db } = this.#shop;
    return `${await catalogueVersion(db)} ${contentOf(db).version}`;
  }

  /** Makes all pictures that are not prepared yet. Returns false if the round ends before all are prepared. */
  async #makeAll(state: string, signal: AbortSignal): Promise<boolean> {
    for await (const picture of this.#candidates()) {
      if (signal.aborted) return false;
      if (this.#canSkip(picture)) continue;
      if (!(await this.#lease.acquire()) || !(await this.#shop.diskSpace.hasSpaceForOptionalFiles())) return false;
      if (!(await this.#make(picture, signal)) || (await this.#currentState()) !== state) return false;
    }
    return true;
  }

  async *#candidates(): AsyncGenerator<FirstPicture> {
    for await (const picture of picturesOfHome(this.#shop)) {
      const key = `${picture.hash}-${picture.width}`;
      if (this.#preparedHomePictures.has(key)) continue;
      yield picture;
      this.#preparedHomePictures.add(key);
    }
    yield* picturesOfProducts(this.#shop.db, this.#shop.settings.picturesAhead, this.#preparedVersions);
  }

  #canSkip({ hash, width }: FirstPicture): boolean {
    const { pictures } = this.#shop;
    return this.#brokenHashes.has(hash) || pictures.isResized(hash, width, 'avif') || !pictures.has(hash);
  }

  /** Makes a picture, or logs that it is broken. Returns false if `signal` aborts. */
  async #make({ hash, width }: FirstPicture, signal: AbortSignal): Promise<boolean> {
    try {
      while (!(await this.#shop.pictures.pregenerate(hash, width, 'avif', signal))) {
        if (signal.aborted) return false;
        await wait(PAUSE_AFTER_REQUEST_MS, undefined, { signal });
      }
      this.#madeCount++;
    } catch (err) {
      if (signal.aborted) return false;
      if (!isPictureRefusal(err) && !isPictureWorkerExited(err)) throw err;
      this.#brokenHashes.add(hash);
      this.#shop.log.warn({ err, hash, width }, 'a picture could not be prepared');
    }
    return true;
  }
}
