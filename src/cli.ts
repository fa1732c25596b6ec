import './production.ts';
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Enabled before the CLI is imported, so that its modules load from the compile cache.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/shop-tool', import.meta.url)));
const { runCli } = await import('#lib/operations/startup/run-cli.server.ts');
process.exitCode = await runCli(process.argv.slice(2));
