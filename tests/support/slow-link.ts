import { connect, createServer, type Socket } from 'node:net';

interface Speed {
  /** The time from a request to the first byte of an immediate response, in milliseconds. */
  roundTripMs: number;
  bytesPerSecond: number;
}

/** How a connection fails: nothing arrives for a while, or all connections end and new ones are refused. */
export type Drop = 'stall' | 'reset';

export interface SlowLink {
  origin: string;
  /** Fails for `ms` from now on. */
  drop(kind: Drop, ms: number): void;
  /** Epoch ms at which the last drop ends. */
  readonly dropsUntil: number;
  close(): Promise<void>;
}

const PACKET_BYTES = 1_400;

/** A slow TCP connection to a server, shared by all requests; it also affects service workers. */
export async function slowLink(port: number, { roundTripMs, bytesPerSecond }: Speed): Promise<SlowLink> {
  const sockets = new Set<Socket>();
  const freeAt = { up: 0, down: 0 };
  let stalledUntil = 0;
  let refusedUntil = 0;

  /** Returns a function that forwards chunks, late and in order. */
  function forwarder(direction: keyof typeof freeAt, to: Socket): (chunk: Buffer, extraMs?: number) => void {
    const inTransit: Buffer[] = [];
    // Timers due at the same moment may fire in another order than they were set.
    const arrive = () => {
      const packet = inTransit.shift();
      if (packet && !to.destroyed) to.write(packet);
    };
    return (chunk, extraMs = 0) => {
      for (let at = 0; at < chunk.length; at += PACKET_BYTES) {
        const packet = chunk.subarray(at, at + PACKET_BYTES);
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
    // A browser's connection to the proxy is immediate, so its first packet also waits for the handshake.
    let handshakeMs = roundTripMs;
    const up = forwarder('up', upstream);
    const down = forwarder('down', client);
    client.on('data', (chunk) => {
      up(chunk, handshakeMs);
      handshakeMs = 0;
    });
    upstream.on('data', (chunk) => down(chunk));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
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
      return new Promise((closed) => server.close(() => closed()));
    },
  };
}
