import { connect, createServer, type Socket } from 'node:net';

interface Speed {
  /** The time from a request to the first byte of an immediate response, in milliseconds. */
  roundTripMs: number;
  bytesPerSecond: number;
}

/** How a connection fails: no data arrives for a while, or all connections end and new ones are refused. */
export type Drop = 'stall' | 'reset';

export interface SlowLink {
  origin: string;
  /** Makes the connection fail for `ms` milliseconds, starting now. */
  drop(kind: Drop, ms: number): void;
  /** The end of the last drop, in epoch milliseconds. */
  readonly dropsUntil: number;
  close(): Promise<void>;
}

const PACKET_BYTES = 1_400;

/** Starts a slow proxy to a server. All requests, including those of service workers, share its bandwidth. */
export async function startSlowLink(port: number, { roundTripMs, bytesPerSecond }: Speed): Promise<SlowLink> {
  const sockets = new Set<Socket>();
  const freeAt = { up: 0, down: 0 };
  let stalledUntil = 0;
  let refusedUntil = 0;

  /** Returns a function that forwards chunks with a delay, in order. */
  function makeForwarder(direction: keyof typeof freeAt, to: Socket): (chunk: Buffer, extraMs?: number) => void {
    const inTransit: Buffer[] = [];
    // Each timer sends the first packet in transit, because timers that are due together may fire in another order.
    const arrive = () => {
      const packet = inTransit.shift();
      if (packet && !to.destroyed) to.write(packet);
    };
    return (chunk, extraMs = 0) => {
      for (let start = 0; start < chunk.length; start += PACKET_BYTES) {
        const packet = chunk.subarray(start, start + PACKET_BYTES);
        const startsAt = Math.max(Date.now() + extraMs, freeAt[direction], stalledUntil);
        freeAt[direction] = startsAt + (packet.length / bytesPerSecond) * 1_000;
        inTransit.push(packet);
        setTimeout(arrive, freeAt[direction] + roundTripMs / 2 - Date.now());
      }
    };
  }

  const server = createServer((client) => {
    if (Date.now() < refusedUntil) return void client.destroy();
    const upstream = connect(port, '127.0.0.1');
    const end = () => [client, upstream].forEach((socket) => void socket.destroy());
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    }
    client.on('close', end);
    // Data that is still in transit must arrive first.
    upstream.on('close', () => setTimeout(end, Math.max(0, freeAt.down + roundTripMs - Date.now())));
    // A browser's connection to the proxy is immediate, so the time of the handshake is added to the first packet.
    let handshakeMs = roundTripMs;
    const forwardUp = makeForwarder('up', upstream);
    const forwardDown = makeForwarder('down', client);
    client.on('data', (chunk) => {
      forwardUp(chunk, handshakeMs);
      handshakeMs = 0;
    });
    upstream.on('data', (chunk) => forwardDown(chunk));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    origin: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    drop(kind, ms) {
      if (kind === 'stall') stalledUntil = Date.now() + ms;
      else {
        refusedUntil = Date.now() + ms;
        for (const socket of sockets) socket.destroy();
      }
    },
    get dropsUntil() {
      return Math.max(stalledUntil, refusedUntil);
    },
    close() {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
