import type { ReservedSql, Sql } from 'postgres';

const END_WITHIN_S = 5;
/** What servers keep for a connection grows; it is made anew after this, between two borrowers. */
const LIFE_MS = 30 * 60_000;

/** Gives a postgres.js that holds one connection at most, and says when it was lost. */
type Open = (onLost: () => void) => Sql;
/** What the dialect asks of a pool. */
type Reserved = Pick<ReservedSql, 'unsafe' | 'release'>;

/**
 * Connections, each a postgres.js of its own with a single one in it. Its own pool loses requests when a server goes away
 * while they wait for a connection (they hang), uses one connection for two of them, and goes on with a transaction on
 * another connection than it began on; with one connection for one borrower none of this can happen.
 */
export class PostgresPool {
  readonly #open: Open;
  readonly #most: number;
  readonly #idle: OneConnection[] = [];
  readonly #waiting: ((connection: OneConnection) => void)[] = [];
  readonly #all = new Set<OneConnection>();

  constructor(most: number, open: Open) {
    this.#most = most;
    this.#open = open;
  }

  /** In the order of asking. A connection is made by the first query on it, which fails when it can't be made. */
  reserve = async (): Promise<Reserved> => {
    const connection = this.#idle.pop() ?? (this.#all.size < this.#most ? this.#begin() : await this.#nextFree());
    return {
      unsafe: (...query: Parameters<Sql['unsafe']>) => connection.unsafe(...query),
      release: () => this.#giveBack(connection),
    } as Reserved;
  };

  end = async (): Promise<void> => {
    await Promise.all([...this.#all].map((connection) => connection.end(END_WITHIN_S)));
  };

  #begin(): OneConnection {
    const connection = new OneConnection(this.#open, () => this.#forgetIdle(connection));
    this.#all.add(connection);
    return connection;
  }

  #nextFree(): Promise<OneConnection> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #giveBack(given: OneConnection): void {
    const isOver = given.isLost || given.isOld;
    if (isOver) {
      this.#all.delete(given);
      void given.end(END_WITHIN_S);
    }
    const next = this.#waiting.shift();
    if (next) next(isOver ? this.#begin() : given);
    else if (!isOver) this.#idle.push(given);
  }

  #forgetIdle(connection: OneConnection): void {
    const place = this.#idle.indexOf(connection);
    if (place < 0) return;
    this.#idle.splice(place, 1);
    this.#all.delete(connection);
  }
}

/** Once lost it stays lost: what was begun on it must not go on elsewhere. */
class OneConnection {
  isLost = false;
  readonly #sql: Sql;
  readonly #begunAt = performance.now();

  constructor(open: Open, onLost: () => void) {
    this.#sql = open(() => {
      if (this.isLost) return;
      this.isLost = true;
      onLost();
      void this.end(0);
    });
  }

  get isOld(): boolean {
    return performance.now() - this.#begunAt > LIFE_MS;
  }

  unsafe(...query: Parameters<Sql['unsafe']>): ReturnType<Sql['unsafe']> {
    if (this.isLost) throw Object.assign(new Error('The connection was lost.'), { code: 'CONNECTION_CLOSED' });
    return this.#sql.unsafe(...query);
  }

  /** What is under way may take so long. */
  end(withinSeconds: number): Promise<void> {
    return this.#sql.end({ timeout: withinSeconds }).catch(() => {});
  }
}
