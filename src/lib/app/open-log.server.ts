import { type DestinationStream, type Logger, pino } from 'pino';
import { errorRecord } from '#lib/platform/http/error-record.ts';
import { scrub } from '#lib/platform/http/scrub.ts';
import type { Settings } from '#lib/platform/settings.server.ts';

/**
 * The log of the shop. It holds no personal data by construction: of an error only what `errorRecord` names, and every
 * line passes `scrub` before it is written.
 */
export function openLog(level: Settings['logLevel'], to?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    serializers: { err: (error: unknown) => errorRecord(error) },
    hooks: { streamWrite: scrub },
  };
  return to ? pino(options, to) : pino(options);
}
