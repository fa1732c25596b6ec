import type { SpanExporter } from '@opentelemetry/sdk-trace';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { loggingExporter } from '#lib/platform/telemetry/logging-exporter.server.ts';

test('logs only once that traces do not arrive, and only once that they arrive again', () => {
  const messages: string[] = [];
  const log = pino(
    { base: null },
    { write: (line: string) => messages.push((JSON.parse(line) as { msg: string }).msg) },
  );
  const results = [0, 1, 1, 0, 0];
  const receiver: SpanExporter = {
    export: (_spans, callback) => callback({ code: results.shift() ?? 0 }),
    shutdown: async () => {},
  };
  const exporter = loggingExporter(receiver, log);
  const codes: number[] = [];
  for (let n = 0; n < 5; n++) exporter.export([], ({ code }) => codes.push(code));
  expect(codes).toEqual([0, 1, 1, 0, 0]);
  expect(messages).toEqual(['traces do not reach the collector', 'traces reach the collector again']);
});
