/** Removes the packages that only a build needs from a container image, in which no build runs. */
import { existsSync, globSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { currentBuild } from '#lib/platform/builds/build-folders.server.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const modulesFolder = join(root, 'node_modules');
const IMPORT = /(?:^(?:import|export)[^;]*?from\s*|^import\s*|\bimport\(\s*)["']([^"'.#][^"']*)["']/gm;
/** The prefix of packages with fonts for invoices. The fonts' paths are built at run time, so no import names them. */
const FONT_PREFIX = '@fontsource/';

const build = currentBuild(join(root, 'dist'));
if (!build) throw new Error('Build first: npm run build.');
const serverFiles = globSync('server/*.mjs', { cwd: build.folder });
const neededPackages = new Set<string>();
for (const file of serverFiles) {
  const text = readFileSync(join(build.folder, file), 'utf8');
  for (const [, imported = ''] of text.matchAll(IMPORT)) markNeeded(packageOf(imported));
}
for (const name of installedPackages()) if (name.startsWith(FONT_PREFIX)) markNeeded(name);
const unneededPackages = installedPackages().filter((name) => !neededPackages.has(name));
for (const name of unneededPackages) rmSync(join(modulesFolder, name), { recursive: true, force: true });
console.log(`${neededPackages.size} packages kept, ${unneededPackages.length} removed`);

/** Marks the package and all its dependencies as needed. */
function markNeeded(name: string): void {
  const path = join(modulesFolder, name, 'package.json');
  if (neededPackages.has(name) || !existsSync(path)) return;
  neededPackages.add(name);
  const { dependencies, optionalDependencies, peerDependencies } = JSON.parse(readFileSync(path, 'utf8')) as Record<
    string,
    Record<string, string> | undefined
  >;
  for (const versionsByName of [dependencies, optionalDependencies, peerDependencies])
    Object.keys(versionsByName ?? {}).forEach(markNeeded);
}

/** Returns the package of an import: `@scope/name` for `@scope/name/file`, and `name` for `name/file`. */
function packageOf(imported: string): string {
  return imported.split('/', imported.startsWith('@') ? 2 : 1).join('/');
}

function installedPackages(): string[] {
  return readdirSync(modulesFolder).flatMap((name) =>
    name.startsWith('@') ? readdirSync(join(modulesFolder, name)).map((inner) => `${name}/${inner}`) : [name],
  );
}
