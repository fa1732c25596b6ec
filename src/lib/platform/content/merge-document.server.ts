import { overlaid } from '#lib/platform/content/by-field.server.ts';
import type { ContentDocument, FieldPath } from '#lib/platform/content/content-document.ts';
import { type FieldNotes, fieldNotes } from '#lib/platform/content/field-notes.server.ts';
import { isObject } from '#lib/platform/content/overlay.ts';

export interface MergeBase {
  /** The current value; undefined for a document that does not exist yet. */
  current: unknown;
  /** The demo's value. */
  shipped: unknown;
}

/**
 * Merges a document into the current one: a missing field keeps its value, and null removes the owner's value, unless
 * null is a value of that field.
 */
export function mergedValue(
  document: ContentDocument<unknown>,
  { current, shipped }: MergeBase,
  value: unknown,
): unknown {
  const named = document.format === 'markdown' ? withoutEmptyBody(value, current) : value;
  const merged = overlaid(document, current, named);
  return nullsIn(named, fieldNotes(document.schema)).reduce((whole, field) => cleared(whole, shipped, field), merged);
}

/** A file may have only front matter, to change one of its fields. */
function withoutEmptyBody(value: unknown, current: unknown): unknown {
  if (!isObject(value) || !isObject(current) || String(value.body).trim() !== '') return value;
  return { ...value, body: current.body };
}

function nullsIn(value: unknown, notes: FieldNotes, at: FieldPath = []): FieldPath[] {
  if (value === null && at.length > 0) return notes.acceptsNull(at) ? [] : [at];
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, one]) => nullsIn(one, notes, [...at, name]));
}

function cleared(value: unknown, shipped: unknown, [name, ...rest]: FieldPath): unknown {
  if (!isObject(value)) return value;
  const below = isObject(shipped) ? shipped[String(name)] : undefined;
  const after = rest.length === 0 ? below : cleared(value[String(name)], below, rest);
  const fields = Object.entries(value).map(([other, one]): [string, unknown] => [other, other === name ? after : one]);
  return Object.fromEntries(fields.filter(([, one]) => one !== undefined));
}
