import { migrationProblem } from '#lib/platform/db/migrator/migrate.server.ts';
import { deadlineIn, within } from '#lib/platform/db/query/deadline.server.ts';
import { codeOf } from '#lib/platform/errors/error-code.ts';
import { writeToDatabase, writeToDisk } from '#lib/platform/health/write-probe.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';

const GOOD_FOR_MS = 5_000;
const BAD_FOR_MS = 1_000;
const ANSWER_WITHIN_MS = 2_000;
/** Many requests may delay one check; a balancer that removes a busy process moves its visitors to the next. */
const BELIEVED_FOR_MS = 15_000;

type Probed = Pick<Shop, 'db' | 'now' | 'settings'>;

interface Look {
  problem: string | undefined;
  atMs: number;
}

/** `pages`: only reading; a full disk, or a read-only database, does not count. */
type RequestedFor = 'all' | 'pages';

export class Readiness {
  readonly #shop: Probed;
  readonly #requestedFor: RequestedFor;
  #last: Look | undefined;
  #underWay: Promise<string | undefined> | undefined;

  constructor(shop: Probed, requestedFor: RequestedFor = 'all') {
    this.#shop = shop;
    this.#requestedFor = requestedFor;
  }

  /** `undefined` if everything works. Returns within two seconds, whatever hangs. */
  async problem(): Promise<string | undefined> {
    const last = this.#last;
    const ageMs = last ? performance.now() - last.atMs : Number.POSITIVE_INFINITY;
    if (last && ageMs < (last.problem ? BAD_FOR_MS : GOOD_FOR_MS)) return last.problem;
    this.#underWay ??= this.#look().finally(() => {
      this.#underWay = undefined;
    });
    const problem = await within(deadlineIn(ANSWER_WITHIN_MS), this.#underWay);
    if (problem !== 'late') return problem;
    if (last && last.problem === undefined && ageMs < BELIEVED_FOR_MS) return undefined;
    return last?.problem ?? 'the database or the disk does not answer in time';
  }

  async #look(): Promise<string | undefined> {
    const [database, disk] = await Promise.all([this.#tryDatabase(), this.#requestedFor === 'all' && this.#tryDisk()]);
    const problem = database ?? (disk || undefined);
    this.#last = { problem, atMs: performance.now() };
    return problem;
  }

  async #tryDatabase(): Promise<string | undefined> {
    const { db, now } = this.#shop;
    try {
      const problem = await migrationProblem(db);
      if (problem) return problem;
    } catch {
      // The response says it, and each request that fails because of it is logged.
      return 'the database does not answer';
    }
    if (this.#requestedFor === 'pages') return undefined;
    return works(writeToDatabase(db, now()), 'the database can’t be written to');
  }

  #tryDisk(): Promise<string | undefined> {
    return works(writeToDisk(this.#shop.settings.dataDir), 'nothing can be written to DATA_DIR');
  }
}

async function works(work: Promise<void>, otherwise: string): Promise<string | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    const code = codeOf(error);
    return code ? `${otherwise} (${code})` : otherwise;
  }
}
