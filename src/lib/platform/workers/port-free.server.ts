import { createServer } from 'node:net';
import { codeOf } from '#lib/platform/errors/error-code.ts';

export const PORT_TAKEN = 'The port is in use: another shop may be running. Stop it, or set PORT to another number.';

/**
 * Workers share a port, so none of them would notice that another program uses it. Throws EADDRINUSE if it is taken.
 */
export function assertPortFree(port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve()));
  });
}

export function isPortTaken(error: unknown): boolean {
  return codeOf(error) === 'EADDRINUSE';
}
