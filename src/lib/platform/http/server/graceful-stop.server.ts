import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setImmediate as nextTask, setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { isHealthPath } from '#lib/platform/http/guards.server.ts';
import type { ShutdownFlag } from '#lib/platform/http/server/shutdown-flag.server.ts';
import { watchParentProcess } from '#lib/platform/http/server/watch-parent-process.server.ts';

/** How long load balancers have to notice the stop if none has read `shutdownFlag` recently. */
const NOTICE_MS = 1_500;
/** HAProxy uses another server after three failed checks. By default, it checks every two seconds. */
const REQUIRED_READS = 3;
const MAX_NOTICE_MS = 7_000;
/** If no request arrives for this long, all clients are assumed to use another server. */
const QUIET_MS = 700;
/** The longest time that connections with frequent requests stay open after the server has stopped listening. */
const MAX_OPEN_MS = 4_000;
const MAX_STOP_MS = 25_000;
/** Signals within this time count as one, because Ctrl+C reaches the shop twice, from the terminal and from npm. */
const SAME_SIGNAL_MS = 1_000;
/** An iteration of the event loop that takes less time is assumed to have handled no request. */
const IDLE_TICK_MS = 1;
const MAX_WAIT_MS = 5_000;

interface StopOptions {
  shutdownFlag: ShutdownFlag;
  /** The number of processes that respond to load balancers on this port. */
  workerCount: number;
  /** Called when the stop begins. */
  begin(): void;
  /** Called once all connections are closed. */
  end(): Promise<void>;
}

/**
 * Ends the process on SIGTERM, on SIGINT, or when npm has been killed. First, the process responds to every request
 * that has arrived, and closes all connections, so that clients connect to another server. This takes up to 25 seconds.
 * A signal more than a second after the first signal ends the process immediately.
 */
export function stopGracefully(server: Server, log: Logger, options: StopOptions): void {
  let stoppingSince: number | undefined;
  const stop = async (signal: NodeJS.Signals) => {
    if (stoppingSince !== undefined) {
      if (performance.now() - stoppingSince > SAME_SIGNAL_MS) process.exit(1);
      return;
    }
    stoppingSince = performance.now();
    log.info({ signal }, 'stopping');
    options.shutdownFlag.raise();
    options.begin();
    setTimeout(() => process.exit(1), MAX_STOP_MS).unref();
    await drain(server, options, signal === 'SIGTERM');
    await options.end();
    process.exit(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  watchParentProcess(() => void stop('SIGTERM'));
}

/**
 * Waits until load balancers have noticed the stop, stops listening, and waits until no connection is open. Does not
 * wait for load balancers after Ctrl+C.
 */
async function drain(
  server: Server,
  { shutdownFlag: flag, workerCount }: StopOptions,
  isSigterm: boolean,
): Promise<void> {
  const traffic = watchTraffic(server);
  const startedAt = performance.now();
  const elapsedMs = () => performance.now() - startedAt;
  const requiredReads = Math.ceil(REQUIRED_READS / workerCount);
  const isNoticed = () =>
    flag.isWatched ? flag.timesRead >= requiredReads && traffic.quietMs() > QUIET_MS : elapsedMs() > NOTICE_MS;
  while (isSigterm && elapsedMs() < MAX_NOTICE_MS && !isNoticed()) await wait(50);

  const closing = await stopListening(server);
  traffic.endKeepAlive();
  const stoppedAt = performance.now();
  const hasWaitedEnough = () => traffic.quietMs() > QUIET_MS || performance.now() - stoppedAt > MAX_OPEN_MS;
  while (!closing.isDone) {
    if (!isSigterm || hasWaitedEnough()) {
      await untilQuiet(server);
      server.closeIdleConnections();
    }
    await Promise.race([wait(50), closing.done]);
  }
}

function watchTraffic(server: Server): { quietMs(): number; endKeepAlive(): void } {
  let lastRequestAt = performance.now();
  let isEnding = false;
  server.prependListener('request', (req: IncomingMessage, res: ServerResponse) => {
    if (isEnding) res.shouldKeepAlive = false;
    if (!isHealthPath(req.url)) lastRequestAt = performance.now();
  });
  return {
    quietMs: () => performance.now() - lastRequestAt,
    // Called only after the server has stopped listening. Otherwise a proxy would open a new connection for each
    // request, and the system would reject connections that arrive while the server stops listening.
    endKeepAlive: () => {
      isEnding = true;
    },
  };
}

/**
 * Stops listening, and returns a promise for the end of the last connection. `close()` of an HTTP server would also
 * close idle connections whose next request has not been read yet.
 */
async function stopListening(server: Server): Promise<{ isDone: boolean; done: Promise<void> }> {
  await untilQuiet(server);
  const { promise: done, resolve } = Promise.withResolvers<void>();
  const closing = { isDone: false, done };
  NetServer.prototype.close.call(server, () => {
    closing.isDone = true;
    resolve();
  });
  return closing;
}

/**
 * Waits for up to five seconds until every connection and request that has arrived is accepted and read, so that no
 * request is cut off. Node accepts one connection per iteration of the event loop.
 */
async function untilQuiet(server: Server): Promise<void> {
  let acceptedCount = 0;
  const countConnection = () => {
    acceptedCount += 1;
  };
  server.on('connection', countConnection);
  const startedAt = performance.now();
  let isQuiet = false;
  while (!isQuiet && performance.now() - startedAt < MAX_WAIT_MS) {
    const [countBefore, beganAt] = [acceptedCount, performance.now()];
    await nextTask();
    isQuiet = acceptedCount === countBefore && performance.now() - beganAt < IDLE_TICK_MS;
  }
  server.off('connection', countConnection);
}
