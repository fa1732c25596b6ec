export type TextRule = (text: string) => string;

/** Rewrites the text of a field by a rule and keeps the caret after the same character. */
export function normalizeInput(input: HTMLInputElement | HTMLTextAreaElement, rule: TextRule): void {
  const { value, selectionStart } = input;
  const normalizedText = rule(value);
  if (normalizedText === value) return;
  const caret = rule(value.slice(0, selectionStart ?? value.length)).length;
  input.value = normalizedText;
  input.setSelectionRange(caret, caret);
}
