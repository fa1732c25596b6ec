import './production.ts';
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Before the rest is imported: what was compiled before needs no reading of types, nor compiling.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/shop-tool', import.meta.url)));
const { runTool } = await import('#lib/operations/startup/run-tool.server.ts');
process.exitCode = await runTool(process.argv.slice(2));
