/**
 * Returns the old input of the fields with one name, or undefined if there is none. The input of several fields is
 * stored as a JSON array, and the input of a single field as text.
 */
export function oldInputList(text: string | undefined): string[] | undefined {
  if (text === undefined) return undefined;
  if (!text.startsWith('["')) return [text];
  try {
    return (JSON.parse(text) as unknown[]).map(String);
  } catch {
    // The text of a single field only looks like a JSON array.
    return [text];
  }
}
