import type { FieldPath } from '#lib/platform/content/content-document.ts';

/** The value that a text contains, and the positions of its fields in the text. */
export interface TextSource {
  value: unknown;
  /** Returns the position of the field or, if it is missing, of its closest parent or the beginning of the text. */
  positionOf(field: FieldPath): Position;
}

export interface Position {
  line: number;
  column: number;
}

export class UnreadableText extends Error {
  readonly position: Position;
  constructor(message: string, position: Position, options?: ErrorOptions) {
    super(message, options);
    this.name = 'UnreadableText';
    this.position = position;
  }
}

/** Returns the line and column of an offset in characters, both counted from 1. */
export function positionAt(text: string, offset: number): Position {
  const textBefore = text.slice(0, offset);
  const lineStart = textBefore.lastIndexOf('\n') + 1;
  return { line: textBefore.split('\n').length, column: offset - lineStart + 1 };
}
