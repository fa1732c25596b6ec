/** A path with nothing to decode, no dot segment and no `.html`: a quick check that most paths pass. */
const PLAIN_PATH = /^(?:\/|(?:\/[\w@~-]+)+)$/;
const CONTROL_CHARACTER = /\p{Cc}/u;
const ESCAPE = /%[\da-f]{2}/i;
/** Escapes that a path does not need (RFC 3986, 3.3). `encodeURIComponent` adds them, so clients send both forms. */
const OPTIONAL_ESCAPES = /%(?:2[46BC]|3[ABD]|40)/g;

/**
 * Returns the canonical form of a path (RFC 3986, 6.2.2): only characters that need it are percent-encoded, in upper
 * case; no dot segment, backslash, empty segment or trailing slash; and no `.html`, which Astro would ignore. Returns
 * undefined for an invalid path: one with a broken escape, a control character or a double escape.
 */
export function canonicalPath(path: string): string | undefined {
  if (PLAIN_PATH.test(path)) return path;
  const segments: string[] = [];
  for (const segment of path.replaceAll(/%5C/gi, '/').split(/[/\\]/)) {
    const text = decodedSegment(segment);
    if (text === undefined || CONTROL_CHARACTER.test(text) || ESCAPE.test(text)) return undefined;
    pushSegment(segments, encodedSegment(text));
  }
  dropHtmlExtension(segments);
  return `/${segments.join('/')}`;
}

/** Appends a segment, or applies a dot segment, which is an instruction and not a name (RFC 3986, 5.2.4). */
function pushSegment(segments: string[], segment: string): void {
  if (segment === '..') segments.pop();
  else if (segment !== '' && segment !== '.') segments.push(segment);
}

function dropHtmlExtension(segments: string[]): void {
  while (segments.at(-1)?.endsWith('.html')) {
    const name = segments.pop()?.slice(0, -'.html'.length) ?? '';
    if (name !== 'index') pushSegment(segments, name);
  }
}

/** Returns whether the path is canonical except for optional escapes. Such a path is served, not redirected. */
export function isCanonical(path: string, canonicalForm: string): boolean {
  return path === canonicalForm || (path.includes('%') && withoutOptionalEscapes(path) === canonicalForm);
}

function encodedSegment(text: string): string {
  return withoutOptionalEscapes(encodeURIComponent(text));
}

function withoutOptionalEscapes(path: string): string {
  return path.replaceAll(OPTIONAL_ESCAPES, decodeURIComponent);
}

function decodedSegment(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    // The segment is not valid UTF-8 or has a broken escape, so the client gets a 400.
    return undefined;
  }
}
