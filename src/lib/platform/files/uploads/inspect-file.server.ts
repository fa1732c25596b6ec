import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { FILE_KINDS, type FileKind, type FileKindName } from '#lib/platform/files/storage/file-kinds.ts';
import { isPlainDoc, isPlainDocx } from '#lib/platform/files/uploads/word-file.server.ts';
import { endsWithZip } from '#lib/platform/files/uploads/zip-directory.server.ts';

const HEAD_BYTES = 4_100;

/**
 * Returns whether the content of a file matches its kind. Whether a picture can be decoded is not checked here:
 * encoding the picture again shows that, and removes everything else from the file.
 */
export async function matchesFileKind(kindName: FileKindName, path: string): Promise<boolean> {
  const kind: FileKind = FILE_KINDS[kindName];
  if (kind.shownAs === 'picture') return hasDetectedType(kind, path);
  if (kindName === 'docx') return (await hasDetectedType(kind, path)) && (await isPlainDocx(path));
  // A zip is read from its end, so a file of another type can also be a zip, such as a Java program.
  if (await endsWithZip(path)) return false;
  if (kindName === 'svg') return beginsAsMarkup(path);
  if (kindName === 'text' || kindName === 'csv' || kindName === 'jsonl') return isPlainText(path);
  return (await hasDetectedType(kind, path)) && (kindName !== 'doc' || (await isPlainDoc(path)));
}

async function hasDetectedType({ detectedTypes }: FileKind, path: string): Promise<boolean> {
  const type = await detectedType(path);
  return type !== undefined && detectedTypes.includes(type);
}

async function detectedType(path: string): Promise<string | undefined> {
  const { fileTypeFromBuffer } = await import('file-type');
  const head = await readHead(path);
  try {
    return (await fileTypeFromBuffer(head))?.mime;
  } catch {
    // The file starts like a known type, but has another type.
    return undefined;
  }
}

async function readHead(path: string): Promise<Buffer> {
  await using file = await open(path, 'r');
  const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
  return buffer.subarray(0, bytesRead);
}

const MARKUP = /^\uFEFF?\s*<(?:[?!]|svg\b)/;

async function beginsAsMarkup(path: string): Promise<boolean> {
  return MARKUP.test((await readHead(path)).toString());
}

/** Text contains line breaks, tabs and form feeds; programs contain other control characters. */
const CONTROL_CHARACTER = /[\p{Cc}--[\t\n\f\r\x85]]/v;
/** Matches markup, scripts and other files that a program may run or render regardless of their names. */
const NOT_TEXT = /^(?:\s*<[a-zA-Z!?/]|\s*#!|\s*@[Ee][Cc][Hh][Oo]\b|MZ|%!PS|%PDF-|\{\\rtf)/;

async function isPlainText(path: string): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let isFirst = true;
  try {
    for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
      const text = decoder.decode(chunk, { stream: true });
      if (CONTROL_CHARACTER.test(text) || (isFirst && NOT_TEXT.test(text))) return false;
      isFirst = false;
    }
    decoder.decode();
    return true;
  } catch {
    // Not UTF-8, so it is not plain text.
    return false;
  }
}
