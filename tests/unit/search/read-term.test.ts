import { expect, test } from 'vitest';
import { Vocabulary } from '#lib/catalog/search/index/vocabulary.ts';
import { WordSegmentBuilder } from '#lib/catalog/search/index/word-segment-builder.ts';
import type { LimitWordLists } from '#lib/catalog/search/limits/search-limits.schema.ts';
import { limitWords } from '#lib/catalog/search/limits/term-lexemes.ts';
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
  stopWords: new Set(['new', 'for', 'ka', 'bab', 'y']),
  hints: new Set(HINTS.map(foldWord)),
  limits: limitWords(Object.fromEntries(LISTS.map((name) => [name, []])) as unknown as LimitWordLists),
};
const builder = new WordSegmentBuilder();
for (const [index, name] of ['Baby Frock', 'Lac Kurta', 'Gift Gamcha', 'Dress', 'Girl'].entries())
  builder.add(index + 1, { name, values: '', content: '', longContent: '' });
const vocabulary = new Vocabulary([runSync(builder.segment())]);

const parsedTerm = (term: string) => readTerm(term, language, vocabulary, false);
const writtenWords = (term: string) =>
  parsedTerm(term).groups.map(({ spelling, isHint }) => (isHint ? `(${spelling})` : spelling));

test('a stop word is used only inside a synonym', () => {
  expect(writtenWords('new born kurta')).toEqual(['new born', 'kurta']);
  expect(writtenWords('new kurta')).toEqual(['kurta']);
  expect(writtenWords('new')).toHaveLength(1);
});

test('a synonym of several words is found even with stop words inside it', () => {
  expect(writtenWords('dress for girl')).toEqual(['dress girl']);
  expect(writtenWords('for dress')).toEqual(['dress']);
});

test('hints are optional if there are other words, and otherwise required', () => {
  expect(writtenWords('rakhi gift for baby')).toEqual(['(gift)', 'baby']);
  expect(writtenWords('gift')).toEqual(['gift']);
});

test('a hint that no product contains is dropped instead of corrected, and a misspelt hint is still a hint', () => {
  expect(writtenWords('dressy kurta')).toEqual(['kurta']);
  expect(parsedTerm('dressy kurta').shownFor).toBeUndefined();
  expect(writtenWords('brithday gift for girl')).toEqual(['(gift)', 'girl']);
});

test('a word is corrected only to a word with a similar spelling', () => {
  expect(parsedTerm('ladke ka kurta')).toMatchObject({ groups: [{ spelling: 'ladke' }, { spelling: 'kurta' }] });
  expect(parsedTerm('ladke ka kurta').shownFor).toBeUndefined();
  expect(parsedTerm('kruta').shownFor).toBe('kurta');
});

const alternatives = (term: string) =>
  parsedTerm(term).groups.map((group) => group.alternatives.map(({ words }) => words.join(' ')));

test('searches for the written word, and for its synonyms that at least one product contains', () => {
  expect(alternatives('rumal')).toEqual([[foldWord('rumal'), foldWord('gamcha')]]);
  expect(alternatives('girl')[0]).not.toContain(foldWord('ladki'));
});

test('a corrected word has the synonyms of the correct word', () => {
  expect(parsedTerm('kurtta rumaal').groups.map(({ role }) => role)).toEqual(['goods', undefined]);
  expect(alternatives('rumaall')[0]).toContain(foldWord('gamcha'));
  expect(parsedTerm('rumla').shownFor).toBe('rumal');
});

test('a listed word that no product contains is not corrected', () => {
  expect(writtenWords('chiffon kurta')).toEqual(['chiffon', 'kurta']);
  expect(parsedTerm('chiffon kurta').shownFor).toBeUndefined();
});

test('inflected forms match their listed word', () => {
  for (const form of ['ladkiyon', 'लड़कियों', 'लड़कियां']) expect(alternatives(form)[0], form).toContain('girl');
  expect(parsedTerm('ladkiyon').shownFor).toBeUndefined();
});

test('stop words are not joined into a word that products contain', () => {
  expect(writtenWords('bab y kurta')).toEqual(['kurta']);
});

test('a word for cloth next to a word for a person means clothes', () => {
  expect(alternatives('kapda')[0]).toContain(foldWord('gamcha'));
  expect(alternatives('ladki ka kapda')[1]).not.toContain(foldWord('gamcha'));
  expect(alternatives('ladki ka kapda')[1]).toContain('girl');
});

test('a word in another script has the meaning in the list of synonyms, regardless of its pronunciation', () => {
  const [match] = parsedTerm('बाबी').groups[0]?.alternatives ?? [];
  expect(match?.factor).toBeLessThan(0.5);
  expect(alternatives('baby')[0]).not.toContain(foldWord('toy'));
});

test('replacements for products that the shop does not sell are marked as similar', () => {
  expect(parsedTerm('quilt').groups[0]).toMatchObject({ role: 'goods', isSimilar: true });
  expect(alternatives('quilt')[0]).toContain(foldWord('gamcha'));
  expect(parsedTerm('scarf').groups[0]?.isSimilar).toBeUndefined();
});

test('an ending is removed only from words in the same script', () => {
  expect(parsedTerm('ladkon').groups[0]?.role).toBe('person');
  expect(parsedTerm('kurtasathi').groups[0]?.role).toBeUndefined();
});
