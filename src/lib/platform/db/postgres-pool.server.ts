import pg from 'pg';
import { deadlineIn, within } from '#lib/platform/db/deadline.server.ts';
import type { Limits } from '#lib/platform/db/limits.ts';
import { BorrowedClient, unanswered } from '#lib/platform/db/postgres-client.server.ts';
import { type CutClient, clientOf, PostgresHosts, refuseReadOnly } from '#lib/platform/db/postgres-hosts.server.ts';
import type { QueryContext } from '#lib/platform/db/query-context.server.ts';
import { StatementNames } from '#lib/platform/db/statement-names.ts';
import { DatabaseUnavailable } from '#lib/platform/db/unavailable.server.ts';

/** A server's memory for a connection grows, so old connections are replaced. */
const LIFE_SECONDS = 30 * 60;
const CONNECT_WITHIN_MS = 5_000;
const END_WITHIN_MS = 5_000;
const INT8 = 20;

type PooledClient = pg.PoolClient & CutClient;

export class PostgresPool {
  /** Kysely reads it. */
  readonly options = {};
  readonly #pool: pg.Pool;
  readonly #context: QueryContext;
  readonly #hosts: PostgresHosts;
  readonly #wholeMs: number;
  readonly #names = new StatementNames();
  readonly #open = new Set<PooledClient>();

  constructor(url: string, context: QueryContext, most: number, limits: Limits) {
    this.#context = context;
    this.#hosts = new PostgresHosts(url);
    this.#wholeMs = limits.wholeMs;
    this.#pool = new pg.Pool({
      ...poolOptions(most, limits),
      Client: clientOf(this.#hosts, CONNECT_WITHIN_MS),
      ...(this.#hosts.count > 1 ? { onConnect: refuseReadOnly } : {}),
    });
    // Without a listener, a lost connection would end the process.
    this.#pool.on('error', () => {});
    this.#pool.on('connect', (client) => {
      client.on('error', () => {});
      this.#open.add(client as PooledClient);
    });
    this.#pool.on('remove', (client) => this.#open.delete(client as PooledClient));
  }

  connect = async (): Promise<BorrowedClient> => {
    const deadline = this.#context.deadline(this.#wholeMs);
    for (let tries = 1; ; tries++) {
      const address = this.#hosts.current;
      const client = await this.#free(deadline).catch((error) => {
        this.#hosts.leave(address);
        if (tries >= this.#hosts.count) throw unanswered(error);
      });
      if (client === 'late') throw new DatabaseUnavailable('no connection to the database was free in time');
      if (client) return new BorrowedClient(client, deadline, this.#names, this.#context);
    }
  };

  end = async (): Promise<void> => {
    const ended = this.#pool.end();
    if ((await within(deadlineIn(END_WITHIN_MS), ended)) !== 'late') return;
    for (const client of this.#open) client.cutOff();
    await ended;
  };

  async #free(deadline: number): Promise<PooledClient | 'late'> {
    const asked = this.#pool.connect() as Promise<PooledClient>;
    const client = await within(deadline, asked);
    if (client === 'late') {
      // Its failure came too late for anyone.
      asked.then(
        (late) => late.release(),
        () => {},
      );
    }
    return client;
  }
}

function poolOptions(max: number, { statementMs, lockMs, idleMs }: Limits): pg.PoolConfig {
  return {
    max,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    idleTimeoutMillis: 0,
    maxLifetimeSeconds: LIFE_SECONDS,
    statement_timeout: statementMs,
    lock_timeout: lockMs,
    idle_in_transaction_session_timeout: idleMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // Safe as numbers: every key and amount is below 2^53.
    types: { getTypeParser: (oid, format) => (oid === INT8 ? Number : pg.types.getTypeParser(oid, format)) },
  };
}
