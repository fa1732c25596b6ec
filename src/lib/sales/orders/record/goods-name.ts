/** The name of an item in lists and emails, followed by its option values in brackets, unless it has none. */
export function goodsName({ name, variant }: { name: string; variant: string }): string {
  return variant ? `${name} (${variant})` : name;
}

/** Subjects contain at most this much of a name, because mail programs on phones show about 60 characters. */
const SUBJECT_NAME_MAX_CHARACTERS = 40;

/** Such as "Indigo Kurta and 2 more", for the subject of an email about the lines of an order; "order" without lines. */
export function goodsSummary(lines: readonly { name: string }[]): string {
  const [first, ...others] = lines;
  if (!first) return 'order';
  const { name } = first;
  const isLong = name.length > SUBJECT_NAME_MAX_CHARACTERS;
  const shown = isLong ? `${name.slice(0, SUBJECT_NAME_MAX_CHARACTERS - 1).trimEnd()}…` : name;
  return others.length === 0 ? shown : `${shown} and ${others.length} more`;
}

interface SubjectParts {
  number: string;
  /** The items that the email is about. */
  lines: readonly { name: string }[];
}

/**
 * The subject of an email about an order. In the template, `{goods}` stands for the goods, and `{is}` and `{has}` agree
 * with them in number. The order number comes last, so that a search of the mailbox finds the email.
 */
export function orderSubject(template: string, { number, lines }: SubjectParts): string {
  const isSingular = lines.length <= 1;
  const text = template
    .replace('{is}', isSingular ? 'is' : 'are')
    .replace('{has}', isSingular ? 'has' : 'have')
    // A function, because a name may contain `$&`.
    .replace('{goods}', () => goodsSummary(lines));
  return `${text} (${number})`;
}
