import { Socket } from 'node:net';
import pg from 'pg';
import { DatabaseUnavailable } from '#lib/platform/db/query/unavailable.server.ts';

export type HostAwareClient = pg.ClientBase & {
  /** Closes the socket immediately, without a termination message to a hanging server. */
  destroySocket(): void;
  hasSeveralHosts(): boolean;
  /** Returns false if the shop has switched to another host since this connection was opened. */
  isOnCurrentHost(): boolean;
  /**
   * Makes new connections use the next host, after a timeout: a leader that confirms no commits may have been replaced.
   */
  leaveHost(): void;
  /** Returns whether the wait for the follower was cancelled: the commit is confirmed, but a failover may undo it. */
  isCommitUnconfirmed(): boolean;
};

/** The PostgreSQL function that sends the notice of a cancelled wait; the notice's text may be translated. */
const WAITS_FOR_FOLLOWER = 'SyncRepWaitForLSN';

/** The hosts of a URL, which may contain several, such as `postgres://user@one,two:5433/shop`. */
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
   * Switches to the next host; connections opened before that are not reused. `hostChanges` is the number of switches
   * when the caller's connection was opened: after another switch, or with a single host, nothing happens.
   */
  leave(address: string, hostChanges: number): void {
    if (this.count === 1 || hostChanges !== this.#hostChanges) return;
    this.#hostChanges += 1;
    this.skip(address);
  }

  /** Makes new connections use the next host, if `address` is the current one. */
  skip(address: string): void {
    if (address === this.currentAddress) this.#currentIndex = (this.#currentIndex + 1) % this.count;
  }
}

/** Returns the class of the pool's connections. Each uses the host that is current when it is created. */
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

/** Throws DatabaseUnavailable for a host that accepts no writes. */
export async function refuseReadOnly(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query('show transaction_read_only');
  if (rows[0]?.transaction_read_only === 'on') throw new DatabaseUnavailable('this host is read-only');
}

/** Adds an option without which pg, unlike libpq, checks the certificate with `sslmode=require`. */
function withLibpqSslMode(suffix: string): string {
  return /[?&]sslmode=/.test(suffix) && !suffix.includes('uselibpqcompat') ? `${suffix}&uselibpqcompat=true` : suffix;
}
