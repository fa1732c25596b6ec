import { createServer } from 'node:net';

/** Linux assigns ports above 32767 to outgoing connections, so such a port may be in use before a server starts. */
const FIRST_PORT = 10_000;
const LAST_PORT = 32_000;

/** Returns a port on 127.0.0.1 that no server uses. */
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
