/**
 * Plural and case endings, by the first code point of their script: "ending>replacement". An ending is removed only if
 * the remaining word is known, so the lists may contain ambiguous endings.
 */
const ENDINGS: readonly (readonly [number, string])[] = [
  [0x0, 'iyon>i iyo>i iyan>i iyaan>i on>a on> o>a en>a en> e>a i>a wala> wale> wali>'],
  [
    0x900,
    'ियों>ी ियाँ>ी ियां>ी ों>ा ों> ओं> एँ> एं> ें> े>ा ी>ा वाला> वाली> वाले> ांचे>ा ांचा>ा ांची>ा ांसाठी>ा साठी> च्या> चा> ची> चे> ला>',
  ],
  [0x980, 'গুলো> গুলি> গুলির> দের> ের> র> কে> টা> টি> তে> ে> রা>'],
  [0xa00, 'ੀਆਂ>ੀ ਿਆਂ>ਾ ਾਂ> ੇ>ਾ ਆਂ> ਵਾਲਾ> ਵਾਲੀ> ਵਾਲੇ>'],
  [0xa80, 'ઓ> ઓના> ઓની> ઓનો> ઓનું> ના> ની> નો> નું> માટે> ા>ો ી>ો ું>ો વાળા> વાળી> વાળો>'],
  [0xb00, 'ମାନଙ୍କ> ଙ୍କ> ଗୁଡ଼ିକ> ର>'],
  [0xb80, 'கள்> களின்> களுக்கு> களுக்கான> களை> ங்கள்>ம் க்கு> க்கான> ுக்கு>ு ின்> ுடைய> ிற்கு> ான> ாலான> டன்> ல்> ை>'],
  [0xc00, 'లు> ల> లకు> లకి> లను> కు> కి> ని> ను> తో> లో> రి>రు ళ్ళ>డు ళ్ల>డు ైన> వుల> వులు> ువుల>ు'],
  [0xc80, 'ಗಳು> ಗಳ> ಗಳಿಗೆ> ಗಳನ್ನು> ಯರ> ಯರಿಗೆ> ರ> ರಿಗೆ> ಗೆ> ಿಗೆ> ದ> ಯ> ಿನ> ನ> ಅನ್ನು> ಕ್ಕೆ> ವಿನ> ವಿಗೆ> ವು>'],
  [0xd00, 'കൾ> കളുടെ> കൾക്ക്> കളെ> ങ്ങൾ>ം ുടെ> യുടെ> ക്ക്> ന്റെ> ിന്റെ> ിന്> ായ> യ>'],
];
const SCRIPT_SIZE = 0x80;
const LATIN_END = 0x250;
const MIN_BASE_LENGTH = 2;

const rulesByScript = new Map(
  ENDINGS.map(([first, list]) => [
    first,
    list
      .split(' ')
      .map((rule) => rule.split('>'))
      .map(([ending = '', replacement = '']) => ({ ending, replacement })),
  ]),
);

/** Returns the first code point of a word's script; 0 for Latin. */
export function scriptOf(word: string): number {
  const code = word.codePointAt(0) ?? 0;
  return code < LATIN_END ? 0 : code - (code % SCRIPT_SIZE);
}

/** Returns possible base forms of a word ("साड़ियों": "साड़ी"); the form without the shortest ending comes first. */
export function possibleBaseForms(spelling: string): string[] {
  const rules = rulesByScript.get(scriptOf(spelling)) ?? [];
  return rules
    .filter(({ ending }) => spelling.endsWith(ending) && spelling.length - ending.length >= MIN_BASE_LENGTH)
    .sort((a, b) => a.ending.length - b.ending.length)
    .map(({ ending, replacement }) => spelling.slice(0, -ending.length) + replacement);
}

const VOWELS = 'aeiou';
const MIN_STEM_LENGTH = 3;

/**
 * Returns a folded word without the vowels at its end, which mark gender and number in most Indian languages; undefined
 * if the rest is too short.
 */
export function stemOf(foldedWord: string): string | undefined {
  let end = foldedWord.length;
  while (end > 0 && VOWELS.includes(foldedWord.charAt(end - 1))) end--;
  return end >= MIN_STEM_LENGTH ? foldedWord.slice(0, end) : undefined;
}
