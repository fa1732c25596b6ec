/** The old input of fields of the same name: a list is stored as JSON, and a single field as text. */
export function oldInputList(text: string | undefined): string[] | undefined {
  if (text === undefined) return undefined;
  if (!text.startsWith('["')) return [text];
  try {
    return (JSON.parse(text) as unknown[]).map(String);
  } catch {
    // A single text that only looks like a list.
    return [text];
  }
}
