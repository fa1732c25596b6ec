import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { StopSign } from '#lib/platform/http/stop-sign.server.ts';

/** For balancers that don't ask /readyz: time to use up the connections that they hold open. */
const NOTICE_MS = 1_500;
/** HAProxy believes the third answer, and asks every two seconds unless it is told otherwise. */
const READ_TIMES = 3;
const LONGEST_NOTICE_MS = 7_000;
const QUIET_MS = 700;
const LONGEST_IDLE_MS = 4_000;
const LONGEST_STOP_MS = 25_000;
/** Ctrl-C reaches the shop twice, by the terminal and by npm. */
const SAME_SIGNAL_MS = 1_000;
const CALM_TURN_MS = 1;
const CALM_TRIES = 200;

interface Steps {
  stopSign: StopSign;
  begin(): void;
  end(): Promise<void>;
}

/**
 * On SIGTERM and SIGINT: says so on /readyz, ends each connection with its next answer, stops listening when the balancers
 * have turned away, closes what nobody uses any more, and exits. Nothing that was asked for is left unanswered.
 */
export function stopGracefully(server: Server, log: Logger, steps: Steps): void {
  let stoppingSince: number | undefined;
  const stop = async (signal: NodeJS.Signals) => {
    if (stoppingSince !== undefined) {
      if (performance.now() - stoppingSince > SAME_SIGNAL_MS) process.exit(1);
      return;
    }
    stoppingSince = performance.now();
    log.info({ signal }, 'stopping');
    steps.stopSign.raise();
    steps.begin();
    setTimeout(() => process.exit(1), LONGEST_STOP_MS).unref();
    await leave(server, steps.stopSign, signal === 'SIGTERM');
    await steps.end();
    process.exit(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  watchStarter(() => void stop('SIGTERM'));
}

async function leave(server: Server, sign: StopSign, isPolite: boolean): Promise<void> {
  const traffic = watchTraffic(server);
  const begun = performance.now();
  const since = () => performance.now() - begun;
  const isNoticed = () =>
    sign.isWatched ? sign.timesRead >= READ_TIMES && traffic.quietMs() > QUIET_MS : since() > NOTICE_MS;
  while (isPolite && since() < LONGEST_NOTICE_MS && !isNoticed()) await wait(50);

  const closed = await closeDoors(server);
  const doorsClosed = performance.now();
  const isIdleOver = () => traffic.quietMs() > QUIET_MS || performance.now() - doorsClosed > LONGEST_IDLE_MS;
  while (!closed.isSo) {
    if (!isPolite || isIdleOver()) {
      await calmTurn();
      server.closeIdleConnections();
    }
    await Promise.race([wait(50), closed.whole]);
  }
}

/** Every answer from now on is the last of its connection, so that whoever asks looks for another server. */
function watchTraffic(server: Server): { quietMs(): number } {
  let lastAt = performance.now();
  server.prependListener('request', (req: IncomingMessage, res: ServerResponse) => {
    res.shouldKeepAlive = false;
    if (req.url !== '/readyz' && req.url !== '/healthz') lastAt = performance.now();
  });
  return { quietMs: () => performance.now() - lastAt };
}

/** HTTP's own `close()` also ends idle connections at once, even under a request that has arrived and was not read yet. */
async function closeDoors(server: Server): Promise<{ isSo: boolean; whole: Promise<void> }> {
  await calmTurn();
  const closed = { isSo: false, whole: Promise.resolve() };
  closed.whole = new Promise((resolve) => {
    NetServer.prototype.close.call(server, () => {
      closed.isSo = true;
      resolve();
    });
  });
  return closed;
}

/** Waits for a moment in which all that has arrived is read, so that what is closed next is closed under nobody's request. */
async function calmTurn(): Promise<void> {
  for (let tries = 0; tries < CALM_TRIES; tries++) {
    const begun = performance.now();
    await nextTurn();
    if (performance.now() - begun < CALM_TURN_MS) return;
  }
}

/** An npm that was killed outright passes no signal on, and the shop would live on unseen and keep its port. */
function watchStarter(gone: () => void): void {
  if (process.env.npm_lifecycle_event !== 'start') return;
  const starter = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === starter) return;
    clearInterval(timer);
    gone();
  }, 500);
  timer.unref();
}
