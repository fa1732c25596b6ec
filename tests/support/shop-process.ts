import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const FIRST_START_MS = 120_000;

export interface ShopProcess {
  origin: string;
  port: number;
  pid: number;
  child: ChildProcess;
  /** From the start of the process to the first answer of `firstPath`. */
  startMs: number;
  /** Everything the process has said, for a failure's message. */
  output(): string;
  /** Resolves with the exit code. */
  exited: Promise<number | null>;
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

interface StartOptions {
  dataDir: string;
  env?: Record<string, string>;
  /** The path whose first 200 says that the shop is open. */
  firstPath?: string;
  /** A command before `node`, such as `taskset -c 0`. */
  before?: string[];
}

/** Starts the built shop in a process of its own on a free port of this machine. */
export async function startShop({
  dataDir,
  env = {},
  firstPath = '/readyz',
  before = [],
}: StartOptions): Promise<ShopProcess> {
  const port = await freePort();
  const [command = process.execPath, ...args] = [...before, process.execPath, join(root, 'src/start.ts')];
  const begun = performance.now();
  const child = spawn(command, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      SHOP_MODE: 'demo',
      DATABASE_URL: '',
      LOG_LEVEL: 'warn',
      // A test must not depend on how full the machine's disk is.
      DISK_RESERVE_MB: '0',
      ...env,
      PORT: String(port),
      DATA_DIR: dataDir,
    },
  });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  void exited.then(() => process.off('exit', kill));
  const origin = `http://127.0.0.1:${port}`;
  await untilAnswering(`${origin}${firstPath}`, child, () => said);
  return {
    origin,
    port,
    pid: child.pid ?? 0,
    child,
    startMs: performance.now() - begun,
    output: () => said,
    exited,
    stop(signal = 'SIGINT') {
      child.kill(signal);
      return exited;
    },
  };
}

/** A folder that is removed by the returned function. */
export function temporaryDir(name: string): { dir: string; remove(): void } {
  const dir = mkdtempSync(join(tmpdir(), `taana-${name}-`));
  return { dir, remove: () => rmSync(dir, { recursive: true, force: true }) };
}

async function untilAnswering(url: string, child: ChildProcess, said: () => string): Promise<void> {
  const until = performance.now() + FIRST_START_MS;
  while (performance.now() < until) {
    if (child.exitCode !== null) throw new Error(`The shop ended while starting:\n${said()}`);
    const answer = await fetch(url).catch(() => undefined);
    await answer?.arrayBuffer();
    if (answer?.ok) return;
    await wait(5);
  }
  child.kill('SIGKILL');
  throw new Error(`The shop did not answer ${url}:\n${said()}`);
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
