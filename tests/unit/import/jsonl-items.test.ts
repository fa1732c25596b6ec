import { expect, test } from 'vitest';
import { JSONL_PASSES, type JsonlPass, readJsonl } from '#lib/catalog/import/jsonl-items.ts';
import type { SourceItem } from '#lib/catalog/import/record/import-source.ts';

async function itemsOf(chunks: string[], pass: JsonlPass): Promise<SourceItem[]> {
  async function* text() {
    yield* chunks;
  }
  const items: SourceItem[] = [];
  for await (const item of readJsonl(text(), 'a.jsonl', pass)) items.push(item);
  return items;
}

const BRAND = '{"type":"brand","slug":"fab","name":"Fáb"}';
const PRODUCT = '{"slug":"p", "type" : "product"}';
const REVIEW = '{"type":"review","product":"p","name":"A","rating":4,"summary":"","created_at":"2026-01-01"}';

test('reads each line in the pass for its type, and a line without a known type in the first pass', async () => {
  const text = `${BRAND}\n\n  \n${PRODUCT}\r\n${REVIEW}\n{"type":"sofa"}\nhello\n[1]`;
  const chunks = [text.slice(0, 10), text.slice(10, 60), text.slice(60)];
  const [taxonomy = [], products, reviews] = await Promise.all(JSONL_PASSES.map((pass) => itemsOf(chunks, pass)));
  const at = (line: number) => ({ file: 'a.jsonl', line });
  expect(products).toEqual([{ at: at(4), bytes: 34, record: { type: 'product', slug: 'p' } }]);
  expect(reviews).toEqual([{ at: at(5), bytes: REVIEW.length + 1, record: JSON.parse(REVIEW) }]);
  expect(taxonomy).toEqual([
    { at: at(1), bytes: BRAND.length + 2, record: JSON.parse(BRAND) },
    { at: at(6), bytes: 16, problem: 'type must be brand, category, material, collection, product or review' },
    { at: at(7), bytes: 6, problem: expect.stringMatching(/^not JSON: Unexpected token/) },
    { at: at(8), bytes: 4, problem: 'must be brand, category, material, collection, product or review' },
  ]);
  expect(await itemsOf([`${BRAND}\n`], 'taxonomy')).toHaveLength(1);
  expect(await itemsOf([], 'taxonomy')).toEqual([]);
});

test('rejects a line of more than 4,000,000 characters, and reads the next', async () => {
  const line = (length: number) => `{"type":"brand"${' '.repeat(length - 16)}}`;
  const problems = async (...chunks: string[]) =>
    (await itemsOf(chunks, 'taxonomy')).map((item) => [item.at.line, 'problem' in item ? item.problem : 'read']);
  const [[, problemAtLimit] = []] = await problems(line(4_000_000));
  expect(problemAtLimit).toMatch(/^slug /);
  expect(await problems(line(4_000_001), `\n${BRAND}`)).toEqual([
    [1, 'the line is too long'],
    [2, 'read'],
  ]);
  const part = 'x'.repeat(3_000_000);
  expect(await problems(part, part, part, part, part, `\n${BRAND}`)).toEqual([
    [1, 'the line is too long'],
    [2, 'read'],
  ]);
});
