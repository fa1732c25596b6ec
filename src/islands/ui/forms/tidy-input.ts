export type TextRule = (text: string) => string;

/** Rewrites the text of a field by a rule and leaves the caret behind the same character. */
export function tidyInput(input: HTMLInputElement | HTMLTextAreaElement, rule: TextRule): void {
  const { value, selectionStart } = input;
  const tidied = rule(value);
  if (tidied === value) return;
  const caret = rule(value.slice(0, selectionStart ?? value.length)).length;
  input.value = tidied;
  input.setSelectionRange(caret, caret);
}
