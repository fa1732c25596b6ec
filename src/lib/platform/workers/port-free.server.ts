import { createServer } from 'node:net';
import { codeOf } from '#lib/platform/errors/error-code.ts';

export const PORT_IN_USE = 'The port is in use: another shop may be running. Stop it, or set PORT to another number.';

/**
 * Throws an EADDRINUSE error if the port is in use, or another system error if the port can't be opened. Workers share
 * their port, so no worker would detect another program on the same port.
 */
export function assertPortFree(port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve()));
  });
}

export function isPortInUse(error: unknown): boolean {
  return codeOf(error) === 'EADDRINUSE';
}
