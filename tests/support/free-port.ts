import { createServer } from 'node:net';

/** Linux assigns ports from 32768 to outgoing connections, so such a port may be taken before a server starts. */
const FIRST_PORT = 10_000;
const LAST_PORT = 32_000;

/** A port at 127.0.0.1 that no server uses. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST_PORT + Math.floor(Math.random() * (LAST_PORT - FIRST_PORT));
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
