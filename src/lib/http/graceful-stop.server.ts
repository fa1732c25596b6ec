import type { Server } from 'node:http';
import type { Logger } from 'pino';

/** A balancer polls /readyz about once a second, and must have seen the 503 before the doors close. */
const NOTICE_FOR_BALANCERS_MS = 1_500;
const LONGEST_STOP_MS = 20_000;

interface Steps {
  begin(): void;
  end(): Promise<void>;
}

/** On SIGTERM and SIGINT: says so on /readyz, lets what is in flight end, closes what is open, and exits. */
export function stopGracefully(server: Server, log: Logger, steps: Steps): void {
  let isStopping = false;
  const stop = async (signal: NodeJS.Signals) => {
    if (isStopping) process.exit(1);
    isStopping = true;
    log.info({ signal }, 'stopping');
    steps.begin();
    setTimeout(() => process.exit(1), LONGEST_STOP_MS).unref();
    if (signal === 'SIGTERM') await new Promise((resolve) => setTimeout(resolve, NOTICE_FOR_BALANCERS_MS));
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeIdleConnections();
    const idle = setInterval(() => server.closeIdleConnections(), 100);
    await closed;
    clearInterval(idle);
    await steps.end();
    process.exit(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}
