import { commonEnds, diffLists, type FieldChange, fieldChanges } from '#lib/content/publishing/field-changes.ts';
import type { Changes } from '#lib/platform/audit/audit-changes.ts';
import { oneLine } from '#lib/platform/cli/terminal-text.ts';
import { countText } from '#lib/primitives/plural.ts';

/** Texts that are longer than this are shortened to the part that changed. */
const MAX_FULL_LENGTH = 120;
const MAX_VALUE_LENGTH = 240;
const MAX_LINE_LENGTH = 160;
const MAX_LINES = 60;
const CONTEXT_CHARACTERS = 24;

/**
 * Returns the changes to a document, for the owner: a line for each changed field or, for a text with several lines,
 * up to 60 lines of its difference.
 */
export function differenceLines(before: unknown, after: unknown): string[] {
  return fieldChanges(before, after).flatMap(changeLines);
}

/** Returns the fields of a change that describe it to the owner, below a heading, and in the audit log. */
export function describedChange(heading: string, before: unknown, after: unknown) {
  const difference = [heading, ...differenceLines(before, after).map((line) => `  ${line}`)];
  return { difference, beforeAndAfter: [before, after] as const, fields: recordedFields(before, after) };
}

/** Returns the changes for the audit log: the first 60 changed fields, with only the changed part of a long text. */
function recordedFields(before: unknown, after: unknown): Changes {
  const changes = fieldChanges(before, after)
    .slice(0, MAX_LINES)
    .map((change) => [change.field || 'text', changedParts(change.before, change.after)] as const);
  const sideOf = (index: 0 | 1) =>
    Object.fromEntries(
      changes.flatMap(([field, sides]) => (sides[index] === undefined ? [] : [[field, shortValue(sides[index])]])),
    );
  return { before: sideOf(0), after: sideOf(1) };
}

function shortValue(value: unknown): unknown {
  if (typeof value === 'string') return truncate(value, MAX_VALUE_LENGTH);
  return value !== null && typeof value === 'object' ? valueText(value) : value;
}

function changeLines({ field, before, after }: FieldChange): string[] {
  const prefix = field === '' ? '' : `${oneLine(field)}: `;
  if (isMultiline(before) && isMultiline(after)) return textLines(field, before, after);
  if (before === undefined) return [`${prefix}added ${valueText(after)}`];
  if (after === undefined) return [`${prefix}removed ${valueText(before)}`];
  const [shortBefore, shortAfter] = changedParts(before, after);
  return [`${prefix}${valueText(shortBefore)} → ${valueText(shortAfter)}`];
}

function isMultiline(value: unknown): value is string {
  return typeof value === 'string' && value.includes('\n');
}

function textLines(field: string, before: string, after: string): string[] {
  const [from, to] = [before.split('\n'), after.split('\n')];
  const lines = diffLists(from, to).flatMap((change) => {
    const removedLines = from.slice(change.beforeIndex, change.beforeIndex + change.removedCount);
    const addedLines = to.slice(change.afterIndex, change.afterIndex + change.addedCount);
    return [
      `${field}, line ${change.afterIndex + 1}:`,
      ...removedLines.map(
        (line, index) => `  - ${truncate(changedParts(line, addedLines[index] ?? line)[0], MAX_LINE_LENGTH)}`,
      ),
      ...addedLines.map(
        (line, index) => `  + ${truncate(changedParts(removedLines[index] ?? line, line)[1], MAX_LINE_LENGTH)}`,
      ),
    ];
  });
  if (lines.length <= MAX_LINES) return lines;
  return [...lines.slice(0, MAX_LINES), `  … and ${countText(lines.length - MAX_LINES, 'more line')}`];
}

/** Returns the parts in which two long texts differ, with a few characters around them; other values unchanged. */
export function changedParts<T>(before: T, after: T): [T, T] {
  return typeof before === 'string' && typeof after === 'string'
    ? (changedPartsOfTexts(before, after) as [T, T])
    : [before, after];
}

function changedPartsOfTexts(before: string, after: string): [string, string] {
  if (Math.max(before.length, after.length) <= MAX_FULL_LENGTH) return [before, after];
  const [prefixLength, suffixLength] = commonEnds(before, after);
  const from = prefixLength <= CONTEXT_CHARACTERS ? 0 : prefixLength - CONTEXT_CHARACTERS;
  const part = (text: string) => {
    const to = suffixLength <= CONTEXT_CHARACTERS ? text.length : text.length - suffixLength + CONTEXT_CHARACTERS;
    return `${from > 0 ? '…' : ''}${text.slice(from, to)}${to < text.length ? '…' : ''}`;
  };
  return [part(before), part(after)];
}

function valueText(value: unknown): string {
  if (isMultiline(value)) return `a text of ${countText(value.trim().split('\n').length, 'line')}`;
  return truncate(JSON.stringify(value) ?? 'nothing', MAX_VALUE_LENGTH);
}

/** Returns a text as one line, shortened to at most `maxLength` characters. */
export function truncate(text: string, maxLength: number): string {
  const line = oneLine(text);
  return line.length > maxLength ? `${line.slice(0, maxLength - 1)}…` : line;
}
