export type TextRule = (text: string) => string;

/** Rewrites the text of a field by a rule and keeps the caret after the same character. */
export function normalizeInput(input: HTMLInputElement | HTMLTextAreaElement, rule: TextRule): void {
  const { value, selectionStart } = input;
  const normalized = rule(value);
  if (normalized === value) return;
  const caret = rule(value.slice(0, selectionStart ?? value.length)).length;
  input.value = normalized;
  input.setSelectionRange(caret, caret);
}
