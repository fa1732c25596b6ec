import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

/** Settings for `startShop` that make the process report its CPU time, and a function that reads it. */
export function processorClock(dir: string): { env: Record<string, string>; workedMs(): Promise<number> } {
  const socketPath = join(dir, 'processor-time.sock');
  const preload = fileURLToPath(new URL('report-processor-time.ts', import.meta.url));
  return {
    env: { NODE_OPTIONS: `--import=${preload}`, PROCESSOR_TIME_SOCKET: socketPath },
    workedMs: async () => Number(await text(connect(socketPath))),
  };
}
