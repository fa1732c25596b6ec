/**
 * What must stand in no log, by its looks: e-mail addresses, Indian mobile numbers, secrets of 240 bits and more (sessions,
 * mailed links, order links), and the password of an address. The last net under the rule that nobody logs them.
 */
const SECRETS: [RegExp, string][] = [
  [/:\/\/[^\s/@"\\]{1,200}@/g, '://[secret]@'],
  [/[^\s"'<>()[\]{}\\,;:=&?@/]{1,64}(?:@|%40)[\p{L}\p{M}\p{N}.-]{1,200}\.[\p{L}\p{M}]{2,24}/gu, '[email]'],
  [/(?<![\w.+-])(?:\+?91[ -]?)?[6-9]\d{9}(?![\w.])/g, '[mobile]'],
  [/(?<![\w-])[\w-]{40,}/g, '[token]'],
];

export function scrub(line: string): string {
  return SECRETS.reduce((text, [kind, instead]) => text.replace(kind, instead), line);
}
