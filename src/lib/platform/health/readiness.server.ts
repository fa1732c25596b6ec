import { migrationProblem } from '#lib/platform/db/migrator/migrate.server.ts';
import { deadlineIn, within } from '#lib/platform/db/query/deadline.server.ts';
import { codeOf } from '#lib/platform/errors/error-code.ts';
import { probeDatabaseWrite, probeDiskWrite } from '#lib/platform/health/write-probe.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';

const SUCCESS_VALID_MS = 5_000;
const PROBLEM_VALID_MS = 1_000;
const MAX_WAIT_MS = 2_000;
/**
 * How long a success stays valid if later checks time out. If the load balancer removed a busy process, the other
 * processes would be overloaded.
 */
const MAX_TRUSTED_MS = 15_000;

type ProbedShop = Pick<Shop, 'db' | 'now' | 'settings'>;

/**
 * `all` also checks that data can be written. `pages` checks only that data can be read, so that a full disk or a
 * read-only database is not a problem.
 */
type Scope = 'all' | 'pages';

/** Checks whether this process can handle requests. The result is reused for a few seconds. */
export class Readiness {
  readonly #shop: ProbedShop;
  readonly #scope: Scope;
  #lastCheck: { problem: string | undefined; atMs: number } | undefined;
  #runningCheck: Promise<string | undefined> | undefined;

  constructor(shop: ProbedShop, scope: Scope = 'all') {
    this.#shop = shop;
    this.#scope = scope;
  }

  /**
   * Returns the reason why this process is not ready, or undefined if everything works. Returns within two
   * seconds, even if the database or the disk hangs.
   */
  async problem(): Promise<string | undefined> {
    const lastCheck = this.#lastCheck;
    const ageMs = lastCheck ? performance.now() - lastCheck.atMs : Number.POSITIVE_INFINITY;
    if (lastCheck && ageMs < (lastCheck.problem ? PROBLEM_VALID_MS : SUCCESS_VALID_MS)) return lastCheck.problem;
    this.#runningCheck ??= this.#check().finally(() => {
      this.#runningCheck = undefined;
    });
    const problem = await within(deadlineIn(MAX_WAIT_MS), this.#runningCheck);
    if (problem !== 'timed out') return problem;
    if (lastCheck && lastCheck.problem === undefined && ageMs < MAX_TRUSTED_MS) return undefined;
    return lastCheck?.problem ?? 'the database or the disk does not answer in time';
  }

  async #check(): Promise<string | undefined> {
    const [databaseProblem, diskProblem] = await Promise.all([
      this.#databaseProblem(),
      this.#scope === 'all' &&
        problemOf(probeDiskWrite(this.#shop.settings.dataDir), 'nothing can be written to DATA_DIR'),
    ]);
    const problem = databaseProblem ?? (diskProblem || undefined);
    this.#lastCheck = { problem, atMs: performance.now() };
    return problem;
  }

  async #databaseProblem(): Promise<string | undefined> {
    const { db, now } = this.#shop;
    try {
      const problem = await migrationProblem(db);
      if (problem) return problem;
    } catch {
      // The response reports the problem, and each request that fails because of it is logged.
      return 'the database does not answer';
    }
    if (this.#scope === 'pages') return undefined;
    return problemOf(probeDatabaseWrite(db, now()), 'the database can’t be written to');
  }
}

async function problemOf(work: Promise<void>, message: string): Promise<string | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    const code = codeOf(error);
    return code ? `${message} (${code})` : message;
  }
}
