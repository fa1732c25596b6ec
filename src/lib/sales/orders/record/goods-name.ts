/** The name of an item in lists and mails, with the variant only if there are several. */
export function goodsName({ name, variant }: { name: string; variant: string }): string {
  return variant ? `${name} (${variant})` : name;
}

/** Longer names are cut in subjects, of which mail programs on phones show about 60 characters. */
const SUBJECT_NAME_MAX_CHARACTERS = 40;

/** "Indigo Kurta and 2 more", for the subject of a mail; `lines` are those of one order. */
export function goodsInBrief(lines: readonly { name: string }[]): string {
  const [first, ...others] = lines;
  if (!first) return 'order';
  const { name } = first;
  const isLong = name.length > SUBJECT_NAME_MAX_CHARACTERS;
  const shown = isLong ? `${name.slice(0, SUBJECT_NAME_MAX_CHARACTERS - 1).trimEnd()}…` : name;
  return others.length === 0 ? shown : `${shown} and ${others.length} more`;
}

interface SubjectOf {
  number: string;
  /** The items that the mail is about. */
  lines: readonly { name: string }[];
}

/**
 * The subject of a mail about an order, which names the goods and what has happened: `{goods}` stands for the goods, and
 * `{is}` and `{has}` agree with them. The number is at the end, where it can be searched for.
 */
export function orderSubject(words: string, { number, lines }: SubjectOf): string {
  const isOne = lines.length <= 1;
  const shortName = words
    .replace('{is}', isOne ? 'is' : 'are')
    .replace('{has}', isOne ? 'has' : 'have')
    // A function, since a name may hold `$&`.
    .replace('{goods}', () => goodsInBrief(lines));
  return `${shortName} (${number})`;
}
