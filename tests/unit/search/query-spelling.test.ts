import fc from 'fast-check';
import { expect, test } from 'vitest';
import { QuerySpelling } from '#lib/catalog/search/words/query-spelling.ts';
import { buildSpellings } from '#lib/catalog/search/words/spellings.ts';
import { runSync } from '#lib/platform/jobs/steps.ts';
import { editDistance } from '#lib/primitives/edit-distance.ts';

const TOO_FAR = Number.POSITIVE_INFINITY;

test.each([
  ['kurta', 'kurta', 0],
  ['kruta', 'kurta', 1],
  ['kurt', 'kurta', 1],
  ['kurtta', 'kurta', 1],
  ['palzo', 'palazzo', 2],
  ['abcdef', 'uvwxyz', TOO_FAR],
])('%s differs from %s by %s edits', (a, b, edits) => {
  expect(editDistance(a, b, 2)).toBe(edits);
  expect(new QuerySpelling(a).editsTo(b, 2)).toBe(edits);
});

const textsOf = (...letters: string[]) => fc.string({ unit: fc.constantFrom(...letters), maxLength: 12 });
const words = fc.oneof(textsOf('a', 'b'), textsOf('a', 'b', 'C', 'é', 'क', 'ि'), fc.string({ maxLength: 40 }));

test('the bit-parallel edit distance equals the plain edit distance', () => {
  fc.assert(
    fc.property(words, words, fc.integer({ min: 0, max: 3 }), (a, b, max) => {
      expect(new QuerySpelling(a).editsTo(b, max)).toBe(editDistance(a, b, max));
    }),
    { numRuns: 2_000 },
  );
});

function nearestWords(input: string, knownWords: string[], maxEdits = 2): Record<string, number> {
  const visitedWords: [string, number][] = [];
  const spellings = runSync(buildSpellings(knownWords, Uint32Array.from(knownWords.keys())));
  spellings.visitNearest(new QuerySpelling(input), maxEdits, (index, edits) =>
    visitedWords.push([knownWords[index]!, edits]),
  );
  const minEdits = Math.min(...visitedWords.map(([, edits]) => edits));
  return Object.fromEntries(visitedWords.filter(([, edits]) => edits === minEdits));
}

test('does not correct short words or numbers, and corrects up to two edits in long words', () => {
  expect(nearestWords('red', ['rd', 'rod'])).toEqual({});
  expect(nearestWords('2026', ['2025'])).toEqual({});
  expect(nearestWords('kuta', ['kurta'])).toEqual({ kurta: 1 });
  expect(nearestWords('sherwni', ['sherwani'])).toEqual({ sherwani: 1 });
  expect(nearestWords('kanjivrm', ['kanjivaram'])).toEqual({ kanjivaram: 2 });
});

test('finds all words with the fewest edits, for words of any length', () => {
  const wordLists = fc.uniqueArray(textsOf('a', 'b', 'c'), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(textsOf('a', 'b', 'c'), wordLists, (input, knownWords) => {
      const maxEdits = input.length < 4 ? 0 : input.length < 6 ? 1 : 2;
      const distances = knownWords.map((word) => [word, editDistance(input, word, maxEdits)] as const);
      const minEdits = Math.min(...distances.map(([, edits]) => edits));
      const expected =
        minEdits === TOO_FAR || maxEdits === 0 ? [] : distances.filter(([, edits]) => edits === minEdits);
      expect(nearestWords(input, knownWords)).toEqual(Object.fromEntries(expected));
    }),
  );
});
