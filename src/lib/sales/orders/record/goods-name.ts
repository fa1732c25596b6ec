/** Returns the name of an item for lists and emails, followed by the option values in brackets, if any. */
export function goodsName({ name, variant }: { name: string; variant: string }): string {
  return variant ? `${name} (${variant})` : name;
}

/** Names in subjects are truncated to this length, because mail programs on phones show about 60 characters. */
const SUBJECT_NAME_MAX_CHARACTERS = 40;

/** Returns the goods for the subject of an email, such as "Indigo Kurta and 2 more"; "order" without lines. */
export function goodsSummary(lines: readonly { name: string }[]): string {
  const [firstLine, ...otherLines] = lines;
  if (!firstLine) return 'order';
  const { name } = firstLine;
  const isLong = name.length > SUBJECT_NAME_MAX_CHARACTERS;
  const shortName = isLong ? `${name.slice(0, SUBJECT_NAME_MAX_CHARACTERS - 1).trimEnd()}…` : name;
  return otherLines.length === 0 ? shortName : `${shortName} and ${otherLines.length} more`;
}

interface SubjectParts {
  number: string;
  /** The items that the email is about. */
  lines: readonly { name: string }[];
}

/**
 * Returns the subject of an email about an order. In the template, `{goods}` stands for the goods, and `{is}` and
 * `{has}` agree with them in number. The order number comes last, so that a search of the mailbox finds the email.
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
