import { Socket } from 'node:net';
import pg from 'pg';
import { DatabaseUnavailable } from '#lib/platform/db/query/unavailable.server.ts';

export type HostAwareClient = pg.ClientBase & {
  /** Closes the socket immediately, without a termination message, because the server may hang. */
  destroySocket(): void;
  hasSeveralHosts(): boolean;
  /** Returns whether the shop still uses the host of this connection. */
  isOnCurrentHost(): boolean;
  /**
   * Makes new connections use the next host. Called after a timeout, because a leader that confirms no commits may have
   * been replaced.
   */
  leaveHost(): void;
  /**
   * Returns whether a wait for the follower was cancelled. The server has then confirmed the commit, but a failover may
   * undo it.
   */
  isCommitUnconfirmed(): boolean;
};

/** The PostgreSQL function that sends the notice of a cancelled wait. The text of the notice may be translated. */
const WAITS_FOR_FOLLOWER = 'SyncRepWaitForLSN';

/** The hosts of a URL. A URL may contain several hosts, as in `postgres://user@one,two:5433/shop`. */
export class PostgresHosts {
  readonly #addresses: string[];
  #currentIndex = 0;
  #hostChanges = 0;

  constructor(url: string) {
    const [, prefix = '', hosts = '', suffix = ''] =
      /^([a-z]+:\/\/(?:[^@/]*@)?)([^/?]*)((?:[/?].*)?)$/i.exec(url) ?? [];
    this.#addresses = hosts.split(',').map((host) => prefix + host + withLibpqSslMode(suffix));
  }

  get count(): number {
    return this.#addresses.length;
  }

  get currentAddress(): string {
    return this.#addresses[this.#currentIndex] ?? '';
  }

  get hostChanges(): number {
    return this.#hostChanges;
  }

  /**
   * Switches to the next host. Connections that were opened before are not reused. `hostChanges` is the number of
   * switches when the caller's connection was opened. Does nothing if there has been a switch since then, or if there
   * is only one host.
   */
  leave(address: string, hostChanges: number): void {
    if (this.count === 1 || hostChanges !== this.#hostChanges) return;
    this.#hostChanges += 1;
    this.skip(address);
  }

  /** Makes new connections use the next host, if `address` is the address of the current host. */
  skip(address: string): void {
    if (address === this.currentAddress) this.#currentIndex = (this.#currentIndex + 1) % this.count;
  }
}

/** Returns the class of the pool's connections. Each connection uses the host that is current when it is created. */
export function clientClass(hosts: PostgresHosts, connectWithinMs: number): new () => HostAwareClient {
  return class extends pg.Client {
    readonly #socket: Socket;
    readonly #address = hosts.currentAddress;
    readonly #hostChanges = hosts.hostChanges;
    #isCommitUnconfirmed = false;

    constructor(config: pg.ClientConfig = {}) {
      const socket = new Socket();
      const connectionTimeoutMillis = connectWithinMs / hosts.count;
      super({ ...config, connectionString: hosts.currentAddress, connectionTimeoutMillis, stream: () => socket });
      this.#socket = socket;
      this.on('notice', ({ routine }) => {
        this.#isCommitUnconfirmed ||= routine === WAITS_FOR_FOLLOWER;
      });
    }

    destroySocket(): void {
      this.#socket.destroy();
    }

    hasSeveralHosts(): boolean {
      return hosts.count > 1;
    }

    isOnCurrentHost(): boolean {
      return this.#hostChanges === hosts.hostChanges;
    }

    isCommitUnconfirmed(): boolean {
      return this.#isCommitUnconfirmed;
    }

    leaveHost(): void {
      hosts.leave(this.#address, this.#hostChanges);
    }
  };
}

/** Throws DatabaseUnavailable if the host of the connection accepts no writes. */
export async function refuseReadOnly(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query('show transaction_read_only');
  if (rows[0]?.transaction_read_only === 'on') throw new DatabaseUnavailable('this host is read-only');
}

/**
 * Returns the end of a URL with `uselibpqcompat`, if it has an `sslmode`. Without this option, pg, unlike libpq, checks
 * the certificate if `sslmode` is `require`.
 */
function withLibpqSslMode(suffix: string): string {
  return /[?&]sslmode=/.test(suffix) && !suffix.includes('uselibpqcompat') ? `${suffix}&uselibpqcompat=true` : suffix;
}
