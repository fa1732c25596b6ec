import type { SpanExporter } from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';

/** Logs when traces can no longer be sent, and when they can be sent again. Spans that can't be sent are dropped. */
export function loggingExporter(exporter: SpanExporter, log: Logger): SpanExporter {
  let isFailing = false;
  return {
    export(spans, callback) {
      exporter.export(spans, (result) => {
        const hasFailed = result.code !== 0;
        if (hasFailed && !isFailing) log.warn({ err: result.error }, 'traces do not reach the collector');
        if (!hasFailed && isFailing) log.info('traces reach the collector again');
        isFailing = hasFailed;
        callback(result);
      });
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}
