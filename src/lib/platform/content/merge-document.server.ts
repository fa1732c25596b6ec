import { applyOverlay } from '#lib/platform/content/apply-overlay.server.ts';
import type { ContentDocument, FieldPath } from '#lib/platform/content/content-document.ts';
import { isObject } from '#lib/platform/content/overlay.ts';
import { type SchemaFields, schemaFields } from '#lib/platform/content/schema-fields.server.ts';

export interface MergeBase {
  /** The current value. Undefined if the document does not exist yet. */
  current: unknown;
  demoValue: unknown;
}

/**
 * Merges `value` into the current document: a missing field keeps its value, and null restores the demo's value, unless
 * the field accepts null.
 */
export function mergedValue(
  document: ContentDocument<unknown>,
  { current, demoValue }: MergeBase,
  value: unknown,
): unknown {
  const changes = document.format === 'markdown' ? withoutEmptyBody(value, current) : value;
  const mergedFields = applyOverlay(document, current, changes);
  return pathsOfRejectedNulls(changes, schemaFields(document.schema)).reduce(
    (result, field) => resetToDemo(result, demoValue, field),
    mergedFields,
  );
}

/** Keeps the current body if the file contains only front matter, because the owner changes only some fields. */
function withoutEmptyBody(value: unknown, current: unknown): unknown {
  if (!isObject(value) || !isObject(current) || String(value.body).trim() !== '') return value;
  return { ...value, body: current.body };
}

/** Returns the paths of the fields that are null but don't accept null. */
function pathsOfRejectedNulls(value: unknown, fields: SchemaFields, path: FieldPath = []): FieldPath[] {
  if (value === null && path.length > 0) return fields.acceptsNull(path) ? [] : [path];
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, field]) => pathsOfRejectedNulls(field, fields, [...path, name]));
}

function resetToDemo(value: unknown, demoValue: unknown, [name, ...rest]: FieldPath): unknown {
  if (!isObject(value)) return value;
  const demoField = isObject(demoValue) ? demoValue[String(name)] : undefined;
  const resetValue = rest.length === 0 ? demoField : resetToDemo(value[String(name)], demoField, rest);
  const fields = Object.entries(value).map(([fieldName, field]): [string, unknown] => [
    fieldName,
    fieldName === name ? resetValue : field,
  ]);
  return Object.fromEntries(fields.filter(([, field]) => field !== undefined));
}
