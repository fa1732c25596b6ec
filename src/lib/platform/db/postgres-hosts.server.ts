import { Socket } from 'node:net';
import pg from 'pg';
import { DatabaseUnavailable } from '#lib/platform/db/unavailable.server.ts';

/** `cutOff` closes the socket at once, without the goodbye that a hanging server would not answer. */
export type CutClient = pg.ClientBase & { cutOff(): void };

/** For a URL with several hosts, such as `postgres://user@one,two:5433/shop`. */
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

  /** Goes on to the next host, unless another call has done so meanwhile. */
  skip(address: string): void {
    if (address === this.current) this.#current = (this.#current + 1) % this.count;
  }
}

/** The pool makes its connections with this class. Each takes the host that is current when it is made. */
export function clientClass(hosts: PostgresHosts, connectWithinMs: number): new () => CutClient {
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

export async function refuseReadOnly(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query('show transaction_read_only');
  if (rows[0]?.transaction_read_only === 'on') throw new DatabaseUnavailable('this host is only read from');
}

/** Without this, pg checks the certificate with `sslmode=require`; libpq does not. */
function asLibpqReadsIt(after: string): string {
  return /[?&]sslmode=/.test(after) && !after.includes('uselibpqcompat') ? `${after}&uselibpqcompat=true` : after;
}
