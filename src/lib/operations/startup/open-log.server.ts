import { type DestinationStream, type Logger, pino } from 'pino';
import { errorRecord } from '#lib/platform/http/error-record.ts';
import { redactSecrets } from '#lib/platform/http/redact-secrets.ts';
import type { Settings } from '#lib/platform/settings/settings.server.ts';

/**
 * Opens the log. Errors are converted by `errorRecord`, and lines by `redactSecrets`, to keep personal data and secrets
 * out of the log.
 */
export function openLog(level: Settings['logLevel'], destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    serializers: { err: (error: unknown) => errorRecord(error) },
    hooks: { streamWrite: redactSecrets },
  };
  return destination ? pino(options, destination) : pino(options);
}
