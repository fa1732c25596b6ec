import { connect, createServer, type Socket } from 'node:net';

export interface FlakyProxy {
  port: number;
  /**
   * The fault that the proxy simulates. `down` ends every connection, `silent` never responds, `login-page` sends the
   * login page of a Wi-Fi network, `loses-responses` forwards requests but no responses, and `loses-content` forwards
   * only the headers of a response. A number closes a connection after this many bytes in both directions together.
   * `loses-commit-responses` forwards a COMMIT to PostgreSQL, but closes the connection before the response.
   */
  fault:
    | 'none'
    | 'down'
    | 'silent'
    | 'login-page'
    | 'loses-responses'
    | 'loses-content'
    | 'loses-commit-responses'
    | number;
  /** The number of responses to COMMITs that were not forwarded. */
  lostCommitResponses: number;
  /** Returns whether a chunk from a client is dropped, so that its request gets no response. */
  dropsChunk(chunk: string): boolean;
  /** The number of chunks from clients that were dropped. */
  droppedChunks: number;
  close(): Promise<void>;
}

const LOGIN_TEXT = '<!doctype html><title>Hotel Wi-Fi</title><h1>Log in to the Wi-Fi of the hotel</h1>';
const LOGIN_PAGE = `HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: ${LOGIN_TEXT.length}\r\nconnection: close\r\n\r\n${LOGIN_TEXT}`;
const END_OF_HEADERS = '\r\n\r\n';

function headersOf(response: Buffer): Buffer {
  return response.subarray(0, response.indexOf(END_OF_HEADERS) + END_OF_HEADERS.length);
}

/** Starts a proxy that simulates network faults between clients and the server on this port. */
export function startFlakyProxy(port: number): Promise<FlakyProxy> {
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(port, '127.0.0.1');
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    }
    const end = () => [client, upstream].forEach((socket) => void socket.destroy());
    client.on('close', end);
    // The server closes idle connections after a while. In `silent` mode, the client's connection must stay open.
    upstream.on('close', () => proxy.fault !== 'silent' && end());
    if (proxy.fault === 'down') return end();
    let bytes = 0;
    let isCommitSent = false;
    // Connections are reused, so each chunk is handled by the current fault mode.
    const forward = (from: Socket, to: Socket) =>
      from.on('data', (chunk) => {
        const { fault } = proxy;
        bytes = typeof fault === 'number' ? bytes + chunk.length : 0;
        if (fault === 'loses-commit-responses' && from === client && chunk.includes('commit\0')) isCommitSent = true;
        else if (isCommitSent && from === upstream) {
          proxy.lostCommitResponses += 1;
          return end();
        }
        if (fault === 'loses-responses' && from === upstream) end();
        else if (fault === 'loses-content' && from === upstream) client.write(headersOf(chunk), end);
        else if (fault === 'down' || (typeof fault === 'number' && bytes > fault)) end();
        else if (fault === 'login-page') client.end(LOGIN_PAGE);
        else if (from === client && (fault === 'silent' || proxy.dropsChunk(chunk.toString('latin1'))))
          proxy.droppedChunks += 1;
        else if (fault !== 'silent') to.write(chunk);
      });
    forward(client, upstream);
    forward(upstream, client);
  });
  const proxy: FlakyProxy = {
    port: 0,
    lostCommitResponses: 0,
    dropsChunk: () => false,
    droppedChunks: 0,
    fault: 'none',
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
