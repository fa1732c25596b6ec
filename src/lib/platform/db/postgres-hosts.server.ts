import { Socket } from 'node:net';
import pg from 'pg';
import { DatabaseUnavailable } from '#lib/platform/db/unavailable.server.ts';

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

  leave(address: string): void {
    if (address === this.current) this.#current = (this.#current + 1) % this.count;
  }
}

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

export async function refuseReadOnly(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query('show transaction_read_only');
  if (rows[0]?.transaction_read_only === 'on') throw new DatabaseUnavailable('this host is only read from');
}

/** Without this, pg checks the certificate with `sslmode=require`; libpq does not. */
function asLibpqReadsIt(after: string): string {
  return /[?&]sslmode=/.test(after) && !after.includes('uselibpqcompat') ? `${after}&uselibpqcompat=true` : after;
}
