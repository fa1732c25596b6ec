/** Removes the packages that only the build needs from a container image. No build runs in the image. */
import { existsSync, globSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { currentBuild } from '#lib/platform/builds/build-folders.server.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const modules = join(root, 'node_modules');
const IMPORT = /(?:^(?:import|export)[^;]*?from\s*|^import\s*|\bimport\(\s*)["']([^"'.#][^"']*)["']/gm;
/** The prefix of packages with fonts for invoices. The fonts' paths are built at run time, so no import names them. */
const FONTS = '@fontsource/';

const build = currentBuild(join(root, 'dist'));
if (!build) throw new Error('Build first: npm run build.');
const serverFiles = globSync('server/*.mjs', { cwd: build.folder });
const needed = new Set<string>();
for (const file of serverFiles) {
  const text = readFileSync(join(build.folder, file), 'utf8');
  for (const [, imported = ''] of text.matchAll(IMPORT)) markNeeded(nameOf(imported));
}
for (const name of installedPackages()) if (name.startsWith(FONTS)) markNeeded(name);
const unneeded = installedPackages().filter((name) => !needed.has(name));
for (const name of unneeded) rmSync(join(modules, name), { recursive: true, force: true });
console.log(`${needed.size} packages kept, ${unneeded.length} removed`);

/** Marks the package and all its dependencies as needed. */
function markNeeded(name: string): void {
  const path = join(modules, name, 'package.json');
  if (needed.has(name) || !existsSync(path)) return;
  needed.add(name);
  const { dependencies, optionalDependencies, peerDependencies } = JSON.parse(readFileSync(path, 'utf8')) as Record<
    string,
    Record<string, string> | undefined
  >;
  for (const list of [dependencies, optionalDependencies, peerDependencies])
    Object.keys(list ?? {}).forEach(markNeeded);
}

/** Returns the package of an import: `@scope/name` for `@scope/name/file`, and `name` for `name/file`. */
function nameOf(imported: string): string {
  return imported.split('/', imported.startsWith('@') ? 2 : 1).join('/');
}

function installedPackages(): string[] {
  return readdirSync(modules).flatMap((name) =>
    name.startsWith('@') ? readdirSync(join(modules, name)).map((inner) => `${name}/${inner}`) : [name],
  );
}
