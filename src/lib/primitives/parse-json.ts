/** Returns the value in a text of JSON, or undefined, which JSON can't contain, if the text is not valid JSON. */
export function parseJsonOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The caller rejects undefined.
    return undefined;
  }
}
