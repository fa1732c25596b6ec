import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CsvRow, readCsvRows } from '#lib/catalog/import/csv/csv-rows.ts';

async function rowsOf(...chunks: string[]): Promise<CsvRow[]> {
  async function* text() {
    yield* chunks;
  }
  const rows: CsvRow[] = [];
  for await (const row of readCsvRows(text())) rows.push(row);
  return rows;
}

describe('rows of a CSV file', () => {
  it('may contain quotes and line breaks, and record the line where they begin', async () => {
    expect(await rowsOf('a,"x\r\ny ""z""",\r\nb,,c\n\n"d"')).toEqual([
      { line: 1, lines: 2, fields: ['a', 'x\r\ny "z"', ''] },
      { line: 3, lines: 1, fields: ['b', '', 'c'] },
      { line: 4, lines: 1, fields: [''] },
      { line: 5, lines: 1, fields: ['d'] },
    ]);
  });

  it('may end in CR, or in a CRLF that is split between two chunks', async () => {
    expect((await rowsOf('a\rb\r')).map(({ fields }) => fields)).toEqual([['a'], ['b']]);
    expect(await rowsOf('a\r', '\nb')).toMatchObject([
      { line: 1, fields: ['a'] },
      { line: 2, fields: ['b'] },
    ]);
  });

  it('with stray quotes are marked, and the next row is read', async () => {
    const rows = await rowsOf('a,b"c\n"d"e,f\ng,h');
    expect(rows.map(({ line, problem }) => [line, problem])).toEqual([
      [1, 'a quote within an unquoted field in line 1'],
      [2, 'text after the end of a quoted field in line 2'],
      [3, undefined],
    ]);
  });

  it('name the line of a quote that is never closed, however long the rest is', async () => {
    expect((await rowsOf('a\n"b\nc')).at(-1)?.problem).toBe('the quote that opens in line 2 is never closed');
    const rows = await rowsOf(`"${'x'.repeat(1_000_001)}\nlast,row`);
    expect(rows.map(({ fields, problem }) => [fields.at(-1), problem])).toEqual([
      ['', 'the quote that opens in line 1 is never closed'],
      ['row', undefined],
    ]);
  });

  it('with an unclosed quote end after 500,000 characters, and reading continues with the next line', async () => {
    let yielded = 0;
    async function* text() {
      yield 'Handle,Title\n5,"Sari\n';
      for (let n = 0; n < 200_000; n++) {
        const row = `${n},Kurta of rust cotton\n`;
        yielded += row.length;
        yield row;
      }
    }
    const problems: { after: number; problem: string }[] = [];
    let longest = 0;
    let rows = 0;
    for await (const { fields, problem } of readCsvRows(text())) {
      rows++;
      longest = Math.max(longest, fields.join('').length);
      if (problem !== undefined) problems.push({ after: yielded, problem });
    }
    expect(problems).toEqual([
      { after: expect.any(Number), problem: 'the quote that opens in line 2 is never closed' },
    ]);
    expect(problems[0]?.after).toBeLessThan(500_100);
    expect(yielded).toBeGreaterThan(4_000_000);
    expect(longest).toBeLessThan(100);
    expect(rows).toBeGreaterThan(150_000);
  });

  it('are cut and marked if they have more than 2,000 fields, or a field of more than 500,000 characters', async () => {
    const [wide, next] = await rowsOf(`${'a,'.repeat(100_000)}\nb,c`);
    expect(wide?.problem).toBe('line 1 has more than 2000 fields');
    expect(wide?.fields.length).toBeLessThanOrEqual(2_001);
    expect(next).toEqual({ line: 2, lines: 1, fields: ['b', 'c'] });
    const [long, after] = await rowsOf('x'.repeat(400_000), 'x'.repeat(400_000), ',y\nb');
    expect(long).toMatchObject({ problem: 'a field of line 1 has more than 500000 characters', fields: [''] });
    expect(after).toMatchObject({ line: 2, fields: ['b'] });
  });

  it('match the cells written by another library, wherever the text is split', async () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r\n', ' ', 'é', '₹') });
    const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(table, fc.nat(), async (cells, cut) => {
        const text = stringify(cells, { quoted: true });
        const at = cut % (text.length + 1);
        const rows = await rowsOf(text.slice(0, at), text.slice(at));
        expect(rows.map(({ fields }) => fields)).toEqual(cells);
        expect(rows.map(({ fields }) => fields)).toEqual(parse(text, { relax_column_count: true }));
      }),
    );
  });
});
