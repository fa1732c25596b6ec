import pg from 'pg';
import { asUnavailable, BorrowedClient } from '#lib/platform/db/postgres/postgres-client.server.ts';
import {
  clientClass,
  type HostAwareClient,
  PostgresHosts,
  refuseReadOnlyHost,
} from '#lib/platform/db/postgres/postgres-hosts.server.ts';
import { deadlineIn, within } from '#lib/platform/db/query/deadline.server.ts';
import type { Limits } from '#lib/platform/db/query/limits.ts';
import type { QueryContext } from '#lib/platform/db/query/query-context.server.ts';
import { StatementNames } from '#lib/platform/db/query/statement-names.ts';
import { DatabaseUnavailable } from '#lib/platform/db/query/unavailable.server.ts';

/** After this time, a connection is replaced, because the server's memory for a connection grows. */
const MAX_LIFETIME_SECONDS = 30 * 60;
const CONNECT_TIMEOUT_MS = 5_000;
const END_TIMEOUT_MS = 5_000;
const INT8_OID = 20;

type PooledClient = pg.PoolClient & HostAwareClient;

/** A pool for Kysely. Its connections have deadlines, and are opened to another host after a failover. */
export class PostgresPool {
  /** Kysely reads the options of every pool. */
  readonly options = {};
  readonly #pool: pg.Pool;
  readonly #context: QueryContext;
  readonly #hosts: PostgresHosts;
  readonly #totalMs: number;
  readonly #names = new StatementNames();
  readonly #openClients = new Set<PooledClient>();

  /**
   * `checkHost` throws if a host must not be used. By default, if there are several hosts, only hosts that accept
   * writes are used.
   */
  constructor(
    url: string,
    context: QueryContext,
    maxConnections: number,
    limits: Limits,
    checkHost?: (client: pg.ClientBase) => Promise<unknown>,
  ) {
    this.#context = context;
    this.#hosts = new PostgresHosts(url);
    this.#totalMs = limits.totalMs;
    const onConnect = checkHost ?? (this.#hosts.count > 1 ? refuseReadOnlyHost : undefined);
    this.#pool = new pg.Pool({
      max: maxConnections,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      idleTimeoutMillis: 0,
      maxLifetimeSeconds: MAX_LIFETIME_SECONDS,
      statement_timeout: limits.statementMs,
      lock_timeout: limits.lockMs,
      idle_in_transaction_session_timeout: limits.idleMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      // Numbers are safe, because every key and amount is below 2^53.
      types: { getTypeParser: (oid, format) => (oid === INT8_OID ? Number : pg.types.getTypeParser(oid, format)) },
      Client: clientClass(this.#hosts, CONNECT_TIMEOUT_MS),
      ...(onConnect && { onConnect: async (client) => void (await onConnect(client)) }),
    });
    // Without listeners for errors, a lost connection would end the process.
    this.#pool.on('error', () => {});
    this.#pool.on('connect', (client) => {
      client.on('error', () => {});
      this.#openClients.add(client as PooledClient);
    });
    this.#pool.on('remove', (client) => this.#openClients.delete(client as PooledClient));
  }

  /**
   * Returns a connection. After a failure, the next host is tried, until each has been tried once. Throws
   * DatabaseUnavailable if no host responds or no connection is free in time, and the server's error if it refuses the
   * connection.
   */
  connect = async (): Promise<BorrowedClient> => {
    const deadline = this.#context.deadline(this.#totalMs);
    for (let failureCount = 0; ; ) {
      const url = this.#hosts.currentUrl;
      const client = await this.#freeClient(deadline).catch((error) => {
        this.#hosts.skip(url);
        failureCount += 1;
        if (failureCount >= this.#hosts.count) throw asUnavailable(error);
      });
      if (client === 'timed out') throw new DatabaseUnavailable('no connection to the database was free in time');
      if (client?.isOnCurrentHost()) return new BorrowedClient(client, deadline, this.#names, this.#context);
      client?.release(true);
    }
  };

  /** Ends the pool. After a timeout, forcibly closes connections that are still in use. */
  end = async (): Promise<void> => {
    const poolEnd = this.#pool.end();
    if ((await within(deadlineIn(END_TIMEOUT_MS), poolEnd)) !== 'timed out') return;
    for (const client of this.#openClients) client.destroySocket();
    await poolEnd;
  };

  async #freeClient(deadline: number): Promise<PooledClient | 'timed out'> {
    const hasIdleClient = this.#pool.idleCount > 0;
    const clientPromise = this.#pool.connect() as Promise<PooledClient>;
    const clientOrTimeout = within(deadline, clientPromise);
    const client = await (hasIdleClient ? clientOrTimeout : this.#context.waits.measure(clientOrTimeout));
    if (client === 'timed out') {
      // The caller no longer needs the connection, so it is released unused, and a failure is ignored.
      clientPromise.then(
        (unusedClient) => unusedClient.release(),
        () => {},
      );
    }
    return client;
  }
}
