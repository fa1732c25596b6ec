/**
 * A load generator, which requests pages over keep-alive connections, one request at a time on each connection, and
 * prints the result as JSON: `node tests/bench/load-client.ts ORIGIN CONNECTIONS SECONDS ACCEPT_ENCODING PATH…`. `{n}`
 * in a path is replaced with the next number in each request, starting after LOAD_OFFSET (see `requestNumber`). The
 * headers in LOAD_HEADERS (JSON) are added to each request.
 */
import { connect } from 'node:net';
import { performance } from 'node:perf_hooks';
import { percentile } from './figures.ts';
import { requestNumber } from './request-numbers.ts';

export interface LoadResult {
  requestsPerSecond: number;
  medianMs: number;
  p99Ms: number;
  failureCount: number;
}

const [origin = '', connections = '1', seconds = '1', acceptEncoding = 'identity', ...paths] = process.argv.slice(2);
const { hostname, port } = new URL(origin);
const headers = Object.entries<string>(JSON.parse(process.env.LOAD_HEADERS ?? '{}'))
  .map(([name, value]) => `${name}: ${value}\r\n`)
  .join('');
const requestsBefore = Number(process.env.LOAD_OFFSET ?? 0);
const startedAt = performance.now();
const endsAt = startedAt + Number(seconds) * 1000;
const times: number[] = [];
let sentCount = 0;
let failureCount = 0;

await Promise.all(Array.from({ length: Number(connections) }, () => openConnection()));
const result: LoadResult = {
  requestsPerSecond: times.length / ((performance.now() - startedAt) / 1000),
  medianMs: percentile(times, 0.5),
  p99Ms: percentile(times, 0.99),
  failureCount,
};
console.log(JSON.stringify(result));

function openConnection(): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    let sentAt = 0;
    let receivedBytes = 0;
    let expectedBytes = 0;
    let head = Buffer.alloc(0);
    const send = () => {
      const path = paths[sentCount % paths.length] ?? '/';
      sentCount += 1;
      sentAt = performance.now();
      receivedBytes = 0;
      expectedBytes = 0;
      head = Buffer.alloc(0);
      socket.write(
        `GET ${path.replace('{n}', String(requestNumber(requestsBefore + sentCount)))} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAccept-Encoding: ${acceptEncoding}\r\n${headers}\r\n`,
      );
    };
    socket.setNoDelay(true);
    socket.once('connect', send);
    socket.on('data', (chunk) => {
      if (expectedBytes === 0) {
        head = head.length === 0 ? chunk : Buffer.concat([head, chunk]);
        const end = head.indexOf('\r\n\r\n');
        if (end < 0) return;
        const text = head.toString('latin1', 0, end);
        if (!text.startsWith('HTTP/1.1 200')) failureCount += 1;
        expectedBytes = end + 4 + Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0);
        receivedBytes = head.length;
      } else receivedBytes += chunk.length;
      if (receivedBytes < expectedBytes) return;
      times.push(performance.now() - sentAt);
      if (performance.now() < endsAt) send();
      else socket.end();
    });
    socket.once('error', () => {
      failureCount += 1;
    });
    socket.once('close', () => resolve());
  });
}
