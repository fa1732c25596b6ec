import './production.ts';
import cluster from 'node:cluster';
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { loadSettings } from '#lib/platform/load-settings.server.ts';
import type { Settings } from '#lib/platform/settings.server.ts';

enableCompileCache(fileURLToPath(new URL('../.compiled', import.meta.url)));

const several = cluster.isPrimary ? severalWorkers() : undefined;
if (several) await (await import('./workers.ts')).runWorkers(several);
else await import('./server.ts');

function severalWorkers(): Settings | undefined {
  try {
    const settings = loadSettings(process.env);
    return settings.workers > 1 ? settings : undefined;
  } catch {
    // The server reads them again, and says what is wrong.
    return undefined;
  }
}
