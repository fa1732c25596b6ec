/** The old input of fields of the same name: a list is stored as JSON, and a single field as text. */
export function typedList(typed: string | undefined): string[] | undefined {
  if (typed === undefined) return undefined;
  if (!typed.startsWith('["')) return [typed];
  try {
    return (JSON.parse(typed) as unknown[]).map(String);
  } catch {
    // A single text that only looks like a list.
    return [typed];
  }
}
