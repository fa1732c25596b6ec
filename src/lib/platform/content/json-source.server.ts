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
  EndOfFileExpected: 'the document has already ended here; is there an extra bracket before it?',
  UnexpectedEndOfString: 'the closing " is missing',
  InvalidCommentToken: 'comments are not allowed here',
};

/** Parses JSON. Throws `UnreadableText` with the first mistake. */
export function readJson(source: string): TextSource {
  const errors: ParseError[] = [];
  // Editors don't show a byte order mark, and don't count it as a column.
  const text = source.replace(/^\u{FEFF}/u, '');
  const tree = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false });
  const [firstError] = errors;
  if (firstError)
    throw new UnreadableText(
      MESSAGES[printParseErrorCode(firstError.error)] ?? 'this is not JSON',
      positionAt(text, firstError.offset),
    );
  if (!tree) throw new UnreadableText('the file is empty', { line: 1, column: 1 });
  const repeatedKey = findRepeatedKey(tree);
  if (repeatedKey)
    throw new UnreadableText(
      `the field "${getNodeValue(repeatedKey)}" appears twice`,
      positionAt(text, repeatedKey.offset),
    );
  return {
    value: getNodeValue(tree),
    positionOf: (field) => positionAt(text, nodeOf(tree, field).offset),
  };
}

/** Returns the node of the field, or of its closest parent if the field is missing. */
function nodeOf(tree: Node, field: FieldPath): Node {
  for (let length = field.length; length > 0; length--) {
    const path = field.slice(0, length).map((key) => (typeof key === 'symbol' ? String(key) : key));
    const node = findNodeAtLocation(tree, path);
    if (node) return node.parent?.type === 'property' ? node.parent : node;
  }
  return tree;
}

/**
 * Returns the node of the first key that is repeated in its object. JSON.parse would use the last value, but the owner
 * may have meant the first.
 */
function findRepeatedKey(node: Node): Node | undefined {
  const seenKeys = new Set<unknown>();
  for (const child of node.children ?? []) {
    const [key] = node.type === 'object' ? (child.children ?? []) : [];
    if (key && seenKeys.has(key.value)) return key;
    if (key) seenKeys.add(key.value);
    const nestedKey = findRepeatedKey(child);
    if (nestedKey) return nestedKey;
  }
  return undefined;
}
