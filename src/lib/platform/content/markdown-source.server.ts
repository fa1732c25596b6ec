import { isMap, LineCounter, parseDocument } from 'yaml';
import type { FieldPath } from '#lib/platform/content/content-document.ts';
import { type Position, type TextSource, UnreadableText } from '#lib/platform/content/text-source.ts';

/** Matches the YAML front matter between lines of three dashes, and the text below it as the group `body`. */
const FRONT_MATTER = /^\u{FEFF}?---[^\S\n]*\n(?<frontMatter>[\s\S]*?)\n?---[^\S\n]*(?:\n|$)(?<body>[\s\S]*)$/u;
const LINES_BEFORE_FRONT_MATTER = 1;

/** Parses Markdown with front matter. Throws `UnreadableText` with the first mistake. */
export function readMarkdown(input: string): TextSource {
  const { text, frontMatter, body } = splitFrontMatter(input);
  const lineCounter = new LineCounter();
  const document = parseDocument(frontMatter, { lineCounter, schema: 'core' });
  const positionAt = (offset: number): Position => {
    const { line, col } = lineCounter.linePos(offset);
    return { line: line + LINES_BEFORE_FRONT_MATTER, column: col };
  };
  const [error] = document.errors;
  if (error)
    throw new UnreadableText(error.message.split(/ at line |\n/)[0] ?? 'this is not YAML', positionAt(error.pos[0]));
  if (!isMap(document.contents)) throw new UnreadableText('the front matter needs lines such as `title: …`', START);
  const bodyLine = text.slice(0, text.length - body.length).split('\n').length;
  return {
    value: { ...(frontMatterValue(document) as object), body },
    positionOf: (field) => {
      if (field[0] === 'body') return { line: bodyLine + linesBefore(body, field[1]), column: 1 };
      return positionAt(offsetOf(document, field));
    },
  };
}

/** Throws `UnreadableText` if the front matter has aliases (`*name`), which can multiply its size. */
function frontMatterValue(document: ReturnType<typeof parseDocument>): unknown {
  try {
    return document.toJS({ maxAliasCount: 0 });
  } catch (error) {
    throw new UnreadableText('the front matter repeats a part of itself (*name); write it out', START, {
      cause: error,
    });
  }
}

/**
 * Splits a text into front matter and body. In the results, lines end with a line feed only. Throws `UnreadableText` if
 * the text has no front matter.
 */
export function splitFrontMatter(input: string): { text: string; frontMatter: string; body: string } {
  const text = input.replaceAll('\r\n', '\n');
  const { frontMatter, body = '' } = FRONT_MATTER.exec(text)?.groups ?? {};
  if (frontMatter === undefined)
    throw new UnreadableText('the file must begin with front matter between two lines of ---', START);
  return { text, frontMatter, body };
}

const START: Position = { line: 1, column: 1 };

/** Returns the number of lines before an offset in characters. The field path of a problem is `['body', offset]`. */
function linesBefore(body: string, offset: PropertyKey | undefined): number {
  return typeof offset === 'number' ? body.slice(0, offset).split('\n').length - 1 : 0;
}

/** Returns the offset of the field in the front matter, or of its closest parent if the field is missing. */
function offsetOf(document: ReturnType<typeof parseDocument>, field: FieldPath): number {
  for (let length = field.length; length > 0; length--) {
    const node = document.getIn(field.slice(0, length), true);
    if (typeof node === 'object' && node !== null && 'range' in node && Array.isArray(node.range)) return node.range[0];
  }
  return 0;
}
