import type { Kysely, PostgresQueryResult } from 'kysely';
import type { BorrowedClient } from '#lib/platform/db/postgres/postgres-client.server.ts';
import { PostgresPool } from '#lib/platform/db/postgres/postgres-pool.server.ts';
import type { Limits } from '#lib/platform/db/query/limits.ts';
import { PRIMARY, type QueryContext, type StaleReads } from '#lib/platform/db/query/query-context.server.ts';
import type { Tables } from '#lib/platform/db/query/tables.ts';
import { ReplayBound } from '#lib/platform/db/standby/replay-bound.ts';
import {
  readReplayedPosition,
  readStandbyFacts,
  type StandbyFacts,
} from '#lib/platform/db/standby/standby-facts.server.ts';
import { StandbyHealth } from '#lib/platform/db/standby/standby-health.server.ts';
import { StandbyWatch } from '#lib/platform/db/standby/standby-watch.server.ts';
import { codeOf } from '#lib/platform/errors/error-code.ts';

/** Limits on the time that a page waits for the standby before it uses the primary. */
const LIMITS: Limits = { totalMs: 1_500, statementMs: 1_400, lockMs: 1_000, idleMs: 1_000 };
const MAX_CONNECTIONS = 10;
/** The time after which a standby that lags is checked again. Most standbys lag by a few milliseconds. */
const RECHECK_AFTER_MS = 50;
/** The SQLSTATE with which a standby cancels a statement because the primary has removed rows that it needs. */
const CONFLICT_SQLSTATE = '40001';

/** What a thread needs to use the standby: which database it copies, and the position that it must have replayed. */
export interface StandbyBound {
  databaseIdentity: string;
  minPosition: number;
}

/**
 * A standby, which is used only while it has replayed all changes seen on the primary, so that no page is older than
 * the last invalidation of its tags.
 */
export class Standby {
  readonly health: StandbyHealth;
  readonly readCounts = { byStandby: 0, byPrimary: 0 };
  readonly #bound = new ReplayBound();
  readonly #watch: StandbyWatch;
  readonly #pool: PostgresPool;
  readonly #facts = new WeakMap<object, StandbyFacts>();
  #databaseIdentity: string | undefined;
  #recheckAt = 0;

  constructor(url: string, context: QueryContext) {
    this.#pool = new PostgresPool(url, context, MAX_CONNECTIONS, LIMITS, async (client) => {
      this.#facts.set(client, await readStandbyFacts(client, this.#databaseIdentity));
    });
    this.health = new StandbyHealth(() => this.#readReplayedPosition());
    this.#watch = new StandbyWatch(this.#bound, {
      onIdentified: (databaseIdentity) => {
        this.#databaseIdentity = databaseIdentity;
      },
      readReplayedPosition: () => (this.health.isPaused ? Promise.resolve(undefined) : this.#readReplayedPosition()),
      onLag: (lagMs) => this.health.recordLag(lagMs),
    });
  }

  /**
   * Starts to watch the primary. Call this in the process that reads invalidations, and only after migrations, so that
   * the standby is not used until it has replayed the migrations.
   */
  begin(primary: Kysely<Tables>): void {
    this.#watch.begin(primary);
  }

  /** Applies the bound that the process has sent to this thread. */
  applyBound(bound: StandbyBound | undefined): void {
    this.#databaseIdentity = bound?.databaseIdentity;
    this.#bound.position = bound?.minPosition;
  }

  get bound(): StandbyBound | undefined {
    const minPosition = this.#bound.minPosition(performance.now());
    return this.#databaseIdentity === undefined || minPosition === undefined
      ? undefined
      : { databaseIdentity: this.#databaseIdentity, minPosition };
  }

  /**
   * Calls `listener` with the bound for threads whenever the bound may have changed. Returns a function that removes
   * the listener.
   */
  listen(listener: (bound: StandbyBound | undefined) => void): () => void {
    return this.#watch.listen(() => listener(this.bound));
  }

  /** Records that the data has changed. Call this before pages are rendered again because of the changes. */
  recordChanges(): void {
    this.#watch.recordChanges();
  }

  get isInUse(): boolean {
    return !this.health.isPaused && !this.health.isBehind && this.#bound.position !== undefined;
  }

  get lagMs(): number | undefined {
    return this.health.isPaused ? undefined : this.health.lagMs;
  }

  /**
   * Returns the result of a query on the standby. Returns undefined if the primary must be used, for this and all later
   * reads of the same unit of work.
   */
  async query<R>(
    reads: StaleReads,
    sql: string,
    parameters: readonly unknown[],
  ): Promise<PostgresQueryResult<R> | undefined> {
    const result = this.#mayQuery(reads) ? await this.#queryStandby<R>(reads, sql, parameters) : undefined;
    if (!result) reads.server = PRIMARY;
    this.readCounts[result ? 'byStandby' : 'byPrimary'] += 1;
    return result;
  }

  async end(): Promise<void> {
    this.#watch.end();
    this.health.end();
    await this.#pool.end();
  }

  #mayQuery({ server }: StaleReads): boolean {
    if (server === PRIMARY || this.health.isPaused || this.#bound.position === undefined) return false;
    return performance.now() >= this.#recheckAt;
  }

  async #queryStandby<R>(reads: StaleReads, sql: string, parameters: readonly unknown[]) {
    let client: BorrowedClient | undefined;
    try {
      client = await this.#pool.connect();
      const facts = this.#facts.get(client.connection);
      if (!facts || facts.server !== (reads.server ?? facts.server) || !(await this.#isUpToDate(client, facts)))
        return undefined;
      reads.server = facts.server;
      return await client.query<R>(sql, parameters);
    } catch (error) {
      if (codeOf(error) !== CONFLICT_SQLSTATE) this.health.recordFailure(error);
      return undefined;
    } finally {
      client?.release();
    }
  }

  async #isUpToDate(client: BorrowedClient, facts: StandbyFacts): Promise<boolean> {
    const hasReached = () =>
      facts.replayedPosition >= (this.#bound.minPosition(performance.now()) ?? Number.POSITIVE_INFINITY);
    if (hasReached()) return true;
    facts.replayedPosition = await readReplayedPosition(client);
    if (!hasReached()) this.#recheckAt = performance.now() + RECHECK_AFTER_MS;
    return hasReached();
  }

  async #readReplayedPosition(): Promise<number | undefined> {
    try {
      const client = await this.#pool.connect();
      return await readReplayedPosition(client).finally(() => client.release());
    } catch (error) {
      this.health.recordFailure(error);
      return undefined;
    }
  }
}
