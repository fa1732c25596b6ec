import { expect, test } from 'vitest';
import { atOnce } from '#lib/platform/jobs/steps.ts';
import { readTerm } from '#lib/search/asked-words.ts';
import { foldWord } from '#lib/search/fold-word.ts';
import { type LimitWordLists, limitWords } from '#lib/search/limit-words.ts';
import { parseSynonymLine, Synonyms } from '#lib/search/synonyms.ts';
import { Vocabulary } from '#lib/search/vocabulary.ts';
import { WordSegmentBuilder } from '#lib/search/word-segment-builder.ts';

const LISTS = [
  'below',
  'above',
  'between',
  'to',
  'currency',
  'thousand',
  'years',
  'months',
  'old',
  'measures',
  'size',
  'sizes',
];
const language = {
  synonyms: new Synonyms(['baby, new born', 'girl dress, dress girl > frock', 'rumal > gamcha'].map(parseSynonymLine)),
  ignored: new Set(['new', 'for', 'ka']),
  hints: new Set([foldWord('gift'), foldWord('rakhi')]),
  limits: limitWords(Object.fromEntries(LISTS.map((name) => [name, []])) as unknown as LimitWordLists),
};
const builder = new WordSegmentBuilder();
for (const [at, name] of ['Baby Frock', 'Lac Kurta', 'Gift Gamcha', 'Dress', 'Girl'].entries())
  builder.add(at + 1, { name, values: '', content: '', longContent: '' });
const vocabulary = new Vocabulary([atOnce(builder.segment())]);

const read = (term: string) => readTerm(term, language, vocabulary, false);
const written = (term: string) => read(term).groups.map(({ written, isHint }) => (isHint ? `(${written})` : written));

test('an ignored word inside a synonym counts, alone it does not', () => {
  expect(written('new born kurta')).toEqual(['new born', 'kurta']);
  expect(written('new kurta')).toEqual(['kurta']);
  expect(written('new')).toHaveLength(1);
});

test('a synonym of several words is found with ignored words inside it', () => {
  expect(written('dress for girl')).toEqual(['dress girl']);
  expect(written('for dress')).toEqual(['dress']);
});

test('hints are not required beside other words, and words like any other alone', () => {
  expect(written('rakhi gift for baby')).toEqual(['(gift)', 'baby']);
  expect(written('gift')).toEqual(['gift']);
});

test('a word is near another only if it is written like it', () => {
  expect(read('ladke ka kurta')).toMatchObject({ groups: [{ written: 'ladke' }, { written: 'kurta' }] });
  expect(read('ladke ka kurta').shownFor).toBeUndefined();
  expect(read('kruta').shownFor).toBe('kurta');
});

test('only alternatives that some goods hold are looked for', () => {
  const [group] = read('rumal').groups;
  expect(group?.alternatives.map(({ words }) => words.join(' '))).toEqual([foldWord('rumal'), foldWord('gamcha')]);
});
