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

describe('rows in a CSV file', () => {
  it('may contain quotes and line breaks, and record the line where they begin', async () => {
    expect(await rowsOf('a,"x\r\ny ""z""",\r\nb,,c\n\n"d"')).toEqual([
      { line: 1, lineCount: 2, fields: ['a', 'x\r\ny "z"', ''] },
      { line: 3, lineCount: 1, fields: ['b', '', 'c'] },
      { line: 4, lineCount: 1, fields: [''] },
      { line: 5, lineCount: 1, fields: ['d'] },
    ]);
  });

  it('may end in CR, or in a CRLF that is split between two chunks', async () => {
    expect((await rowsOf('a\rb\r')).map(({ fields }) => fields)).toEqual([['a'], ['b']]);
    expect(await rowsOf('a\r', '\nb')).toMatchObject([
      { line: 1, fields: ['a'] },
      { line: 2, fields: ['b'] },
    ]);
  });

  it('with stray quotes have a problem, and the next row is read', async () => {
    const rows = await rowsOf('a,b"c\n"d"e,f\ng,h');
    expect(rows.map(({ line, problem }) => [line, problem])).toEqual([
      [1, 'a quote within an unquoted field on line 1'],
      [2, 'text after the end of a quoted field on line 2'],
      [3, undefined],
    ]);
  });

  it('have a problem that names the line of an unclosed quote, even if the remaining text is long', async () => {
    expect((await rowsOf('a\n"b\nc')).at(-1)?.problem).toBe('the quote that opens on line 2 is never closed');
    const rows = await rowsOf(`"${'x'.repeat(1_000_001)}\nlast,row`);
    expect(rows.map(({ fields, problem }) => [fields.at(-1), problem])).toEqual([
      ['', 'the quote that opens on line 1 is never closed'],
      ['row', undefined],
    ]);
  });

  it('with an unclosed quote end after 500,000 characters, and reading continues with the next line', async () => {
    let yieldedLength = 0;
    async function* text() {
      yield 'Handle,Title\n5,"Sari\n';
      for (let n = 0; n < 200_000; n++) {
        const row = `${n},Kurta of rust cotton\n`;
        yieldedLength += row.length;
        yield row;
      }
    }
    const problems: { lengthAtProblem: number; problem: string }[] = [];
    let maxRowLength = 0;
    let rows = 0;
    for await (const { fields, problem } of readCsvRows(text())) {
      rows++;
      maxRowLength = Math.max(maxRowLength, fields.join('').length);
      if (problem !== undefined) problems.push({ lengthAtProblem: yieldedLength, problem });
    }
    expect(problems).toEqual([
      { lengthAtProblem: expect.any(Number), problem: 'the quote that opens on line 2 is never closed' },
    ]);
    expect(problems[0]?.lengthAtProblem).toBeLessThan(500_100);
    expect(yieldedLength).toBeGreaterThan(4_000_000);
    expect(maxRowLength).toBeLessThan(100);
    expect(rows).toBeGreaterThan(150_000);
  });

  it('are truncated with a problem if they have more than 2,000 fields or 500,000 characters in a field', async () => {
    const [wideRow, nextRow] = await rowsOf(`${'a,'.repeat(100_000)}\nb,c`);
    expect(wideRow?.problem).toBe('line 1 has more than 2000 fields');
    expect(wideRow?.fields.length).toBeLessThanOrEqual(2_001);
    expect(nextRow).toEqual({ line: 2, lineCount: 1, fields: ['b', 'c'] });
    const [longRow, lastRow] = await rowsOf('x'.repeat(400_000), 'x'.repeat(400_000), ',y\nb');
    expect(longRow).toMatchObject({ problem: 'a field on line 1 has more than 500000 characters', fields: [''] });
    expect(lastRow).toMatchObject({ line: 2, fields: ['b'] });
  });

  it('match the cells written by another library, regardless of where the text is split', async () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r\n', ' ', 'é', '₹') });
    const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(table, fc.nat(), async (cells, randomNumber) => {
        const text = stringify(cells, { quoted: true });
        const splitIndex = randomNumber % (text.length + 1);
        const rows = await rowsOf(text.slice(0, splitIndex), text.slice(splitIndex));
        expect(rows.map(({ fields }) => fields)).toEqual(cells);
        expect(rows.map(({ fields }) => fields)).toEqual(parse(text, { relax_column_count: true }));
      }),
    );
  });
});
