import { Socket } from 'node:net';
import pg from 'pg';
import { DatabaseUnavailable } from '#lib/platform/db/unavailable.server.ts';

/** A client whose connection can be cut off at once, whatever is under way on it. */
export type CutClient = pg.ClientBase & { cutOff(): void };

/** The servers of an address such as `postgres://user@one,two:5433/shop`, and which of them answered last. */
export class PostgresHosts {
  readonly #addresses: string[];
  #current = 0;

  constructor(url: string) {
    const [, before = '', hosts = '', after = ''] = /^([a-z]+:\/\/(?:[^@/]*@)?)([^/?]*)((?:[/?].*)?)$/i.exec(url) ?? [];
    this.#addresses = hosts.split(',').map((host) => before + host + asLibpqReadsIt(after));
  }

  get count(): number {
    return this.#addresses.length;
  }

  get current(): string {
    return this.#addresses[this.#current] ?? '';
  }

  /** The next is tried after one that did not answer, once for all who met its silence. */
  leave(address: string): void {
    if (address === this.current) this.#current = (this.#current + 1) % this.count;
  }
}

/** The client for a pool: each new one goes to the current host. */
export function clientOf(hosts: PostgresHosts, connectWithinMs: number): new () => CutClient {
  return class extends pg.Client {
    readonly #socket: Socket;

    constructor(config: pg.ClientConfig = {}) {
      const socket = new Socket();
      const connectionTimeoutMillis = connectWithinMs / hosts.count;
      super({ ...config, connectionString: hosts.current, connectionTimeoutMillis, stream: () => socket });
      this.#socket = socket;
    }

    cutOff(): void {
      this.#socket.destroy();
    }
  };
}

/** Among several hosts, the one that can be written to is meant. */
export async function refuseReadOnly(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query('show transaction_read_only');
  if (rows[0]?.transaction_read_only === 'on') throw new DatabaseUnavailable('this host is only read from');
}

/** Without this, pg takes `sslmode=require` to ask for a certificate that it can check. */
function asLibpqReadsIt(after: string): string {
  return /[?&]sslmode=/.test(after) && !after.includes('uselibpqcompat') ? `${after}&uselibpqcompat=true` : after;
}
