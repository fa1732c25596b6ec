import { describe, expect, test } from 'vitest';
import { WORD_OVERLAY } from '#lib/catalog/products/color-overlay.ts';

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
    expect(WORD_OVERLAY.merge(SHIPPED, own)).toEqual(whole);
    expect(WORD_OVERLAY.ownPart(SHIPPED, whole)).toEqual(own);
  });

  test('a file keeps the names that it omits, and a whole without a name removes it', () => {
    expect(WORD_OVERLAY.merge(SHIPPED, { Blue: { navy: '#000001' } })).toEqual(SHIPPED);
    expect(WORD_OVERLAY.ownPart(SHIPPED, { ...SHIPPED, Blue: { navy: '#000001' } })).toEqual({ Blue: { teal: null } });
    expect(WORD_OVERLAY.ownPart(SHIPPED, SHIPPED)).toEqual({});
  });
});
