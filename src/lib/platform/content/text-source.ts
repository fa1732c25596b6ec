import type { FieldPath } from '#lib/platform/content/content-document.ts';

/** The value that a text contains, and the positions of its fields in the text. */
export interface TextSource {
  value: unknown;
  /** For a missing field, the position of the closest parent, or of the beginning. */
  positionOf(field: FieldPath): Position;
}

export interface Position {
  line: number;
  column: number;
}

export class UnreadableText extends Error {
  readonly at: Position;
  constructor(message: string, at: Position, options?: ErrorOptions) {
    super(message, options);
    this.name = 'UnreadableText';
    this.at = at;
  }
}

/** The line and column of an offset in characters; both count from 1. */
export function positionAt(text: string, offset: number): Position {
  const before = text.slice(0, offset);
  const lineStart = before.lastIndexOf('\n') + 1;
  return { line: before.split('\n').length, column: offset - lineStart + 1 };
}
