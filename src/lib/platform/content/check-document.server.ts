import type { z } from 'zod';
import { applyOverlay } from '#lib/platform/content/apply-overlay.server.ts';
import {
  type AvailableFiles,
  type ContentDocument,
  type ContentProblem,
  type FieldProblem,
  fileOf,
} from '#lib/platform/content/content-document.ts';
import { readJson } from '#lib/platform/content/json-source.server.ts';
import { readMarkdown } from '#lib/platform/content/markdown-source.server.ts';
import { isObject } from '#lib/platform/content/overlay.ts';
import { schemaFields } from '#lib/platform/content/schema-fields.server.ts';
import { type TextSource, UnreadableText } from '#lib/platform/content/text-source.ts';

export type CheckResult<T, Problem = ContentProblem> =
  | { value: T; problems?: undefined }
  | { value?: undefined; problems: Problem[] };

/**
 * Validates an owner's text. Fields that it lacks are taken from the demo's text, so that a field that was added in a
 * newer version of the shop has a value.
 */
export function checkDocument<T>(
  document: ContentDocument<T>,
  source: { path: string; text: string; demoValue?: unknown },
  files: AvailableFiles,
): CheckResult<T> {
  return checkText(document, source, files, (value) => applyOverlay(document, source.demoValue, value));
}

/**
 * Validates the value that `complete` creates from the value in the text. Returns the result as `checkValue` does, but
 * with the position of each problem in the text.
 */
export function checkText<T>(
  document: ContentDocument<T>,
  { path, text, before }: { path: string; text: string; before?: T | undefined },
  files: AvailableFiles,
  complete: (value: unknown) => unknown,
): CheckResult<T> {
  const file = fileOf(path, document.format);
  const source = readSource(document, text);
  if (source instanceof UnreadableText) {
    return { problems: [{ file, ...source.position, field: '', message: source.message }] };
  }
  const result = checkValue(document, complete(source.value), { ...files, path, before });
  if (!result.problems) return result;
  const problems = result.problems.map(({ field, message }) => {
    return { file, ...source.positionOf(field), field: field.map(String).join('.'), message };
  });
  return { problems };
}

/**
 * Returns the value of a text without its invalid top-level fields, and whether all fields are valid. Returns undefined
 * if the text can't be parsed.
 */
export function validFieldsOf(
  document: ContentDocument<unknown>,
  { path, text, demoValue }: { path: string; text: string; demoValue?: unknown },
  files: AvailableFiles,
): { value: unknown; isComplete: boolean } | undefined {
  const source = readSource(document, text);
  if (source instanceof UnreadableText) return undefined;
  const { problems = [] } = checkValue(document, applyOverlay(document, demoValue, source.value), { ...files, path });
  const invalidNames = problems.flatMap(({ field }) => field.slice(0, 1));
  const fields = withPrototype(source.value);
  const value = isObject(fields)
    ? Object.fromEntries(Object.entries(fields).filter(([name]) => !invalidNames.includes(name)))
    : fields;
  return { value, isComplete: invalidNames.length === 0 };
}

/** Returns the fields of a text before the schema transforms them. Throws UnreadableText if it can't be parsed. */
export function fieldsOf(document: ContentDocument<unknown>, text: string): unknown {
  const source = readSource(document, text);
  if (source instanceof UnreadableText) throw source;
  return withPrototype(source.value);
}

/** The JSON parser creates objects without a prototype, which are not deeply equal to other objects. */
function withPrototype(value: unknown): unknown {
  return structuredClone(value);
}

function readSource({ format }: ContentDocument<unknown>, text: string): TextSource | UnreadableText {
  try {
    return format === 'json' ? readJson(text) : readMarkdown(text);
  } catch (error) {
    if (error instanceof UnreadableText) return error;
    throw error;
  }
}

/**
 * Returns the value as the schema transforms it, or the problems: those found by the schema or, if it finds none, those
 * found by `document.check`.
 */
export function checkValue<T>(
  document: ContentDocument<T>,
  value: unknown,
  context: AvailableFiles & { path: string; before?: T | undefined },
): CheckResult<T, FieldProblem> {
  const { data, error } = document.schema.safeParse(value);
  if (error) return { problems: error.issues.flatMap((issue) => problemsOf(document, issue)) };
  const problems = document.check?.(data as T, context) ?? [];
  return problems.length > 0 ? { problems } : { value: data as T };
}

function problemsOf(document: ContentDocument<unknown>, issue: z.core.$ZodIssue): FieldProblem[] {
  const fields = schemaFields(document.schema);
  if (issue.code === 'unrecognized_keys') {
    const names = fields.namesIn(issue.path).join(', ');
    return issue.keys.map((key) => ({
      field: [...issue.path, key],
      message: `there is no such field. The fields are: ${names}.`,
    }));
  }
  const isMissing = issue.code === 'invalid_type' && issue.message.endsWith('received undefined');
  const description = fields.descriptionOf(issue.path);
  const problem = isMissing ? 'is missing' : issue.message;
  return [
    { field: issue.path, message: description ? `${problem.replace(/\.$/, '')}. Expected: ${description}` : problem },
  ];
}
