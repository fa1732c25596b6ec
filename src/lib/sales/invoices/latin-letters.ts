/**
 * In the Unicode blocks of nine Indian scripts, each sound has the same offset, so one table covers all nine scripts.
 */

const FIRST_BLOCK = 0x0900;
const AFTER_LAST_BLOCK = 0x0d80;
const BLOCK_SIZE = 0x80;

/**
 * The end of the blocks of the northern scripts, in which a final consonant is pronounced without its vowel: राम is
 * Ram.
 */
const AFTER_NORTHERN_BLOCKS = 0x0b00;

const CONSONANTS: Record<number, string> = {
  ...byOffset(0x15, 'k kh g gh ng ch chh j jh ny t th d dh n t th d dh n n p ph b bh m y r r l l zh v sh sh s h'),
  ...byOffset(0x58, 'q kh g z r rh f y'),
  ...byOffset(0x70, 'r v'),
};

const VOWEL_SIGNS: Record<number, string> = byOffset(0x3e, 'a i i u u ri ri e e e ai o o o au');
const OTHER_LETTERS: Record<number, string> = {
  ...byOffset(0x01, 'n n h'),
  ...byOffset(0x05, 'a a i i u u ri li e e e ai o o o au'),
  ...byOffset(0x66, '0 1 2 3 4 5 6 7 8 9'),
  ...byOffset(0x7a, 'n n r l l k'),
  78: 't',
  80: 'om',
  100: '.',
  101: '.',
  112: 'n',
};
const VIRAMA = 0x4d;
const SILENT_SIGNS = new Set([0x3c, 0x3d, 0x51, 0x52]);

/** Transliterates text to ISO 8859-1. Letters without an equivalent become question marks. */
export function latinLetters(text: string): string {
  const latinText = text.normalize('NFC').replaceAll(/[\u0900-\u0d7f\u200c\u200d]+/g, transliterate);
  return latinText
    .replaceAll(/[‘’]/g, "'")
    .replaceAll(/[“”]/g, '"')
    .replaceAll(/[‐-―]/g, '-')
    .replaceAll(/[^\u0020-\u007e\u00a0-\u00ff]/g, (letter) =>
      letter
        .normalize('NFD')
        .replaceAll(/\p{M}/gu, '')
        .replaceAll(/[^\u0020-\u007e]/g, '?'),
    );
}

function transliterate(word: string): string {
  let latin = '';
  let hasInherentVowel = false;
  let isConjunct = false;
  let isNorthern = false;
  // Gurmukhi has two additional marks at offsets where other scripts have letters.
  for (const letter of word.replaceAll('\u0a71', '').replaceAll('\u0a70', '\u0a02')) {
    const code = letter.codePointAt(0) ?? 0;
    if (code < FIRST_BLOCK || code >= AFTER_LAST_BLOCK) continue;
    const offset = code % BLOCK_SIZE;
    isNorthern = code < AFTER_NORTHERN_BLOCKS;
    const vowelSign = VOWEL_SIGNS[offset];
    if (SILENT_SIGNS.has(offset)) continue;
    if (offset === VIRAMA) {
      hasInherentVowel = false;
      isConjunct = true;
    } else if (vowelSign !== undefined) {
      latin += vowelSign;
      hasInherentVowel = false;
      isConjunct = false;
    } else {
      const consonant = CONSONANTS[offset];
      latin += (hasInherentVowel ? 'a' : '') + (consonant ?? OTHER_LETTERS[offset] ?? '?');
      isConjunct = isConjunct && !hasInherentVowel && consonant !== undefined;
      hasInherentVowel = consonant !== undefined;
    }
  }
  if (hasInherentVowel && (isConjunct || !isNorthern)) latin += 'a';
  return latin.charAt(0).toUpperCase() + latin.slice(1);
}

/** Returns sounds by their offsets in a block. `sounds` are separated by spaces, and start at the offset `first`. */
function byOffset(first: number, sounds: string): Record<number, string> {
  return Object.fromEntries(sounds.split(' ').map((sound, index) => [first + index, sound]));
}
