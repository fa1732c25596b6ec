import { fileURLToPath } from 'node:url';
import { openLog } from '#lib/app/open-log.server.ts';
import { watchStarter } from '#lib/platform/http/watch-starter.server.ts';
import type { Settings } from '#lib/platform/settings.server.ts';
import { isPortTaken, PORT_TAKEN, refuseTakenPort } from '#lib/platform/workers/port-free.server.ts';
import { WorkerGroup } from '#lib/platform/workers/worker-group.server.ts';

/** Of the build that this process is of, however late it starts one anew. */
const PROGRAM = fileURLToPath(new URL('./main.ts', import.meta.url));

/** Runs the shop in several processes; this one only looks after them. */
export async function runWorkers({ workers, port, host, logLevel }: Settings): Promise<void> {
  try {
    await refuseTakenPort(port, host);
  } catch (error) {
    console.error(isPortTaken(error) ? PORT_TAKEN : error);
    process.exit(1);
  }
  const group = new WorkerGroup(PROGRAM, workers, openLog(logLevel));
  process.on('SIGTERM', () => group.stop('SIGTERM'));
  process.on('SIGINT', () => group.stop('SIGINT'));
  watchStarter(() => group.stop('SIGTERM'));
  group.start();
}
