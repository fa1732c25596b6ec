import type { PostgresQueryResult } from 'kysely';
import pg from 'pg';
import type { HostAwareClient } from '#lib/platform/db/postgres/postgres-hosts.server.ts';
import { msLeft } from '#lib/platform/db/query/deadline.server.ts';
import type { QueryContext } from '#lib/platform/db/query/query-context.server.ts';
import type { StatementNames } from '#lib/platform/db/query/statement-names.ts';
import { DatabaseUnavailable, isStalePlan, OutcomeUnknown } from '#lib/platform/db/query/unavailable.server.ts';

/** How long a commit or rollback may always take, even after the deadline. */
const MIN_COMMIT_MS = 1_000;
/**
 * How long responses are read after the deadline. If the process was stalled, they may have arrived in time.
 */
const READ_PENDING_MS = 50;
const READ_ONLY_SQLSTATE = '25006';
/**
 * The statement that writes a message to the write-ahead log before the commit of a transaction without changes.
 * Without the message, this commit would not wait for the follower, and a failover could undo an order that a repeated
 * request has just confirmed.
 */
const EMIT_LOG_MESSAGE = "select pg_logical_emit_message(true, 'read', '')";
const TIMEOUT_SQLSTATES = new Set(['55P03', '57014']);

/** A connection for one caller, which can be used until a deadline. */
export class BorrowedClient {
  readonly #client: pg.PoolClient & HostAwareClient;
  readonly #deadline: number;
  readonly #names: StatementNames;
  readonly #context: QueryContext;
  #isLost = false;
  #isInTransaction = false;
  #hasWritten = false;

  constructor(client: pg.PoolClient & HostAwareClient, deadline: number, names: StatementNames, context: QueryContext) {
    this.#context = context;
    this.#names = names;
    this.#client = client;
    this.#deadline = deadline;
  }

  /** An object that identifies the connection, for use as a map key. */
  get connection(): object {
    return this.#client;
  }

  async query<R>(sql: string, parameters: readonly unknown[] = []): Promise<PostgresQueryResult<R>> {
    const endsTransaction = sql === 'commit' || sql === 'rollback';
    if (this.#isLost) throw new DatabaseUnavailable('the connection to the database was lost');
    if (msLeft(this.#deadline) <= 0 && sql !== 'rollback') throw new DatabaseUnavailable('the deadline has passed');
    let timer = setTimeout(
      () => {
        timer = setTimeout(() => this.#abandon(), READ_PENDING_MS);
      },
      Math.max(endsTransaction ? MIN_COMMIT_MS : 0, msLeft(this.#deadline)),
    );
    try {
      if (sql === 'commit' && this.#needsLogMessage()) await this.#client.query(EMIT_LOG_MESSAGE);
      const result = await this.#client.query<R & pg.QueryResultRow>({
        name: this.#names.nameFor(sql),
        text: sql,
        values: parameters as unknown[],
      });
      if (this.#client.isCommitUnconfirmed()) throw new OutcomeUnknown('the change is not on the follower yet');
      if (this.#isChange(sql)) this.#context.markCommitted();
      this.#isInTransaction = sql === 'begin' || (this.#isInTransaction && !endsTransaction);
      this.#recordWrite(sql, result);
      return result as unknown as PostgresQueryResult<R>;
    } catch (error) {
      if (isStalePlan(error)) this.#names.renew();
      if (isStalePlan(error) && !this.#isInTransaction) return await this.query(sql, parameters);
      throw this.#asDriverError(error, sql);
    } finally {
      clearTimeout(timer);
    }
  }

  release(mustDestroy = false): void {
    this.#client.release(this.#isLost || mustDestroy);
  }

  #recordWrite(sql: string, { command, rowCount }: pg.QueryResult): void {
    const hasWritten = this.#isInTransaction && command !== 'SELECT' && (rowCount ?? 0) > 0;
    if (hasWritten) this.#context.reportWrite(sql);
    this.#hasWritten = this.#isInTransaction && (this.#hasWritten || hasWritten);
  }

  #needsLogMessage(): boolean {
    return this.#isInTransaction && !this.#hasWritten && this.#client.hasSeveralHosts();
  }

  #abandon(): void {
    this.#isLost = true;
    this.#client.leaveHost();
    this.#client.destroySocket();
  }

  #isChange(sql: string): boolean {
    if (sql === 'commit') return true;
    return !this.#isInTransaction && !/^\s*(select|begin|rollback|show)\b/i.test(sql);
  }

  #asDriverError(error: unknown, sql: string): unknown {
    const isServerError = error instanceof pg.DatabaseError && error.severity === 'ERROR';
    if (isServerError) {
      // After a failover, writes go to another server.
      if (error.code === READ_ONLY_SQLSTATE) this.#isLost = true;
      // Commits that wait for a missing follower hold locks that other transactions wait for.
      if (TIMEOUT_SQLSTATES.has(error.code ?? '')) this.#client.leaveHost();
      return error;
    }
    if (error instanceof TypeError) return error;
    this.#isLost = true;
    if (error instanceof OutcomeUnknown) return error;
    const wasSent = !(error instanceof Error && error.message.endsWith('not queryable'));
    if (!wasSent || !this.#isChange(sql)) return asUnavailable(error);
    return new OutcomeUnknown('the database did not confirm whether the change was made', { cause: error });
  }
}

/**
 * Wraps the error of a broken connection in DatabaseUnavailable, because such an error has no code in pg. Returns
 * errors that the server reported, and errors that are wrapped already, unchanged.
 */
export function asUnavailable(error: unknown): unknown {
  if (error instanceof pg.DatabaseError || error instanceof DatabaseUnavailable) return error;
  return new DatabaseUnavailable('the database did not answer', { cause: error });
}
