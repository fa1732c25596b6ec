import { z } from 'zod/mini';
import { address, converted, oneOf, setting, text, wholeNumber } from '#lib/platform/settings/setting-types.server.ts';

export const LOG_SETTINGS = {
  logLevel: setting('LOG_LEVEL', oneOf('trace', 'debug', 'info', 'warn', 'error', 'silent'), {
    description: 'The lowest level of log messages that are written.',
    default: 'info',
  }),
  accessLogOneIn: setting('ACCESS_LOG_ONE_IN', wholeNumber(0, 1_000_000), {
    description: 'One in this many requests is logged: `1` for each, `100` for one in a hundred, `0` for none.',
    default: 0,
  }),
  metrics: z.object({
    port: setting('METRICS_PORT', wholeNumber(0, 65_535), {
      description: 'The port of `/metrics` for Prometheus, or `0` for none. Visitors must not reach it.',
      default: 0,
    }),
    host: setting('METRICS_HOST', text('a host name or IP address'), {
      description: 'The address that `/metrics` listens on.',
      default: '127.0.0.1',
    }),
  }),
  /** Names that begin with `OTEL_` are defined by OpenTelemetry. */
  tracing: z.object({
    endpoint: setting('OTEL_EXPORTER_OTLP_ENDPOINT', address('http:', 'https:'), {
      description: 'Where traces are sent by OTLP over HTTP, such as `http://127.0.0.1:4318`.',
      unset: 'no traces',
    }),
    headers: setting('OTEL_EXPORTER_OTLP_HEADERS', otlpHeaders(), {
      description: 'The headers that the receiver needs.',
      isSecret: true,
    }),
    oneIn: setting('TRACES_ONE_IN', wholeNumber(1, 1_000_000), {
      description: 'One in this many requests is traced.',
      default: 100,
    }),
  }),
};

function otlpHeaders() {
  const type = text('`name=value`, separated by commas', (headers) =>
    pairsOf(headers).some(([name, value]) => !name || value === undefined)
      ? 'must be one or more name=value pairs, separated by commas.'
      : undefined,
  );
  return converted(
    type,
    (headers): Record<string, string> =>
      Object.fromEntries(pairsOf(headers).map(([name = '', value = '']) => [name, decodedValue(value)])),
  );
}

function pairsOf(list: string): string[][] {
  return list.split(',').map((pair) => pair.split(/=(.*)/s).map((part) => part.trim()));
}

function decodedValue(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    // There is a bare % sign, so the value is not encoded.
    return value;
  }
}
