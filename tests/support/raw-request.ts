import { connect } from 'node:net';

/**
 * Sends raw bytes, and then the results of `nextBytes` until there is a response. Returns the response's status, or 0
 * if the connection ended without a response.
 */
export function rawStatus(port: number, bytes: string | Buffer, nextBytes?: () => Buffer): Promise<number> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(bytes);
      if (nextBytes) void writeUntilResponse();
    });
    let response = '';
    /** Writes as fast as the server reads, until the server responds. */
    async function writeUntilResponse(): Promise<void> {
      while (nextBytes && !socket.destroyed && response === '') {
        const hasCapacity = socket.write(nextBytes());
        if (!hasCapacity) await new Promise((resume) => socket.once('drain', resume).once('close', resume));
        await new Promise(setImmediate);
      }
    }
    const finish = () => {
      resolve(Number(/^HTTP\/1\.1 (\d{3})/.exec(response)?.[1] ?? 0));
      socket.destroy();
    };
    socket.on('data', (chunk) => {
      response += chunk.toString('latin1');
      if (response.includes('\r\n')) finish();
    });
    socket.on('error', finish);
    socket.on('close', finish);
  });
}

/** Returns the head of a request with `Host` and the given headers. `line` is the method and the path. */
export function rawRequest(line: string, port: number, headers: Record<string, string> = {}): string {
  const allHeaders = { Host: `127.0.0.1:${port}`, ...headers };
  const lines = Object.entries(allHeaders).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${line} HTTP/1.1\r\n${lines.join('')}\r\n`;
}
