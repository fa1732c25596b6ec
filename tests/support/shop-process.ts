import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { buildShop } from './build-shop.ts';
import { killWithTest } from './end-with-test.ts';
import { freePort } from './free-port.ts';
import { root } from './project-root.ts';

const npmStart = readStartScript();
const START_TIMEOUT_MS = 240_000;
/** The interval between polls in ms. More frequent polling would leave the starting shop less CPU time. */
const POLL_MS = 20;

export interface ShopProcess {
  origin: string;
  port: number;
  pid: number;
  child: ChildProcess;
  /** The time from the start of the process until `firstPath` responded with 200, in milliseconds. */
  startMs: number;
  /** Returns the output of the process, for failure messages. */
  output(): string;
  /** Resolves with the exit code. */
  exited: Promise<number | null>;
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

interface StartOptions {
  dataDir: string;
  env?: Record<string, string>;
  /** The path that must respond with 200 before the shop counts as started. */
  firstPath?: string;
  /** A command before `node`, such as `taskset -c 0`. */
  commandPrefix?: string[];
  /** The port, by default a free port. */
  port?: number;
  /** The source tree to start the shop from, by default that of this test. */
  tree?: string;
}

/** Builds the shop if its sources have changed, and starts it in a separate process. */
export function startShop(options: StartOptions): Promise<ShopProcess> {
  return start([], options);
}

/**
 * Builds and starts the shop with the Node.js flags of `npm start`, for measurements and tests of memory. These flags
 * save memory, but increase CPU time by a quarter.
 */
export function startWithNpmFlags(options: StartOptions): Promise<ShopProcess> {
  return start(npmStart.flags, options);
}

async function start(
  flags: string[],
  { dataDir, env = {}, firstPath = '/readyz', commandPrefix = [], port: requestedPort, tree = root }: StartOptions,
): Promise<ShopProcess> {
  if (tree === root) buildShop();
  const port = requestedPort ?? (await freePort());
  const [command = process.execPath, ...args] = [
    ...commandPrefix,
    process.execPath,
    ...flags,
    join(tree, 'src/start.js'),
  ];
  const startedAt = performance.now();
  const child = spawn(command, args, {
    cwd: tree,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      ...npmStart.env,
      SHOP_MODE: 'demo',
      DATABASE_URL: '',
      LOG_LEVEL: 'warn',
      // Tests must not depend on the free disk space.
      DISK_RESERVE_MB: '0',
      // Tests must not depend on background work.
      PICTURES_AHEAD: '0',
      // Most tests expect a shop without orders and customers.
      DEMO_HISTORY: 'off',
      ...env,
      PORT: String(port),
      DATA_DIR: dataDir,
    },
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  killWithTest(child);
  const origin = `http://127.0.0.1:${port}`;
  // In live mode, the shop accepts only its configured host name.
  const host: Record<string, string> = env.SITE_URL ? { host: new URL(env.SITE_URL).host } : {};
  await waitUntilReady(`${origin}${firstPath}`, host, child, () => output);
  return {
    origin,
    port,
    pid: child.pid ?? 0,
    child,
    startMs: performance.now() - startedAt,
    output: () => output,
    exited,
    stop(signal = 'SIGINT') {
      child.kill(signal);
      return exited;
    },
  };
}

/** Reads the environment and Node.js flags of `npm start`, so that tests and benchmarks run the shop as owners do. */
function readStartScript(): { env: Record<string, string>; flags: string[] } {
  const words = wordsOf('start');
  const env = words.slice(0, words.indexOf('exec')).map((word) => word.split('=') as [string, string]);
  return { env: Object.fromEntries(env), flags: flagsOf('start') };
}

/** Returns the Node.js flags in a script of package.json. */
export function flagsOf(script: 'start' | 'shop'): string[] {
  return wordsOf(script).filter((word) => word.startsWith('--'));
}

function wordsOf(script: 'start' | 'shop'): string[] {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<typeof script, string>;
  };
  return scripts[script].split(' ');
}

/** Creates a temporary folder. `remove` deletes the folder. */
export function temporaryDir(name: string): { dir: string; remove(): void } {
  const dir = mkdtempSync(join(tmpdir(), `taana-${name}-`));
  return { dir, remove: () => rmSync(dir, { recursive: true, force: true }) };
}

async function waitUntilReady(
  url: string,
  headers: Record<string, string>,
  child: ChildProcess,
  output: () => string,
): Promise<void> {
  const until = performance.now() + START_TIMEOUT_MS;
  while (performance.now() < until) {
    if (child.exitCode !== null) throw new Error(`The shop exited while starting:\n${output()}`);
    if ((await statusOf(url, headers)) === 200) return;
    await wait(POLL_MS);
  }
  child.kill('SIGKILL');
  throw new Error(`The shop did not respond to ${url}:\n${output()}`);
}

/** Returns a URL's status, or undefined if the request failed. Avoids `fetch`, which overwrites the Host header. */
function statusOf(url: string, headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve) => {
    const request = get(url, { headers, agent: false }, (response) => {
      response
        .resume()
        .once('end', () => resolve(response.statusCode))
        .once('error', () => resolve(undefined));
    });
    request.once('error', () => resolve(undefined));
  });
}
