import { connect, type Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

export interface CrowdResult {
  /** The number of responses by status. Connections that ended without a complete response have the status 0. */
  statuses: Record<number, number>;
  slowestMs: number;
}

interface CrowdPlan {
  port: number;
  path: string;
  clients: number;
  acceptEncoding: string;
}

/**
 * Connects many clients. `sendAll` makes them request one page at the same time, returns the result, and ends the
 * clients. They run in another thread, so that they do not slow down the test.
 */
export async function connectCrowd(plan: CrowdPlan): Promise<{ sendAll(): Promise<CrowdResult> }> {
  const worker = new Worker(fileURLToPath(import.meta.url), { workerData: plan });
  const next = <T>() =>
    new Promise<T>((resolve, reject) =>
      worker.once('message', resolve as (message: unknown) => void).once('error', reject),
    );
  await next<'connected'>();
  return {
    async sendAll() {
      worker.postMessage('sendAll');
      const result = await next<CrowdResult>();
      await worker.terminate();
      return result;
    },
  };
}

if (!isMainThread && parentPort) {
  const { port, path, clients, acceptEncoding } = workerData as CrowdPlan;
  const toParent = parentPort;
  const request = `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAccept-Encoding: ${acceptEncoding}\r\n\r\n`;
  const sockets = await Promise.all(Array.from({ length: clients }, () => connectTo(port)));
  toParent.postMessage('connected');
  await new Promise((resolve) => toParent.once('message', resolve));
  const result: CrowdResult = { statuses: {}, slowestMs: 0 };
  const startedAt = performance.now();
  for (const socket of sockets) socket.write(request);
  for (const status of await Promise.all(sockets.map(readStatus))) {
    result.statuses[status] = (result.statuses[status] ?? 0) + 1;
  }
  result.slowestMs = performance.now() - startedAt;
  toParent.postMessage(result);
}

function connectTo(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket)).once('error', reject);
  });
}

function readStatus(socket: Socket): Promise<number> {
  return new Promise((resolve) => {
    let head = Buffer.alloc(0);
    let missingBytes = Number.NaN;
    socket.on('data', (chunk) => {
      if (Number.isNaN(missingBytes)) {
        head = Buffer.concat([head, chunk]);
        const end = head.indexOf('\r\n\r\n');
        if (end < 0) return;
        missingBytes =
          Number(/content-length: (\d+)/i.exec(head.toString('latin1', 0, end))?.[1] ?? 0) + end + 4 - head.length;
      } else missingBytes -= chunk.length;
      if (missingBytes > 0) return;
      resolve(Number(head.toString('latin1', 9, 12)));
      socket.destroy();
    });
    socket.once('error', () => resolve(0));
    socket.once('close', () => resolve(0));
  });
}
