import './production.ts';
import cluster from 'node:cluster';
import { enableCompileCache } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { markBuildInUse } from '#lib/platform/builds/builds-in-use.server.ts';
import { loadSettings } from '#lib/platform/settings/load-settings.server.ts';
import type { Settings } from '#lib/platform/settings/settings.server.ts';

const program = fileURLToPath(import.meta.url);
const build = dirname(dirname(program));
if (cluster.isPrimary) markBuildInUse(dirname(build), basename(build));
enableCompileCache(join(build, '.compiled'));

const clusterSettings = cluster.isPrimary ? readClusterSettings() : undefined;
if (clusterSettings) await (await import('./workers.ts')).runWorkers(program, clusterSettings);
else await import('./server.ts');

function readClusterSettings(): Settings | undefined {
  try {
    const settings = loadSettings(process.env);
    return settings.workers > 1 ? settings : undefined;
  } catch {
    // The server reads the settings again and reports the error.
    return undefined;
  }
}
