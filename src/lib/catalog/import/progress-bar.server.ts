import { performance } from 'node:perf_hooks';
import type { ImportProgress } from '#lib/catalog/import/import-catalogue.server.ts';
import { countText } from '#lib/primitives/plural.ts';

const BAR_WIDTH = 30;
const REDRAW_INTERVAL_MS = 100;
const LINE_INTERVAL_MS = 5_000;

/**
 * Returns a progress bar for a terminal. If the output is not a terminal, a line of text is written every few seconds.
 */
export function progressBar(title: string, out: NodeJS.WriteStream = process.stderr) {
  let renderedAt = out.isTTY ? Number.NEGATIVE_INFINITY : performance.now();
  let lastText = '';
  const intervalMs = out.isTTY ? REDRAW_INTERVAL_MS : LINE_INTERVAL_MS;
  return {
    update(progress: ImportProgress): void {
      lastText = progressText(title, progress, out.isTTY);
      if (performance.now() - renderedAt < intervalMs) return;
      renderedAt = performance.now();
      out.write(out.isTTY ? `\r\x1b[K${lastText}` : `${lastText}\n`);
    },
    end(): void {
      if (out.isTTY && lastText !== '') out.write(`\r\x1b[K${lastText}\n`);
    },
  };
}

export function progressText(title: string, progress: ImportProgress, hasBar: boolean): string {
  const { bytes, totalBytes, recordCount, pictureCount } = progress;
  const share = totalBytes === 0 ? 1 : Math.min(1, bytes / totalBytes);
  const filledWidth = Math.round(share * BAR_WIDTH);
  const bar = hasBar ? ` ${'█'.repeat(filledWidth)}${'░'.repeat(BAR_WIDTH - filledWidth)}` : '';
  return `${title}${bar} ${Math.floor(share * 100)} %, ${countText(recordCount, 'record')}, ${countText(pictureCount, 'picture')}`;
}
