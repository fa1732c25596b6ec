import { cpSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { currentBuild, makeCurrent, newBuildFolder } from '#lib/platform/builds/build-folders.server.ts';
import { buildShop } from '#support/build-shop.ts';
import { root } from '#support/project-root.ts';
import { temporaryDir } from '#support/shop-process.ts';

/** The files needed to start an existing build. */
const FILES_TO_START = ['src/start.js', 'package.json'];
/** The files needed to build. */
const FILES_TO_BUILD = [
  'src',
  'integrations',
  'public',
  'scripts',
  'astro.config.mjs',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
];

const PRODUCT_PICTURES = /catalogue\/pictures\/(?!size-)\w+-/;

export interface ShopTree {
  dir: string;
  dist: string;
  remove(): void;
}

/** Creates a separate installation to build and start as an owner would. The first build is a copy of this tree's. */
export function createShopTree(name: string, parts: 'to start' | 'to build'): ShopTree {
  buildShop();
  const { dir, remove } = temporaryDir(name);
  const files = parts === 'to start' ? FILES_TO_START : FILES_TO_BUILD;
  for (const file of files) cpSync(join(root, file), join(dir, file), { recursive: true, preserveTimestamps: true });
  symlinkSync(join(root, 'node_modules'), join(dir, 'node_modules'));
  const dist = join(dir, 'dist');
  mkdirSync(dist);
  addBuild(dist, 'first');
  return { dir, dist, remove };
}

/** Adds a build without files, for tests that do not start it. */
export function addEmptyBuild(dist: string, version: string): void {
  makeCurrent(dist, newBuildFolder(dist), { sources: version, version });
}

/** Adds a copy of this tree's build with the given version and change, and returns its folder. */
export function addBuild(dist: string, version: string, change: (folder: string) => void = () => {}): string {
  const from = currentBuild(join(root, 'dist'))?.folder ?? '';
  const target = newBuildFolder(dist);
  // The pictures of the demo's products make up most of a build, and are only read at the first start.
  const filter = (path: string) => !PRODUCT_PICTURES.test(path) && !path.endsWith('.compiled');
  cpSync(from, target.folder, { recursive: true, filter });
  change(target.folder);
  makeCurrent(dist, target, { sources: version, version });
  return target.folder;
}

/** Returns a build's scripts, whose names contain a hash. */
export function scriptsOf(folder: string): string[] {
  return readdirSync(join(folder, 'client/_astro')).filter((name) => name.endsWith('.js'));
}
