import './production.ts';
import cluster from 'node:cluster';
import { enableCompileCache } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { markBuildInUse } from '#lib/platform/builds/builds-in-use.server.ts';
import { loadSettings } from '#lib/platform/settings/load-settings.server.ts';
import type { Settings } from '#lib/platform/settings/settings.server.ts';

const programPath = fileURLToPath(import.meta.url);
const buildDir = dirname(dirname(programPath));
if (cluster.isPrimary) markBuildInUse(dirname(buildDir), basename(buildDir));
enableCompileCache(join(buildDir, '.compiled'));

const clusterSettings = cluster.isPrimary ? readClusterSettings() : undefined;
if (clusterSettings) await (await import('./workers.ts')).runWorkers(programPath, clusterSettings);
else await import('./server.ts');

/** Returns the settings if they require several workers; undefined if one process is enough, or if they are invalid. */
function readClusterSettings(): Settings | undefined {
  try {
    const settings = loadSettings(process.env);
    return settings.workers > 1 ? settings : undefined;
  } catch {
    // The server reads the settings again and reports the error.
    return undefined;
  }
}
