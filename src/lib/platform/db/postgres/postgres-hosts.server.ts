import { Socket } from 'node:net';
import pg from 'pg';
import { DatabaseUnavailable } from '#lib/platform/db/query/unavailable.server.ts';

export type CutClient = pg.ClientBase & {
  /** Closes the socket immediately, without a termination message to a hanging server. */
  cutOff(): void;
  isOneOfSeveral(): boolean;
  /** Whether the shop still uses the host of this connection. */
  isOfHostInUse(): boolean;
  /** Call it after a timeout: a leader that does not confirm commits may have been replaced. */
  leaveHost(): void;
  /** Whether the wait for the follower was cancelled: the commit is confirmed, but a failover may undo it. */
  isUnconfirmed(): boolean;
};

/** The PostgreSQL function that sends the notice, whose text may be translated. */
const WAITS_FOR_FOLLOWER = 'SyncRepWaitForLSN';

/** For a URL with several hosts, such as `postgres://user@one,two:5433/shop`. */
export class PostgresHosts {
  readonly #addresses: string[];
  #current = 0;
  #departures = 0;

  constructor(url: string) {
    const [, before = '', hosts = '', after = ''] = /^([a-z]+:\/\/(?:[^@/]*@)?)([^/?]*)((?:[/?].*)?)$/i.exec(url) ?? [];
    this.#addresses = hosts.split(',').map((host) => before + host + withLibpqSslMode(after));
  }

  get count(): number {
    return this.#addresses.length;
  }

  get current(): string {
    return this.#addresses[this.#current] ?? '';
  }

  get departures(): number {
    return this.#departures;
  }

  /** Connections that were opened before `departures` changed are not reused. A single host is never left. */
  leave(address: string, departures: number): void {
    if (this.count === 1 || departures !== this.#departures) return;
    this.#departures += 1;
    this.skip(address);
  }

  skip(address: string): void {
    if (address === this.current) this.#current = (this.#current + 1) % this.count;
  }
}

/** The pool creates its connections with this class. Each uses the host that is current at that time. */
export function clientClass(hosts: PostgresHosts, connectWithinMs: number): new () => CutClient {
  return class extends pg.Client {
    readonly #socket: Socket;
    readonly #address = hosts.current;
    readonly #departures = hosts.departures;
    #isUnconfirmed = false;

    constructor(config: pg.ClientConfig = {}) {
      const socket = new Socket();
      const connectionTimeoutMillis = connectWithinMs / hosts.count;
      super({ ...config, connectionString: hosts.current, connectionTimeoutMillis, stream: () => socket });
      this.#socket = socket;
      this.on('notice', ({ routine }) => {
        this.#isUnconfirmed ||= routine === WAITS_FOR_FOLLOWER;
      });
    }

    cutOff(): void {
      this.#socket.destroy();
    }

    isOneOfSeveral(): boolean {
      return hosts.count > 1;
    }

    isOfHostInUse(): boolean {
      return this.#departures === hosts.departures;
    }

    isUnconfirmed(): boolean {
      return this.#isUnconfirmed;
    }

    leaveHost(): void {
      hosts.leave(this.#address, this.#departures);
    }
  };
}

export async function refuseReadOnly(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query('show transaction_read_only');
  if (rows[0]?.transaction_read_only === 'on') throw new DatabaseUnavailable('this host is read-only');
}

/** Without this option, pg checks the certificate with `sslmode=require`, unlike libpq. */
function withLibpqSslMode(after: string): string {
  return /[?&]sslmode=/.test(after) && !after.includes('uselibpqcompat') ? `${after}&uselibpqcompat=true` : after;
}
