import { expect, test } from 'vitest';
import { Vocabulary } from '#lib/catalog/search/index/vocabulary.ts';
import { WordSegmentBuilder } from '#lib/catalog/search/index/word-segment-builder.ts';
import { type LimitWordLists, limitWords } from '#lib/catalog/search/limits/limit-words.ts';
import { readTerm } from '#lib/catalog/search/scoring/read-term.ts';
import { foldWord } from '#lib/catalog/search/words/fold-word.ts';
import { parseSynonymLine, readSynonyms } from '#lib/catalog/search/words/synonyms.ts';
import { runSync } from '#lib/platform/jobs/steps.ts';

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
const HINTS = ['gift', 'rakhi', 'dressy', 'birthday'];
const language = {
  synonyms: runSync(
    readSynonyms(
      [
        ...['baby, new born', 'girl dress, dress girl > frock', 'rumal > gamcha', 'chiffon, शिफॉन'].map(
          parseSynonymLine,
        ),
        { ...parseSynonymLine('kurta, कुर्ता, முழுக்கை'), role: 'goods' },
        { ...parseSynonymLine('clothes > girl'), role: 'goods' },
        { ...parseSynonymLine('kapda, துணி > gamcha'), role: 'goods' },
        { ...parseSynonymLine('girl, ladki, लड़की'), role: 'person' },
        { ...parseSynonymLine('blanket, quilt > gamcha'), role: 'similar' },
        { ...parseSynonymLine('scarf, lac > gamcha'), role: 'similar' },
        { ...parseSynonymLine('toy, बाबी'), role: 'goods' },
      ],
      HINTS,
    ),
  ),
  clothes: new Set([foldWord('kapda')]),
  ignored: new Set(['new', 'for', 'ka', 'bab', 'y']),
  hints: new Set(HINTS.map(foldWord)),
  limits: limitWords(Object.fromEntries(LISTS.map((name) => [name, []])) as unknown as LimitWordLists),
};
const builder = new WordSegmentBuilder();
for (const [index, name] of ['Baby Frock', 'Lac Kurta', 'Gift Gamcha', 'Dress', 'Girl'].entries())
  builder.add(index + 1, { name, values: '', content: '', longContent: '' });
const vocabulary = new Vocabulary([runSync(builder.segment())]);

const read = (term: string) => readTerm(term, language, vocabulary, false);
const written = (term: string) => read(term).groups.map(({ written, isHint }) => (isHint ? `(${written})` : written));

test('an ignored word counts inside a synonym only', () => {
  expect(written('new born kurta')).toEqual(['new born', 'kurta']);
  expect(written('new kurta')).toEqual(['kurta']);
  expect(written('new')).toHaveLength(1);
});

test('a synonym of several words is found with ignored words inside it', () => {
  expect(written('dress for girl')).toEqual(['dress girl']);
  expect(written('for dress')).toEqual(['dress']);
});

test('hints are optional beside other words, and required alone', () => {
  expect(written('rakhi gift for baby')).toEqual(['(gift)', 'baby']);
  expect(written('gift')).toEqual(['gift']);
});

test('a hint that no product contains is dropped, not corrected, and a misspelt hint is a hint', () => {
  expect(written('dressy kurta')).toEqual(['kurta']);
  expect(read('dressy kurta').shownFor).toBeUndefined();
  expect(written('brithday gift for girl')).toEqual(['(gift)', 'girl']);
});

test('a word is corrected only to a word of similar spelling', () => {
  expect(read('ladke ka kurta')).toMatchObject({ groups: [{ written: 'ladke' }, { written: 'kurta' }] });
  expect(read('ladke ka kurta').shownFor).toBeUndefined();
  expect(read('kruta').shownFor).toBe('kurta');
});

const alternatives = (term: string) =>
  read(term).groups.map((group) => group.alternatives.map(({ words }) => words.join(' ')));

test('searches for the typed word, and for those of its synonyms that some product contains', () => {
  expect(alternatives('rumal')).toEqual([[foldWord('rumal'), foldWord('gamcha')]]);
  expect(alternatives('girl')[0]).not.toContain(foldWord('ladki'));
});

test('a corrected word has the synonyms of the correct one', () => {
  expect(read('kurtta rumaal').groups.map(({ role }) => role)).toEqual(['goods', undefined]);
  expect(alternatives('rumaall')[0]).toContain(foldWord('gamcha'));
  expect(read('rumla').shownFor).toBe('rumal');
});

test('a listed word that no product contains is not corrected', () => {
  expect(written('chiffon kurta')).toEqual(['chiffon', 'kurta']);
  expect(read('chiffon kurta').shownFor).toBeUndefined();
});

test('inflected forms match their listed word', () => {
  for (const form of ['ladkiyon', 'लड़कियों', 'लड़कियां']) expect(alternatives(form)[0], form).toContain('girl');
  expect(read('ladkiyon').shownFor).toBeUndefined();
});

test('ignored words are not joined to a word of the products', () => {
  expect(written('bab y kurta')).toEqual(['kurta']);
});

test('a word for cloth next to a person means clothes', () => {
  expect(alternatives('kapda')[0]).toContain(foldWord('gamcha'));
  expect(alternatives('ladki ka kapda')[1]).not.toContain(foldWord('gamcha'));
  expect(alternatives('ladki ka kapda')[1]).toContain('girl');
});

test('a word in another script has the meaning of the list of synonyms, whatever its sound', () => {
  const [match] = read('बाबी').groups[0]?.alternatives ?? [];
  expect(match?.factor).toBeLessThan(0.5);
  expect(alternatives('baby')[0]).not.toContain(foldWord('toy'));
});

test('replacements for products that the shop lacks are marked as such', () => {
  expect(read('quilt').groups[0]).toMatchObject({ role: 'goods', isSimilar: true });
  expect(alternatives('quilt')[0]).toContain(foldWord('gamcha'));
  expect(read('scarf').groups[0]?.isSimilar).toBeUndefined();
});

test('an ending is removed from words of the same script only', () => {
  expect(read('ladkon').groups[0]?.role).toBe('person');
  expect(read('kurtasathi').groups[0]?.role).toBeUndefined();
});
