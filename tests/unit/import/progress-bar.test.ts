import { describe, expect, test } from 'vitest';
import { progressBar, progressText } from '#lib/catalog/import/progress-bar.server.ts';

describe('the progress of an import', () => {
  const progress = { bytes: 1, totalBytes: 3, recordCount: 1_000, pictureCount: 1 };

  test('is the percentage of bytes read', () => {
    expect(progressText('Importing', progress, false)).toBe('Importing 33 %, 1,000 records, 1 picture');
    expect(progressText('A', progress, true)).toBe(
      `A ${'█'.repeat(10)}${'░'.repeat(20)} 33 %, 1,000 records, 1 picture`,
    );
    expect(progressText('A', { ...progress, bytes: 5 }, true)).toMatch(/^A █{30} 100 %/);
    expect(progressText('A', { ...progress, bytes: 0, totalBytes: 0 }, false)).toMatch(/^A 100 %/);
  });

  function createBar(isTTY: boolean) {
    const lines: string[] = [];
    const bar = progressBar('A', { isTTY, write: (text: string) => lines.push(text) } as never);
    return { bar, lines };
  }

  test('is shown immediately on a terminal, and again at the end of the import', () => {
    const { bar, lines } = createBar(true);
    bar.end();
    bar.update(progress);
    bar.update({ ...progress, bytes: 3 });
    bar.end();
    expect(lines).toEqual([
      `\r\x1b[K${progressText('A', progress, true)}`,
      `\r\x1b[K${progressText('A', { ...progress, bytes: 3 }, true)}\n`,
    ]);
  });

  test('is not shown outside a terminal if the import is short', () => {
    const { bar, lines } = createBar(false);
    bar.update(progress);
    bar.end();
    expect(lines).toEqual([]);
  });
});
