/**
 * The range of nine Indic scripts, which are romanised as people type them. Unicode arranges these scripts identically,
 * in blocks of 128 characters, so the same tables apply to all.
 */
const FIRST_CODE = 0x900;
const LAST_CODE = 0xd7f;
const SCRIPT_SIZE = 0x80;
const SOUTHERN_FROM = 0xb80;

const VOWELS = soundTable(0x04, 'a a aa i ii u uu ri li e e e ai o o o au');
const CONSONANTS = new Map([
  ...soundTable(0x15, 'k kh g gh n ch chh j jh n t th d dh n t th d dh n n p ph b bh m y r r l l l v sh sh s h'),
  // A separate letter only in Gurmukhi; other scripts write it with a dot.
  [0x5c, 'r'] as const,
]);
const VOWEL_SIGNS = soundTable(0x3e, 'aa i ii u uu ri ri e e e ai o o o au');
const NASAL_MARKS = new Map([
  [0x01, 'n'],
  [0x02, 'n'],
  [0x70, 'n'],
]);
/**
 * The sounds of consonants with a dot below, by the consonant without it. In NFC, the dot is always a separate
 * character in Bengali, Gurmukhi and Odia.
 */
const DOTTED_CONSONANTS = new Map([
  ['d', 'r'],
  ['dh', 'rh'],
  ['j', 'z'],
  ['ph', 'f'],
  ['s', 'sh'],
]);
/** Consonants with a separate letter at the end of a syllable: Bengali khanda ta, Malayalam chillus. */
const SYLLABLE_FINALS = new Map([[0x4e, 't'], ...soundTable(0x7a, 'n n r l l k')]);
/** A Gurmukhi sign that doubles the next consonant, so that the vowel before the sign is pronounced. */
const ADDAK = 0x71;
const NUKTA = 0x3c;
const VIRAMA = 0x4d;
const DIGITS_FROM = 0x66;

interface Sound {
  consonant: string;
  vowel: string;
  /** Whether the vowel is inherent in the consonant. It is replaced if a vowel sign or virama follows. */
  isInherent: boolean;
  /** Whether the sound is a nasal mark, which depends on the next consonant. */
  isNasal?: boolean;
}

export function isIndic(word: string): boolean {
  return [...word].some((letter) => isIndicCode(letter.codePointAt(0) ?? 0));
}

/** Returns a word, which must be in NFC, in Latin letters. Letters of other scripts are not changed. */
export function indicToRoman(word: string): string {
  const sounds: Sound[] = [];
  for (const letter of word) addSound(sounds, letter);
  const isSouthern = [...word].some((letter) => (letter.codePointAt(0) ?? 0) >= SOUTHERN_FROM);
  if (!isSouthern) dropSilentVowels(sounds);
  assimilateNasals(sounds);
  return sounds.map(({ consonant, vowel }) => consonant + vowel).join('');
}

function addSound(sounds: Sound[], letter: string): void {
  const code = letter.codePointAt(0) ?? 0;
  if (!isIndicCode(code)) {
    sounds.push({ consonant: letter, vowel: '', isInherent: false });
    return;
  }
  const offset = (code - FIRST_CODE) % SCRIPT_SIZE;
  const lastSound = sounds.at(-1);
  const consonant = CONSONANTS.get(offset);
  const nasal = NASAL_MARKS.get(offset);
  const vowellessSound = SYLLABLE_FINALS.get(offset) ?? digitAt(offset);
  const vowel = VOWELS.get(offset);
  if (consonant) sounds.push({ consonant, vowel: 'a', isInherent: true });
  else if (vowel) sounds.push({ consonant: '', vowel, isInherent: false });
  else if (nasal) sounds.push({ consonant: nasal, vowel: '', isInherent: false, isNasal: true });
  else if (vowellessSound) sounds.push({ consonant: vowellessSound, vowel: '', isInherent: false });
  else if (lastSound && offset === ADDAK) lastSound.isInherent = false;
  else if (lastSound && offset === NUKTA)
    lastSound.consonant = DOTTED_CONSONANTS.get(lastSound.consonant) ?? lastSound.consonant;
  else if (lastSound && (offset === VIRAMA || VOWEL_SIGNS.has(offset))) {
    lastSound.vowel = VOWEL_SIGNS.get(offset) ?? '';
    lastSound.isInherent = false;
  }
}

/**
 * Schwa deletion: the inherent "a" is silent at the end of a word, and between a vowel and a consonant with a vowel
 * (sal-a-waar).
 */
function dropSilentVowels(sounds: Sound[]): void {
  const lastSound = sounds.at(-1);
  if (sounds.length > 1 && lastSound?.isInherent) lastSound.vowel = '';
  for (let index = 1; index < sounds.length - 1; index++) {
    const [previous, sound, next] = [sounds[index - 1], sounds[index], sounds[index + 1]];
    if (!sound?.isInherent || !previous?.vowel || !next?.consonant || !next.vowel) continue;
    sound.vowel = '';
  }
}

/** The nasal mark is "m" before p, b and m ("कंबल": kambal), and "n" elsewhere. */
function assimilateNasals(sounds: Sound[]): void {
  for (const [index, sound] of sounds.entries()) {
    if (sound.isNasal && /^[pbm]/.test(sounds[index + 1]?.consonant ?? '')) sound.consonant = 'm';
  }
}

function isIndicCode(code: number): boolean {
  return code >= FIRST_CODE && code <= LAST_CODE;
}

function digitAt(offset: number): string | undefined {
  return offset >= DIGITS_FROM && offset < DIGITS_FROM + 10 ? String(offset - DIGITS_FROM) : undefined;
}

function soundTable(from: number, sounds: string): Map<number, string> {
  return new Map(sounds.split(' ').map((sound, index) => [from + index, sound]));
}
