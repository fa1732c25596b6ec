import {
  findNodeAtLocation,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';
import type { FieldPath } from '#lib/platform/content/content-document.ts';
import { positionAt, type TextSource, UnreadableText } from '#lib/platform/content/text-source.ts';

const MESSAGES: Readonly<Record<string, string>> = {
  InvalidSymbol: 'a word without quotes; write texts between "quotes"',
  InvalidNumberFormat: 'this is not a number',
  PropertyNameExpected: 'a field’s name in "quotes" is expected here; is there an extra comma before it?',
  ValueExpected: 'a value is expected here; is there an extra comma before it?',
  ColonExpected: 'a colon is expected between the field’s name and its value',
  CommaExpected: 'a comma is expected between two values',
  CloseBraceExpected: 'the closing } is missing',
  CloseBracketExpected: 'the closing ] is missing',
  EndOfFileExpected: 'the document ended before this; is there a bracket too many?',
  UnexpectedEndOfString: 'the closing " is missing',
  InvalidCommentToken: 'comments are not allowed here',
};

/** Throws `UnreadableText` with the first mistake. */
export function readJson(source: string): TextSource {
  const errors: ParseError[] = [];
  // Editors don't show a byte order mark, and don't count it as a column.
  const text = source.replace(/^\u{FEFF}/u, '');
  const tree = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false });
  const [first] = errors;
  if (first)
    throw new UnreadableText(
      MESSAGES[printParseErrorCode(first.error)] ?? 'this is not JSON',
      positionAt(text, first.offset),
    );
  if (!tree) throw new UnreadableText('the file is empty', { line: 1, column: 1 });
  const duplicate = duplicateField(tree);
  if (duplicate)
    throw new UnreadableText(
      `the field "${getNodeValue(duplicate)}" appears twice`,
      positionAt(text, duplicate.offset),
    );
  return {
    value: getNodeValue(tree),
    positionOf: (field) => positionAt(text, nodeOf(tree, field).offset),
  };
}

/** The node of the field; for a missing field, that of the closest parent. */
function nodeOf(tree: Node, field: FieldPath): Node {
  for (let length = field.length; length > 0; length--) {
    const path = field.slice(0, length).map((key) => (typeof key === 'symbol' ? String(key) : key));
    const node = findNodeAtLocation(tree, path);
    if (node) return node.parent?.type === 'property' ? node.parent : node;
  }
  return tree;
}

/** JSON.parse would use the last of two equal keys, but the owner may have meant the first. */
function duplicateField(node: Node): Node | undefined {
  const seen = new Set<unknown>();
  for (const child of node.children ?? []) {
    const [key] = node.type === 'object' ? (child.children ?? []) : [];
    if (key && seen.has(key.value)) return key;
    if (key) seen.add(key.value);
    const nested = duplicateField(child);
    if (nested) return nested;
  }
  return undefined;
}
