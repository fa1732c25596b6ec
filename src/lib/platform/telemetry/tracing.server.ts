import { AsyncLocalStorage } from 'node:async_hooks';
import type { RequestListener } from 'node:http';
import { type Context, ROOT_CONTEXT, SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TraceIdRatioBasedSampler, TracerProvider } from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';
import type { Engine, ExecutedStatement } from '#lib/platform/db/db.server.ts';
import { deadlineIn, within } from '#lib/platform/db/query/deadline.server.ts';
import type { Settings } from '#lib/platform/settings/settings.server.ts';
import { loggingExporter } from '#lib/platform/telemetry/logging-exporter.server.ts';
import { type PatternOf, routeName } from '#lib/platform/telemetry/route-name.ts';

const SHUTDOWN_TIMEOUT_MS = 2_000;
const SYSTEM_NAMES: Record<Engine, string> = { sqlite: 'sqlite', postgres: 'postgresql' };

/** Records spans of requests and of their SQL statements, without values, URLs or data about the visitor. */
export class Tracing {
  readonly #provider: TracerProvider;
  readonly #tracer: Tracer;
  /**
   * The trace of the current request. A trace id from the client is ignored, because a client could use it to have all
   * of its requests traced.
   */
  readonly #requestContext = new AsyncLocalStorage<Context>();

  /** `endpoint` is the URL of an OTLP/HTTP receiver, without `/v1/traces`. */
  constructor({ endpoint, headers, oneIn }: NonNullable<Settings['tracing']>, serviceName: string, log: Logger) {
    const baseUrl = endpoint.endsWith('/') ? endpoint : `${endpoint}/`;
    const exporter = new OTLPTraceExporter({ url: `${baseUrl}v1/traces`, headers });
    this.#provider = new TracerProvider({
      resource: resourceFromAttributes({ 'service.name': serviceName, 'process.pid': process.pid }),
      sampler: new TraceIdRatioBasedSampler(1 / oneIn),
      spanProcessors: [new BatchSpanProcessor({ exporter: loggingExporter(exporter, log) })],
    });
    this.#tracer = this.#provider.getTracer('shop');
  }

  /** Returns a listener that calls `listener`, and records a span for each traced request. */
  wrap(listener: RequestListener, patternOf: PatternOf): RequestListener {
    return (req, res) => {
      const { method = '', url = '' } = req;
      const span = this.#tracer.startSpan(method, { kind: SpanKind.SERVER }, ROOT_CONTEXT);
      if (!span.isRecording()) return listener(req, res);
      res.once('close', () => {
        const route = routeName(url, patternOf);
        span.updateName(`${method} ${route}`);
        span.setAttributes({
          'http.request.method': method,
          'http.route': route,
          'http.response.status_code': res.statusCode,
        });
        if (res.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      });
      return this.#requestContext.run(trace.setSpan(ROOT_CONTEXT, span), () => listener(req, res));
    };
  }

  traceStatement = (engine: Engine, { sql, ms, hasFailed }: ExecutedStatement): void => {
    const requestContext = this.#requestContext.getStore();
    if (!requestContext) return;
    const endMs = performance.timeOrigin + performance.now();
    const [verb = ''] = sql.trimStart().split(/\s/, 1);
    const attributes = { 'db.system.name': SYSTEM_NAMES[engine], 'db.query.text': sql };
    const options = { kind: SpanKind.CLIENT, startTime: endMs - ms, attributes };
    const span = this.#tracer.startSpan(verb, options, requestContext);
    if (hasFailed) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end(endMs);
  };

  /** Sends the remaining spans. Waits for up to two seconds, because the receiver may be unreachable. */
  async end(): Promise<void> {
    await within(deadlineIn(SHUTDOWN_TIMEOUT_MS), this.#provider.shutdown());
  }
}
