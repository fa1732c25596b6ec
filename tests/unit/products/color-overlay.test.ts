import { describe, expect, test } from 'vitest';
import { BY_WORD } from '#lib/catalog/products/color-overlay.ts';

const SHIPPED = { Blue: { navy: '#000001', teal: '#000002' }, Green: { olive: '#000003' } };

describe('an owner’s colour names merged with the shipped ones', () => {
  test.each([
    [
      'a new word is added to the others',
      { Blue: { harbour: '#00000a' } },
      { ...SHIPPED, Blue: { ...SHIPPED.Blue, harbour: '#00000a' } },
    ],
    [
      'a word that is added to another family is removed from its own',
      { Green: { teal: '#000002' } },
      { Blue: { navy: '#000001' }, Green: { olive: '#000003', teal: '#000002' } },
    ],
    ['a renamed family keeps all of its words', { Neela: SHIPPED.Blue }, { Green: SHIPPED.Green, Neela: SHIPPED.Blue }],
    ['a word can be removed', { Blue: { teal: null } }, { ...SHIPPED, Blue: { navy: '#000001', teal: null } }],
  ])('%s', (_, own, whole) => {
    expect(BY_WORD.over(SHIPPED, own)).toEqual(whole);
    expect(BY_WORD.ownPart(SHIPPED, whole)).toEqual(own);
  });

  test('a whole file keeps omitted names as shipped, and stores nothing without a difference', () => {
    expect(BY_WORD.ownPart(SHIPPED, { Blue: { navy: '#000001' } })).toEqual({});
    expect(BY_WORD.over(SHIPPED, {})).toEqual(SHIPPED);
  });
});
