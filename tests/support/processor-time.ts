import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

/** Returns an environment for `startShop`, in which the process reports its CPU time, and a function that reads it. */
export function cpuClock(dir: string): { env: Record<string, string>; cpuMs(): Promise<number> } {
  const socketPath = join(dir, 'processor-time.sock');
  const preload = fileURLToPath(new URL('report-processor-time.ts', import.meta.url));
  return {
    env: { NODE_OPTIONS: `--import=${preload}`, PROCESSOR_TIME_SOCKET: socketPath },
    cpuMs: async () => Number(await text(connect(socketPath))),
  };
}
