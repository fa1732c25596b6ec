import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';

type Callback = Parameters<SpanExporter['export']>[1];

/** Logs when traces can no longer be sent, and when they can be sent again. Spans that can't be sent are dropped. */
export class LoggingExporter implements SpanExporter {
  readonly #exporter: SpanExporter;
  readonly #log: Logger;
  #isFailing = false;

  constructor(exporter: SpanExporter, log: Logger) {
    this.#exporter = exporter;
    this.#log = log;
  }

  export(spans: ReadableSpan[], callback: Callback): void {
    this.#exporter.export(spans, (result) => {
      const hasFailed = result.code !== 0;
      if (hasFailed && !this.#isFailing) this.#log.warn({ err: result.error }, 'traces do not reach the collector');
      if (!hasFailed && this.#isFailing) this.#log.info('traces reach the collector again');
      this.#isFailing = hasFailed;
      callback(result);
    });
  }

  shutdown(): Promise<void> {
    return this.#exporter.shutdown();
  }

  async forceFlush(): Promise<void> {
    await this.#exporter.forceFlush?.();
  }
}
