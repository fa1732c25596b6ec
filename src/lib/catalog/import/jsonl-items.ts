import { parseRecord } from '#lib/catalog/import/record/catalog-record.schema.ts';
import type { SourceItem } from '#lib/catalog/import/record/import-source.ts';
import { describeProblems } from '#lib/catalog/import/record/product-problems.ts';
import { messageOf } from '#lib/platform/errors/error-message.ts';

const MAX_LINE_LENGTH = 4_000_000;

/** The passes over a file, in order. The records of a pass may refer to the records of earlier passes. */
export const JSONL_PASSES = ['taxonomy', 'product', 'review'] as const;
export type JsonlPass = (typeof JSONL_PASSES)[number];

/**
 * Yields the records in the lines of one pass. The first pass includes lines that belong to no other pass, such as
 * broken lines.
 */
export async function* readJsonl(
  chunks: AsyncIterable<string>,
  file: string,
  pass: JsonlPass,
): AsyncGenerator<SourceItem> {
  for await (const { line, text } of linesOf(chunks)) {
    if (passOf(text) !== pass || text.trim() === '') continue;
    const at = { file, line };
    const bytes = Buffer.byteLength(text) + 1;
    const parseResult = text.length > MAX_LINE_LENGTH ? { problem: 'the line is too long' } : parseLine(text);
    yield { at, bytes, ...parseResult };
  }
}

/**
 * Returns the pass of a line, guessed from the first `type` in the line. The guess is the same in all passes, so that
 * each line is imported once.
 */
function passOf(text: string): JsonlPass {
  const type = /"type"\s*:\s*"(\w+)"/.exec(text)?.[1];
  return type === 'product' || type === 'review' ? type : 'taxonomy';
}

function parseLine(text: string) {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { problem: `not JSON: ${messageOf(error)}` };
  }
  const parseResult = parseRecord(value);
  if ('problems' in parseResult) return { problem: describeProblems(parseResult.problems) };
  return parseResult;
}

async function* linesOf(chunks: AsyncIterable<string>): AsyncGenerator<{ line: number; text: string }> {
  let line = 1;
  let remainingText = '';
  for await (const chunk of chunks) {
    const lines = (remainingText + chunk).split('\n');
    remainingText = lines.pop() ?? '';
    for (const text of lines) yield { line: line++, text };
    // The truncated line is still too long, so it is rejected.
    if (remainingText.length > 2 * MAX_LINE_LENGTH) remainingText = remainingText.slice(0, MAX_LINE_LENGTH + 1);
  }
  if (remainingText !== '') yield { line, text: remainingText };
}
