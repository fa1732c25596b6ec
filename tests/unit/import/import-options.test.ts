import { describe, expect, test } from 'vitest';
import { parseBrandOption, parseColumnsOption } from '#lib/catalog/import/import-options.server.ts';
import { mergeMappings } from '#lib/catalog/import/mappings.server.ts';
import { progressBar, progressText } from '#lib/catalog/import/progress-bar.server.ts';
import { cleanEntry } from '#lib/catalog/import/record/clean-record.server.ts';

describe('options of an import', () => {
  test('map vendors to brands, or hide them', () => {
    expect(parseBrandOption()).toEqual(new Map());
    expect(parseBrandOption([' my-shop = Fab = India ', 'x='])).toEqual(
      new Map([
        ['my-shop', 'Fab = India'],
        ['x', ''],
      ]),
    );
    for (const pair of ['=Fab', 'Fab']) {
      expect(() => parseBrandOption([pair])).toThrow(
        `--brand: "${pair}" must have the form "vendor=Brand", or "vendor=" to hide the vendor.`,
      );
    }
  });

  test('assign fields to columns', async () => {
    expect(await parseColumnsOption(undefined)).toBeUndefined();
    expect(await parseColumnsOption('Rate=price')).toEqual(new Map([['Rate', 'price']]));
    await expect(parseColumnsOption('Rate=cost')).rejects.toThrow(/^--columns: "cost" is not one of .*\.$/);
    await expect(parseColumnsOption('no-such-file')).rejects.toThrow(
      '--columns: "no-such-file" is neither a file nor a mapping such as "Rate=price".',
    );
  });

  test('replace the saved mappings of the same names', () => {
    const savedMappings = { columns: new Map([['rate', 'mrp'] as const]), brands: new Map([['my-shop', 'Fab']]) };
    expect(mergeMappings(savedMappings)).toEqual(savedMappings);
    const newMappings = { columns: new Map([[' RATE ', 'price'] as const]), brands: new Map([['Other', 'B']]) };
    expect(mergeMappings(savedMappings, newMappings)).toEqual({
      columns: new Map([['rate', 'price']]),
      brands: new Map([
        ['my-shop', 'Fab'],
        ['other', 'B'],
      ]),
    });
  });
});

describe('the progress of an import', () => {
  const progress = { bytes: 1, totalBytes: 3, records: 1_000, pictures: 1 };

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

test('the HTML of a product is sanitized, and empty HTML becomes null', () => {
  const entryWith = (long_content?: string | null) =>
    cleanEntry({ type: 'product', slug: 'p', name: 'P', long_content });
  const record = { type: 'product', slug: 'p', name: 'P' };
  expect(entryWith('<p onclick="x()">A</p>')).toEqual({ ...record, long_content: '<p>A</p>' });
  expect(entryWith('')).toEqual({ ...record, long_content: null });
  expect(entryWith(null)).toEqual({ ...record, long_content: null });
  expect(entryWith()).toEqual(record);
  const brand = { type: 'brand', slug: 'b' } as const;
  expect(cleanEntry(brand)).toBe(brand);
});
