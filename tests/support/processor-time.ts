import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

/** Returns environment variables with which the shop reports its CPU time, and a function that reads this time. */
export function cpuClock(dir: string): { env: Record<string, string>; cpuMs(): Promise<number> } {
  const socketPath = join(dir, 'processor-time.sock');
  const preload = fileURLToPath(new URL('report-processor-time.ts', import.meta.url));
  return {
    env: { NODE_OPTIONS: `--import=${preload}`, PROCESSOR_TIME_SOCKET: socketPath },
    cpuMs: async () => Number(await text(connect(socketPath))),
  };
}
