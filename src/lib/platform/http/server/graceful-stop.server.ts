import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { isHealthPath } from '#lib/platform/http/guards.server.ts';
import type { ShutdownFlag } from '#lib/platform/http/server/shutdown-flag.server.ts';
import { watchParentProcess } from '#lib/platform/http/server/watch-parent-process.server.ts';

const NOTICE_MS = 1_500;
/** HAProxy believes the third answer; by default it asks every two seconds. */
const READ_TIMES = 3;
const LONGEST_NOTICE_MS = 7_000;
const QUIET_MS = 700;
const LONGEST_IDLE_MS = 4_000;
const LONGEST_STOP_MS = 25_000;
/** Ctrl-C reaches the shop twice, by the terminal and by npm. */
const SAME_SIGNAL_MS = 1_000;
const CALM_TURN_MS = 1;
const LONGEST_UNREST_MS = 1_000;

interface Steps {
  shutdownFlag: ShutdownFlag;
  /** Balancers that ask at this port are answered by one of so many. */
  workers: number;
  begin(): void;
  end(): Promise<void>;
}

/** Every request that has arrived gets an answer, the last of its connection, so that clients go to another server. */
export function stopGracefully(server: Server, log: Logger, steps: Steps): void {
  let stoppingSince: number | undefined;
  const stop = async (signal: NodeJS.Signals) => {
    if (stoppingSince !== undefined) {
      if (performance.now() - stoppingSince > SAME_SIGNAL_MS) process.exit(1);
      return;
    }
    stoppingSince = performance.now();
    log.info({ signal }, 'stopping');
    steps.shutdownFlag.raise();
    steps.begin();
    setTimeout(() => process.exit(1), LONGEST_STOP_MS).unref();
    await drain(server, steps, signal === 'SIGTERM');
    await steps.end();
    process.exit(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  watchParentProcess(() => void stop('SIGTERM'));
}

/** Waits until load balancers have noticed, then until no connection is open. After Ctrl-C nobody needs to notice. */
async function drain(server: Server, { shutdownFlag: sign, workers }: Steps, isPolite: boolean): Promise<void> {
  const traffic = watchTraffic(server);
  const begun = performance.now();
  const since = () => performance.now() - begun;
  const readTimes = Math.ceil(READ_TIMES / workers);
  const isNoticed = () =>
    sign.isWatched ? sign.timesRead >= readTimes && traffic.quietMs() > QUIET_MS : since() > NOTICE_MS;
  while (isPolite && since() < LONGEST_NOTICE_MS && !isNoticed()) await wait(50);

  const closing = await stopListening(server);
  traffic.sayLast();
  const stoppedAt = performance.now();
  const isIdleOver = () => traffic.quietMs() > QUIET_MS || performance.now() - stoppedAt > LONGEST_IDLE_MS;
  while (!closing.isDone) {
    if (!isPolite || isIdleOver()) {
      await calmTurn(server);
      server.closeIdleConnections();
    }
    await Promise.race([wait(50), closing.done]);
  }
}

function watchTraffic(server: Server): { quietMs(): number; sayLast(): void } {
  let lastAt = performance.now();
  let isLast = false;
  server.prependListener('request', (req: IncomingMessage, res: ServerResponse) => {
    if (isLast) res.shouldKeepAlive = false;
    if (!isHealthPath(req.url)) lastAt = performance.now();
  });
  return {
    quietMs: () => performance.now() - lastAt,
    // Not while the doors are open: a proxy would open a new connection for each request, and who knocks in the very
    // moment in which they close is turned away by the system.
    sayLast: () => {
      isLast = true;
    },
  };
}

/** HTTP's own `close()` would also end idle connections whose next request has arrived but is not read yet. */
async function stopListening(server: Server): Promise<{ isDone: boolean; done: Promise<void> }> {
  await calmTurn(server);
  const closing = { isDone: false, done: Promise.resolve() };
  closing.done = new Promise((resolve) => {
    NetServer.prototype.close.call(server, () => {
      closing.isDone = true;
      resolve();
    });
  });
  return closing;
}

/** Waits until all that has arrived is let in and read, so that no request is cut off. Node lets in one connection a turn. */
async function calmTurn(server: Server): Promise<void> {
  let letIn = 0;
  const count = () => {
    letIn += 1;
  };
  server.on('connection', count);
  const since = performance.now();
  let isCalm = false;
  while (!isCalm && performance.now() - since < LONGEST_UNREST_MS) {
    const [before, begun] = [letIn, performance.now()];
    await nextTurn();
    isCalm = letIn === before && performance.now() - begun < CALM_TURN_MS;
  }
  server.off('connection', count);
}
