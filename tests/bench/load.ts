import { fork, spawn, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BareResponse } from './bare-server.ts';
import { LOAD_CORE, SERVER_CORE } from './cores.ts';
import { median } from './figures.ts';
import type { LoadResult } from './load-client.ts';
import { quietRounds } from './quiet-rounds.ts';
import { LUA_REQUEST_NUMBER } from './request-numbers.ts';

const benchDir = fileURLToPath(new URL('.', import.meta.url));
const CONNECTIONS = 50;
const MS_PER_UNIT: Record<string, number> = { us: 0.001, ms: 1, s: 1000, m: 60_000 };

const hasWrk = spawnSync('wrk', ['--version']).error === undefined;
/** The number of requests in earlier loads. The next load continues from it, so that its URLs are different. */
let requestsBefore = 0;
export const LOAD_TOOL = hasWrk ? 'wrk' : 'the load client of this benchmark';

interface Load {
  origin: string;
  /** The path to request. `{n}` is replaced with the next number in each request. */
  path: string;
  seconds: number;
  acceptEncoding: string;
  /** Headers besides `Accept-Encoding`. */
  headers?: Record<string, string>;
}

/** Sends as many requests as possible over 50 connections. */
export function runFullLoad(load: Load): Promise<LoadResult> {
  return hasWrk ? runWrk(load) : runLoadClient({ ...load, connections: CONNECTIONS, paths: [load.path] });
}

/**
 * Returns the maximum number of pages per second. Throws an error if requests fail, because an error costs less than a
 * page.
 */
export async function measurePageRate(load: Load): Promise<number> {
  const { requestsPerSecond, failureCount } = await runFullLoad(load);
  if (failureCount > 0 || requestsPerSecond === 0)
    throw new Error(`${load.path}: ${requestsPerSecond} responses per second, ${failureCount} failed`);
  return requestsPerSecond;
}

/**
 * Measures the response times for a single visitor after a warm-up of two seconds, and returns the medians of the
 * rounds. Throws an error if requests fail.
 */
export async function measureSequentialLoad(
  load: Load,
  rounds: number,
): Promise<Pick<LoadResult, 'medianMs' | 'p99Ms'>> {
  const singleLoad = { ...load, connections: 1, paths: [load.path] };
  await runLoadClient({ ...singleLoad, seconds: 2 });
  const results = await quietRounds.run(rounds, () => runLoadClient(singleLoad));
  const failureCount = results.reduce((sum, result) => sum + result.failureCount, 0);
  if (failureCount > 0) throw new Error(`${failureCount} requests for ${load.path} failed`);
  return {
    medianMs: median(results.map(({ medianMs }) => medianMs)),
    p99Ms: median(results.map(({ p99Ms }) => p99Ms)),
  };
}

/** Sends requests sequentially on each connection, and measures their times. */
export async function runLoadClient(
  load: Omit<Load, 'path'> & { connections: number; paths: string[] },
): Promise<LoadResult> {
  const { origin, connections, seconds, acceptEncoding, paths, headers = {} } = load;
  const args = [join(benchDir, 'load-client.ts'), origin, connections, seconds, acceptEncoding, ...paths].map(String);
  const env = { LOAD_HEADERS: JSON.stringify(headers), LOAD_OFFSET: String(requestsBefore) };
  const result = JSON.parse(await outputOf([...LOAD_CORE, process.execPath, ...args], env)) as LoadResult;
  requestsBefore += Math.ceil(result.requestsPerSecond * seconds);
  return result;
}

async function runWrk({ origin, path, seconds, acceptEncoding, headers = {} }: Load): Promise<LoadResult> {
  const args = ['-t1', `-c${CONNECTIONS}`, `-d${seconds}s`, '--latency', '-H', `Accept-Encoding: ${acceptEncoding}`];
  for (const [name, value] of Object.entries(headers)) args.push('-H', `${name}: ${value}`);
  if (path.includes('{n}')) args.push('-s', countingScript(path));
  const text = await outputOf([...LOAD_CORE, 'wrk', ...args, origin + path.replace('{n}', '0')]);
  const latencyMs = (label: string) => {
    const [, number = 'NaN', unit = 'ms'] = new RegExp(`${label}\\s+([\\d.]+)(us|ms|s|m)`).exec(text) ?? [];
    return Number(number) * (MS_PER_UNIT[unit] ?? 1);
  };
  const requestsPerSecond = Number(/Requests\/sec:\s+([\d.]+)/.exec(text)?.[1]);
  requestsBefore += Math.ceil(requestsPerSecond * seconds);
  return {
    requestsPerSecond,
    medianMs: latencyMs('50%'),
    p99Ms: latencyMs('99%'),
    failureCount: Number(/Non-2xx or 3xx responses: (\d+)/.exec(text)?.[1] ?? 0),
  };
}

function countingScript(path: string): string {
  const [before = '', after = ''] = path.split('{n}');
  const file = join(process.env.TMPDIR ?? '/tmp', `taana-wrk-${process.pid}.lua`);
  const next = `n = n + 1\n  return wrk.format(nil, "${before}" .. ${LUA_REQUEST_NUMBER} .. "${after}")`;
  writeFileSync(file, `n = ${requestsBefore}\nrequest = function()\n  ${next}\nend\n`);
  return file;
}

export interface BareServer {
  origin: string;
  pid: number;
  stop(): void;
}

/** Starts a plain node:http server that sends the bytes and headers of one of the shop's pages. */
export async function startBareServer(origin: string, path: string, acceptEncoding: string): Promise<BareServer> {
  const sample = await rawResponse(origin + path, acceptEncoding);
  const [command = '', ...argsBefore] = [...SERVER_CORE, process.execPath];
  const child = fork(join(benchDir, 'bare-server.ts'), [], {
    execPath: command,
    execArgv: argsBefore,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  child.send(sample);
  const port = await new Promise<number>((resolve) => child.once('message', (message) => resolve(Number(message))));
  return { origin: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, stop: () => child.disconnect() };
}

/** Requests a response without decoding it. `fetch` would decode the response. */
function rawResponse(url: string, acceptEncoding: string): Promise<BareResponse> {
  const skippedHeaders = new Set(['content-length', 'connection', 'date', 'keep-alive']);
  return new Promise((resolve, reject) => {
    const request = get(url, { headers: { 'accept-encoding': acceptEncoding } }, async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk as Buffer);
      const headers = Object.entries(response.headers)
        .filter(([name]) => !skippedHeaders.has(name))
        .map(([name, value]): [string, string] => [name, String(value)]);
      resolve({ headers, bodyBase64: Buffer.concat(chunks).toString('base64') });
    });
    request.once('error', reject);
  });
}

function outputOf([command = '', ...args]: string[], env: Record<string, string> = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, ...env } });
    let text = '';
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
    child.once('error', reject);
    child.once('exit', (code) => (code === 0 ? resolve(text) : reject(new Error(`${command} exited with ${code}`))));
  });
}
