import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { codeOf } from '#lib/platform/errors/error-code.ts';
import { type FaultKind, faultOf } from '#lib/platform/errors/fault-kind.ts';

/** A separate folder, so that running processes need write access to nothing else. Its name is also in taana.service. */
const MARKERS = '.holds';
const WORLD_WRITABLE_STICKY = 0o1777;

/** A file whose name says which process uses the build. */
interface Marker {
  build: string;
  host: string;
  pid: number;
}

/** The build creates the folder and the shop writes to it; they may run as different users. */
export function createMarkersFolder(dist: string): void {
  if (existsSync(join(dist, MARKERS))) return;
  mkdirSync(join(dist, MARKERS), { recursive: true });
  chmodSync(join(dist, MARKERS), WORLD_WRITABLE_STICKY);
}

/** Until this process ends or releases the build, it is not removed. */
export function markBuildInUse(dist: string, build: string): void {
  const path = markerPath(dist, build);
  try {
    writeFileSync(path, '');
  } catch (error) {
    // Such as in a container: no build can be removed from a read-only folder either.
    if (NOT_WRITABLE.has(faultOf(error)?.kind)) return;
    throw error;
  }
  process.once('exit', () => releaseBuild(dist, build));
}

export function releaseBuild(dist: string, build: string): void {
  rmSync(markerPath(dist, build), { force: true });
}

const NOT_WRITABLE: ReadonlySet<FaultKind | undefined> = new Set<FaultKind>(['read-only', 'permission', 'path']);

/** The builds that a process runs or writes. Also removes the markers of processes that have ended. */
export function buildsInUse(dist: string): Set<string> {
  const markers = readdirSync(join(dist, MARKERS));
  const live = markers.filter((name) => {
    const isLive = isAlive(parseMarker(name));
    if (!isLive) rmSync(join(dist, MARKERS, name), { force: true });
    return isLive;
  });
  return new Set(live.map((name) => parseMarker(name).build));
}

function markerPath(dist: string, build: string): string {
  return join(dist, MARKERS, `${build}~${hostname()}~${process.pid}`);
}

function parseMarker(name: string): Marker {
  const [build = '', host = '', pid = ''] = name.split('~');
  return { build, host, pid: Number(pid) };
}

/** A process of another machine counts as alive, because it can't be checked here. */
function isAlive({ host, pid }: Marker): boolean {
  if (host !== hostname()) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // The process exists, but belongs to another user.
    return codeOf(error) === 'EPERM';
  }
}
