import type { Kysely, PostgresQueryResult } from 'kysely';
import type { BorrowedClient } from '#lib/platform/db/postgres/postgres-client.server.ts';
import { PostgresPool } from '#lib/platform/db/postgres/postgres-pool.server.ts';
import type { Limits } from '#lib/platform/db/query/limits.ts';
import type { QueryContext, StaleReads } from '#lib/platform/db/query/query-context.server.ts';
import type { Tables } from '#lib/platform/db/query/tables.ts';
import { ReplayBound } from '#lib/platform/db/standby/replay-bound.ts';
import { replayedBy, type StandbyFacts, standbyFacts } from '#lib/platform/db/standby/standby-facts.server.ts';
import { type Faults, StandbyHealth } from '#lib/platform/db/standby/standby-health.server.ts';
import { StandbyWatch } from '#lib/platform/db/standby/standby-watch.server.ts';
import { codeOf } from '#lib/platform/errors/error-code.ts';

/** Limits for a page's wait before it uses the primary. */
const LIMITS: Limits = { totalMs: 1_500, statementMs: 1_400, lockMs: 1_000, idleMs: 1_000 };
const CONNECTIONS = 10;
/** A standby that lagged is not checked again for this time: most standbys lag by a few milliseconds. */
const RECHECK_AFTER_MS = 50;
/** The standby has cancelled a statement because the primary removed rows that it needed. */
const CONFLICT = '40001';
export const PRIMARY = 'primary';

export interface KnownBound {
  database: string;
  minPosition: number;
}

/**
 * A standby is used only while it has replayed all changes seen on the primary, so that pages are not older than
 * invalidated tags.
 */
export class Standby {
  readonly health: StandbyHealth;
  readonly answered = { byStandby: 0, byPrimary: 0 };
  readonly #bound = new ReplayBound();
  readonly #watch: StandbyWatch;
  readonly #pool: PostgresPool;
  readonly #facts = new WeakMap<object, StandbyFacts>();
  #database: string | undefined;
  #behindUntil = 0;

  constructor(url: string, context: QueryContext) {
    this.#pool = new PostgresPool(url, context, CONNECTIONS, LIMITS, async (client) => {
      this.#facts.set(client, await standbyFacts(client, this.#database));
    });
    this.health = new StandbyHealth(() => this.#replayed());
    this.#watch = new StandbyWatch(this.#bound, {
      identified: (database) => {
        this.#database = database;
      },
      replayed: () => (this.health.isPaused ? Promise.resolve(undefined) : this.#replayed()),
      lagged: (ms) => this.health.noteLag(ms),
    });
  }

  /** For the process that reads invalidations. Call it after migrations, so that reads wait for their changes. */
  begin(primary: Kysely<Tables>): void {
    this.#watch.begin(primary);
  }

  reportTo(faults: Faults): void {
    this.health.reportTo(faults);
  }

  /** For a thread: applies the state that the process has sent. */
  follow(known: KnownBound | undefined): void {
    this.#database = known?.database;
    if (known) this.#bound.raise(known.minPosition);
    else this.#bound.forget();
  }

  get known(): KnownBound | undefined {
    const minPosition = this.#bound.minPosition(performance.now());
    return this.#database === undefined || minPosition === undefined
      ? undefined
      : { database: this.#database, minPosition };
  }

  /** Called with the state for threads, whenever it changes. */
  listen(listener: (known: KnownBound | undefined) => void): () => void {
    return this.#watch.listen(() => listener(this.known));
  }

  /** Call it before pages are rendered again because of changes. */
  sawChanges(): void {
    this.#watch.sawChanges();
  }

  get isInUse(): boolean {
    return !this.health.isPaused && !this.health.isBehind && this.#bound.isKnown;
  }

  get lagMs(): number | undefined {
    return this.health.isPaused ? undefined : this.health.lagMs;
  }

  /** `undefined` if the primary must be used, for this and all later reads of the same work. */
  async query<R>(
    reads: StaleReads,
    sql: string,
    parameters: readonly unknown[],
  ): Promise<PostgresQueryResult<R> | undefined> {
    const result = this.#mayRequest(reads) ? await this.#queryStandby<R>(reads, sql, parameters) : undefined;
    if (!result) reads.server = PRIMARY;
    this.answered[result ? 'byStandby' : 'byPrimary'] += 1;
    return result;
  }

  async end(): Promise<void> {
    this.#watch.end();
    this.health.end();
    await this.#pool.end();
  }

  #mayRequest({ server }: StaleReads): boolean {
    return server !== PRIMARY && !this.health.isPaused && performance.now() >= this.#behindUntil && this.#bound.isKnown;
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
      if (codeOf(error) !== CONFLICT) this.health.note(error);
      return undefined;
    } finally {
      client?.release();
    }
  }

  async #isUpToDate(client: BorrowedClient, facts: StandbyFacts): Promise<boolean> {
    const isEnough = () => facts.replayed >= (this.#bound.minPosition(performance.now()) ?? Number.POSITIVE_INFINITY);
    if (isEnough()) return true;
    facts.replayed = await replayedBy(client);
    if (!isEnough()) this.#behindUntil = performance.now() + RECHECK_AFTER_MS;
    return isEnough();
  }

  async #replayed(): Promise<number | undefined> {
    try {
      const client = await this.#pool.connect();
      return await replayedBy(client).finally(() => client.release());
    } catch (error) {
      this.health.note(error);
      return undefined;
    }
  }
}
