import { describe, expect, test } from 'vitest';
import { COLOR_WORD_OVERLAY } from '#lib/catalog/products/color-overlay.ts';

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
  ])('%s', (_, custom, merged) => {
    expect(COLOR_WORD_OVERLAY.merge(SHIPPED, custom)).toEqual(merged);
    expect(COLOR_WORD_OVERLAY.ownPart(SHIPPED, merged)).toEqual(custom);
  });

  test('names that a file omits stay, and names that the merged list omits are removed', () => {
    expect(COLOR_WORD_OVERLAY.merge(SHIPPED, { Blue: { navy: '#000001' } })).toEqual(SHIPPED);
    expect(COLOR_WORD_OVERLAY.ownPart(SHIPPED, { ...SHIPPED, Blue: { navy: '#000001' } })).toEqual({
      Blue: { teal: null },
    });
    expect(COLOR_WORD_OVERLAY.ownPart(SHIPPED, SHIPPED)).toEqual({});
  });
});
