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
const FOLLOWER_WAIT_ROUTINE = 'SyncRepWaitForLSN';

/** The hosts of a URL. A URL may contain several hosts, as in `postgres://user@one,two:5433/shop`. */
export class PostgresHosts {
  readonly #urls: string[];
  #currentIndex = 0;
  hostChangeCount = 0;

  constructor(url: string) {
    const [, prefix = '', hosts = '', suffix = ''] =
      /^([a-z]+:\/\/(?:[^@/]*@)?)([^/?]*)((?:[/?].*)?)$/i.exec(url) ?? [];
    this.#urls = hosts.split(',').map((host) => prefix + host + withLibpqSslMode(suffix));
  }

  get count(): number {
    return this.#urls.length;
  }

  get currentUrl(): string {
    return this.#urls[this.#currentIndex] ?? '';
  }

  /**
   * Switches to the next host. Connections that were opened before are not reused. `hostChangeCount` is the number of
   * switches when the caller's connection was opened. Does nothing if there has been a switch since then, or if there
   * is only one host.
   */
  leave(url: string, hostChangeCount: number): void {
    if (this.count === 1 || hostChangeCount !== this.hostChangeCount) return;
    this.hostChangeCount += 1;
    this.skip(url);
  }

  /** Makes new connections use the next host, if `url` is the URL of the current host. */
  skip(url: string): void {
    if (url === this.currentUrl) this.#currentIndex = (this.#currentIndex + 1) % this.count;
  }
}

/** Returns the class of the pool's connections. Each connection uses the host that is current when it is created. */
export function clientClass(hosts: PostgresHosts, connectTimeoutMs: number): new () => HostAwareClient {
  return class extends pg.Client {
    readonly #socket: Socket;
    readonly #url = hosts.currentUrl;
    readonly #hostChangeCount = hosts.hostChangeCount;
    #isCommitUnconfirmed = false;

    constructor(config: pg.ClientConfig = {}) {
      const socket = new Socket();
      const connectionTimeoutMillis = connectTimeoutMs / hosts.count;
      super({ ...config, connectionString: hosts.currentUrl, connectionTimeoutMillis, stream: () => socket });
      this.#socket = socket;
      this.on('notice', ({ routine }) => {
        this.#isCommitUnconfirmed ||= routine === FOLLOWER_WAIT_ROUTINE;
      });
    }

    destroySocket(): void {
      this.#socket.destroy();
    }

    hasSeveralHosts(): boolean {
      return hosts.count > 1;
    }

    isOnCurrentHost(): boolean {
      return this.#hostChangeCount === hosts.hostChangeCount;
    }

    isCommitUnconfirmed(): boolean {
      return this.#isCommitUnconfirmed;
    }

    leaveHost(): void {
      hosts.leave(this.#url, this.#hostChangeCount);
    }
  };
}

/** Throws DatabaseUnavailable if the host of the connection accepts no writes. */
export async function refuseReadOnlyHost(client: pg.ClientBase): Promise<void> {
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
