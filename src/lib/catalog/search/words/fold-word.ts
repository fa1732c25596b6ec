import { indicToRoman, isIndic } from '#lib/catalog/search/words/indic-roman.ts';

const VOWEL = /[aeiouy]/;

/**
 * Returns one form for all spellings of a word (kurti, kurthi, कुर्ती). A word with digits or in a script without rules
 * is only changed to lower case without Latin accents.
 */
export function foldWord(word: string): string {
  const unaccentedWord = withoutAccents(word);
  if (isIndic(unaccentedWord)) return foldSounds(indicToRoman(unaccentedWord));
  if (!/^[a-z]+$/.test(unaccentedWord)) return unaccentedWord;
  return foldSounds(baseForm(unaccentedWord));
}

/** Returns the word in lower case, without Latin accents. The marks of other scripts are kept, like letters. */
function withoutAccents(word: string): string {
  return word
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC');
}

/** Returns the word without plural and verb endings ("kurtiyan", "printed", "quilting"). */
function baseForm(word: string): string {
  if (word.length < 4) return word;
  if (/i(?:ya?a|yo)n$/.test(word) && word.length > 6) return word.replace(/i(?:ya?a|yo)n$/, 'i');
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (/(?:ss|[sc]h|x|zz)es$/.test(word)) return word.slice(0, -2);
  const withoutPlural = /[^su]s$/.test(word) ? word.slice(0, -1) : word;
  return withoutEnding(withoutPlural);
}

function withoutEnding(word: string): string {
  for (const [ending, minLength] of [
    ['ing', 6],
    ['ed', 5],
  ] as const) {
    const stem = word.slice(0, -ending.length);
    if (word.length >= minLength && word.endsWith(ending) && VOWEL.test(stem) && !stem.endsWith('e')) return stem;
  }
  // "Embroidery" gets the same form as "embroidered".
  if (word.length > 6 && word.endsWith('ery')) return word.slice(0, -1);
  return word.length > 4 && /[^aeiou]e$/.test(word) ? word.slice(0, -1) : word;
}

/** The replacements of sounds. Each is applied to the result of the previous replacement. */
const SOUNDS: readonly (readonly [RegExp, string])[] = [
  [/(?<![ae])ight(?![aeiouy])/g, 'ite'],
  [/wh/g, 'v'],
  [/ph/g, 'f'],
  [/ck/g, 'k'],
  [/c?chh?/g, 'C'],
  [/c(?=[eiy])/g, 's'],
  [/[cq]/g, 'k'],
  [/x/g, 'ks'],
  [/sh/g, 'x'],
  [/([kjtdbr])h/g, '$1'],
  [/w/g, 'v'],
  [/z/g, 'j'],
  [/aa/g, 'a'],
  [/(?:ee|ii|ie$|iy)/g, 'i'],
  [/(?:oo|uu)/g, 'u'],
  [/[ae][iy]/g, 'e'],
  [/(?<=[^aeiou])y(?=[^aeiou]|$)/g, 'i'],
  [/(?<=[aeiou])h$/, ''],
  [/(.)(?=\1)/g, ''],
];

function foldSounds(word: string): string {
  return SOUNDS.reduce((folded, [sound, letters]) => folded.replace(sound, letters), word);
}
