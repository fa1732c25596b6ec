import { connect, createServer, type Socket } from 'node:net';

export interface FlakyProxy {
  port: number;
  /**
   * `away` ends every connection, `silent` never answers, a number cuts a connection after so many bytes in either direction;
   * `keeps-commits` hands a COMMIT of PostgreSQL on and cuts the connection instead of passing on the answer.
   */
  mood: 'well' | 'away' | 'silent' | 'keeps-commits' | number;
  /** How many answers to a COMMIT it has kept. */
  kept: number;
  close(): Promise<void>;
}

/** Stands before a server and troubles who speaks with it. */
export function flakyProxy(port: number): Promise<FlakyProxy> {
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(port, '127.0.0.1');
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    }
    const end = () => [client, upstream].forEach((socket) => void socket.destroy());
    client.on('close', end);
    // A server that hears nothing gives up after a while; who is met with silence is not to be told.
    upstream.on('close', () => proxy.mood !== 'silent' && end());
    if (proxy.mood === 'away') return end();
    let bytes = 0;
    let isCommitted = false;
    // Connections live on from one request to the next, so each piece feels the mood of its moment.
    const pass = (from: Socket, to: Socket) =>
      from.on('data', (chunk) => {
        const { mood } = proxy;
        bytes = typeof mood === 'number' ? bytes + chunk.length : 0;
        if (mood === 'keeps-commits' && from === client && chunk.includes('commit\0')) isCommitted = true;
        else if (isCommitted && from === upstream) {
          proxy.kept += 1;
          return end();
        }
        if (mood === 'away' || (typeof mood === 'number' && bytes > mood)) end();
        else if (mood !== 'silent') to.write(chunk);
      });
    pass(client, upstream);
    pass(upstream, client);
  });
  const proxy: FlakyProxy = {
    port: 0,
    kept: 0,
    mood: 'well',
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      proxy.port = typeof address === 'object' && address ? address.port : 0;
      resolve(proxy);
    }),
  );
}
