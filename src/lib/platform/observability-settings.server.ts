import type { EnvReader } from '#lib/platform/env-reader.server.ts';

export interface ObservabilitySettings {
  /** One in this many requests is logged; 0 for none. */
  accessLogOneIn: number;
  metrics: { host: string; port: number } | undefined;
  /** Where traces are sent by OTLP, and the sampling rate: one in `oneIn` requests. */
  tracing: { endpoint: string; headers: Record<string, string>; oneIn: number } | undefined;
}

export function readObservability(env: EnvReader): ObservabilitySettings {
  return {
    accessLogOneIn: env.wholeNumber('ACCESS_LOG_ONE_IN', 0, 0, 1_000_000),
    metrics: readMetrics(env),
    tracing: readTracing(env),
  };
}

function readMetrics(env: EnvReader): ObservabilitySettings['metrics'] {
  const port = env.wholeNumber('METRICS_PORT', 0, 0, 65_535);
  const host = env.text('METRICS_HOST') ?? '127.0.0.1';
  return port > 0 ? { host, port } : undefined;
}

/** The names are OpenTelemetry's own. */
function readTracing(env: EnvReader): ObservabilitySettings['tracing'] {
  const endpoint = env.address('OTEL_EXPORTER_OTLP_ENDPOINT', ['http:', 'https:']);
  const oneIn = env.wholeNumber('TRACES_ONE_IN', 100, 1, 1_000_000);
  const given = env.text('OTEL_EXPORTER_OTLP_HEADERS')?.split(',') ?? [];
  const pairs = given.map((pair) => pair.split(/=(.*)/s).map((part) => part.trim()));
  if (pairs.some(([name, value]) => !name || value === undefined))
    env.problems.push('OTEL_EXPORTER_OTLP_HEADERS must be name=value, several with commas between them.');
  const headers = Object.fromEntries(pairs.map(([name = '', value = '']) => [name, decoded(value)]));
  return endpoint ? { endpoint, headers, oneIn } : undefined;
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    // It has a plain %, so it is meant as it stands.
    return value;
  }
}
