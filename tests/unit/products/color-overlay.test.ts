import { describe, expect, test } from 'vitest';
import { COLOR_WORD_OVERLAY } from '#lib/catalog/products/colors.schema.ts';

const DEFAULT_WORDS = { Blue: { navy: '#000001', teal: '#000002' }, Green: { olive: '#000003' } };

describe('an owner’s colour names merged with the default names', () => {
  test.each([
    [
      'a new word is added to the default words',
      { Blue: { harbour: '#00000a' } },
      { ...DEFAULT_WORDS, Blue: { ...DEFAULT_WORDS.Blue, harbour: '#00000a' } },
    ],
    [
      'a word that is added to another family is removed from its previous family',
      { Green: { teal: '#000002' } },
      { Blue: { navy: '#000001' }, Green: { olive: '#000003', teal: '#000002' } },
    ],
    [
      'a renamed family keeps all of its words',
      { Neela: DEFAULT_WORDS.Blue },
      { Green: DEFAULT_WORDS.Green, Neela: DEFAULT_WORDS.Blue },
    ],
    ['a word can be removed', { Blue: { teal: null } }, { ...DEFAULT_WORDS, Blue: { navy: '#000001', teal: null } }],
  ])('%s', (_, customWords, mergedWords) => {
    expect(COLOR_WORD_OVERLAY.merge(DEFAULT_WORDS, customWords)).toEqual(mergedWords);
    expect(COLOR_WORD_OVERLAY.ownPart(DEFAULT_WORDS, mergedWords)).toEqual(customWords);
  });

  test('names that a file omits are kept, and names that the merged list omits are removed', () => {
    expect(COLOR_WORD_OVERLAY.merge(DEFAULT_WORDS, { Blue: { navy: '#000001' } })).toEqual(DEFAULT_WORDS);
    expect(COLOR_WORD_OVERLAY.ownPart(DEFAULT_WORDS, { ...DEFAULT_WORDS, Blue: { navy: '#000001' } })).toEqual({
      Blue: { teal: null },
    });
    expect(COLOR_WORD_OVERLAY.ownPart(DEFAULT_WORDS, DEFAULT_WORDS)).toEqual({});
  });
});
