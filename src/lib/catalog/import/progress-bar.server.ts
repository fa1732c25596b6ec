import { performance } from 'node:perf_hooks';
import type { ImportProgress } from '#lib/catalog/import/import-catalogue.server.ts';
import { countText } from '#lib/primitives/plural.ts';

const BAR_WIDTH = 30;
const REDRAW_INTERVAL_MS = 100;
const LINE_INTERVAL_MS = 5_000;

export interface ProgressBar {
  update(progress: ImportProgress): void;
  end(): void;
}

/** A progress bar on a terminal; otherwise an occasional line of text. */
export function progressBar(title: string, out: NodeJS.WriteStream = process.stderr): ProgressBar {
  let renderedAt = out.isTTY ? Number.NEGATIVE_INFINITY : performance.now();
  let last = '';
  const intervalMs = out.isTTY ? REDRAW_INTERVAL_MS : LINE_INTERVAL_MS;
  return {
    update(progress) {
      last = progressText(title, progress, out.isTTY);
      if (performance.now() - renderedAt < intervalMs) return;
      renderedAt = performance.now();
      out.write(out.isTTY ? `\r\x1b[K${last}` : `${last}\n`);
    },
    end() {
      if (out.isTTY && last !== '') out.write(`\r\x1b[K${last}\n`);
    },
  };
}

export function progressText(title: string, progress: ImportProgress, hasBar: boolean): string {
  const { bytes, totalBytes, records, pictures } = progress;
  const share = totalBytes === 0 ? 1 : Math.min(1, bytes / totalBytes);
  const filled = Math.round(share * BAR_WIDTH);
  const bar = hasBar ? ` ${'█'.repeat(filled)}${'░'.repeat(BAR_WIDTH - filled)}` : '';
  return `${title}${bar} ${Math.floor(share * 100)} %, ${countText(records, 'record')}, ${countText(pictures, 'picture')}`;
}
