import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  buildsInUse,
  createMarkersFolder,
  markBuildInUse,
  releaseBuild,
} from '#lib/platform/builds/builds-in-use.server.ts';

/** The file that contains the name of the current build. */
const POINTER = 'current';
/** The file is written last: a folder without it is not a finished build. */
const BUILD_INFO = 'build.json';
const BUILD_NAME = /^\d{4}-\d\d-\d\dT\d{9}-\w+$/;
/** The newest build and two earlier ones. */
const MAX_BUILDS = 3;

export interface BuildInfo {
  /** A hash of the sources' names, sizes and modification times: fast to compare on the machine that built it. */
  sources: string;
  /** A hash of the sources' contents: the same on all machines. */
  version: string;
}

interface BuildFolder {
  name: string;
  folder: string;
}

/** Creates a folder for a build, and marks it as in use until `makeCurrent` is called. */
export function newBuildFolder(dist: string): BuildFolder {
  createMarkersFolder(dist);
  const name = `${unusedTimestamp(dist)}-${randomBytes(3).toString('hex')}`;
  markBuildInUse(dist, name);
  mkdirSync(join(dist, name));
  return { name, folder: join(dist, name) };
}

/** Returns the current time, or the first later millisecond that no build has, so that names are in order of time. */
function unusedTimestamp(dist: string): string {
  const names = readdirSync(dist);
  for (let epochMs = Date.now(); ; epochMs++) {
    const time = new Date(epochMs).toISOString().replace(/[:.Z]/g, '');
    if (!names.some((name) => name.startsWith(`${time}-`))) return time;
  }
}

/** Makes new processes run this build. Running processes continue to run theirs. */
export function makeCurrent(dist: string, { name, folder }: BuildFolder, info: BuildInfo): void {
  writeFileSync(join(folder, BUILD_INFO), JSON.stringify(info), { flush: true });
  const newPointer = join(dist, `${POINTER}.${process.pid}`);
  writeFileSync(newPointer, name, { flush: true });
  renameSync(newPointer, join(dist, POINTER));
  releaseBuild(dist, name);
}

/** Returns the build that a new process runs, or undefined if there is none. */
export function currentBuild(dist: string): (BuildFolder & { info: BuildInfo }) | undefined {
  const pointer = join(dist, POINTER);
  const name = existsSync(pointer) ? readFileSync(pointer, 'utf8').trim() : '';
  const folder = join(dist, name);
  if (!BUILD_NAME.test(name) || !existsSync(join(folder, BUILD_INFO))) return undefined;
  return { name, folder, info: readBuildInfo(folder) };
}

/**
 * Removes all builds except the newest complete ones, the current one, and any that a process runs or writes. Other
 * files are kept.
 */
export function removeOldBuilds(dist: string): void {
  const names = readdirSync(dist).filter((name) => BUILD_NAME.test(name));
  const completeNames = names.filter((name) => existsSync(join(dist, name, BUILD_INFO))).sort();
  const retainedNames = new Set([...buildsInUse(dist), ...completeNames.slice(-MAX_BUILDS), currentBuild(dist)?.name]);
  for (const name of names) {
    if (!retainedNames.has(name)) rmSync(join(dist, name), { recursive: true, force: true, maxRetries: 2 });
  }
}

export function readBuildInfo(folder: string): BuildInfo {
  return JSON.parse(readFileSync(join(folder, BUILD_INFO), 'utf8')) as BuildInfo;
}
