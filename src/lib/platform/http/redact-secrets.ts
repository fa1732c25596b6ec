/**
 * Patterns of secrets and personal data, and their replacements. This is the last line of defence: no code should log
 * these values. A token is a secret of 240 bits or more.
 */
const SECRET_PATTERNS: [RegExp, string][] = [
  [/:\/\/[^\s/@"\\]{1,200}@/g, '://[secret]@'],
  [/[^\s"'<>()[\]{}\\,;:=&?@/]{1,64}(?:@|%40)[\p{L}\p{M}\p{N}.-]{1,200}\.[\p{L}\p{M}]{2,24}/gu, '[email]'],
  [/(?<![\w.+-])(?:\+?91[ -]?)?[6-9]\d{9}(?![\w.])/g, '[mobile]'],
  [/(?<![\w-])[\w-]{40,}/g, '[token]'],
];

export function redactSecrets(line: string): string {
  return SECRET_PATTERNS.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), line);
}
