import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { codeOf } from '#lib/platform/errors/error-code.ts';
import { type FaultKind, faultOf } from '#lib/platform/errors/fault-kind.ts';

/** A separate folder, so that running processes need no other write access. Its name is also in taana.service. */
const MARKERS_FOLDER = '.holds';
const WORLD_WRITABLE_STICKY = 0o1777;

/** Creates a folder that everyone may write to: the build creates it, and the shop may run as a different user. */
export function createMarkersFolder(dist: string): void {
  if (existsSync(join(dist, MARKERS_FOLDER))) return;
  mkdirSync(join(dist, MARKERS_FOLDER), { recursive: true });
  chmodSync(join(dist, MARKERS_FOLDER), WORLD_WRITABLE_STICKY);
}

/** Prevents the removal of the build until this process ends or releases it. */
export function markBuildInUse(dist: string, build: string): void {
  const path = markerPath(dist, build);
  try {
    writeFileSync(path, '');
  } catch (error) {
    // If the folder is read-only, for example in a container, no build can be removed from it either.
    if (NOT_WRITABLE_FAULTS.has(faultOf(error)?.kind)) return;
    throw error;
  }
  process.once('exit', () => releaseBuild(dist, build));
}

export function releaseBuild(dist: string, build: string): void {
  rmSync(markerPath(dist, build), { force: true });
}

const NOT_WRITABLE_FAULTS: ReadonlySet<FaultKind | undefined> = new Set<FaultKind>(['read-only', 'permission', 'path']);

/** Returns the builds that a process runs or writes. Also removes the markers of processes that have ended. */
export function buildsInUse(dist: string): Set<string> {
  const builds = new Set<string>();
  for (const name of readdirSync(join(dist, MARKERS_FOLDER))) {
    const [build = '', host = '', pid = ''] = name.split('~');
    if (isAlive(host, Number(pid))) builds.add(build);
    else rmSync(join(dist, MARKERS_FOLDER, name), { force: true });
  }
  return builds;
}

/** Returns the path of a file whose name contains a build and the process that uses it. */
function markerPath(dist: string, build: string): string {
  return join(dist, MARKERS_FOLDER, `${build}~${hostname()}~${process.pid}`);
}

/** A process on another machine is treated as alive, because it can't be checked here. */
function isAlive(host: string, pid: number): boolean {
  if (host !== hostname()) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM means that the process exists, but belongs to another user.
    return codeOf(error) === 'EPERM';
  }
}
