import { createReadStream } from 'node:fs';
import { readZipDirectory, readZipEntry, type ZipDirectory } from '#lib/platform/files/uploads/zip-directory.server.ts';

/** A limit against zip bombs, larger than customers' unpacked documents usually are. */
const MAX_UNPACKED_BYTES = 150 * 1024 * 1024;
const MAX_ENTRIES = 2_000;

const TYPES_PART = '[Content_Types].xml';
const REQUIRED_PARTS = [TYPES_PART, 'word/document.xml'];
const SETTINGS_LINKS_PART = 'word/_rels/settings.xml.rels';
/** Matches macros, ActiveX controls, packed OLE objects and programs. Embedded sheets and pictures are allowed. */
const PROGRAM_PART =
  /(?:^|\/)vba[^/]*\.(?:bin|xml)$|(?:^|\/)activex(?:\/|\d*\.)|(?:^|\/)embeddings\/[^/]*\.bin$|\.(?:exe|dll|com|scr|bat|cmd|msi|jar|js|vbs|vbe|wsf|ps1|hta|lnk|docm|dotm|xlsm)$/i;
const PROGRAM_TYPE = /macroenabled|vbaproject|vbadata|activex/i;
const DOCUMENT_TYPE = 'wordprocessingml.document.main+xml';
/** Word loads the macros of an external template. */
const EXTERNAL_TEMPLATE = /attachedTemplate/i;

/** Returns whether the file is a document in Word's zip format, with no other data around it and no programs in it. */
export async function isPlainDocx(path: string): Promise<boolean> {
  const zip = await readZipDirectory(path);
  if (!zip?.isWholeFile || zip.entries.length > MAX_ENTRIES || zip.unpackedBytes > MAX_UNPACKED_BYTES) return false;
  const names = zip.entries.map(({ name }) => name);
  if (new Set(names.map((name) => name.toLowerCase())).size !== names.length) return false;
  if (!REQUIRED_PARTS.every((part) => names.includes(part)) || names.some((name) => PROGRAM_PART.test(name)))
    return false;
  const types = await readPart(path, zip, TYPES_PART);
  if (!types?.includes(DOCUMENT_TYPE) || PROGRAM_TYPE.test(types)) return false;
  if (!names.includes(SETTINGS_LINKS_PART)) return true;
  const links = await readPart(path, zip, SETTINGS_LINKS_PART);
  return links !== undefined && !EXTERNAL_TEMPLATE.test(links);
}

async function readPart(path: string, zip: ZipDirectory, name: string): Promise<string | undefined> {
  const entry = zip.entries.find((candidate) => candidate.name === name);
  return entry && (await readZipEntry(path, entry))?.toString('utf8');
}

const ENTRY_BYTES = 128;
const NAME_BYTES = 64;
/** The types of storages, streams and the root. Other numbers mean free entries, or bytes that are not entries. */
const ENTRY_TYPES: ReadonlySet<number | undefined> = new Set([1, 2, 5]);
const PROGRAM_NAME = /^(?:macros|_vba_project|_vba_project_cur|vba)$/i;

/** Returns whether this is an old Word file without macros. Installers and spreadsheets use the same container. */
export async function isPlainDoc(path: string): Promise<boolean> {
  let isWordDocument = false;
  for await (const name of directoryNames(path)) {
    if (PROGRAM_NAME.test(name)) return false;
    isWordDocument ||= name === 'WordDocument';
  }
  return isWordDocument;
}

/** Yields the names in all sectors that look like a directory. Entries start at multiples of `ENTRY_BYTES`. */
async function* directoryNames(path: string): AsyncGenerator<string> {
  for await (const chunk of createReadStream(path, { highWaterMark: 512 * ENTRY_BYTES }) as AsyncIterable<Buffer>) {
    for (let offset = 0; offset + ENTRY_BYTES <= chunk.length; offset += ENTRY_BYTES) {
      const nameBytes = chunk.readUInt16LE(offset + NAME_BYTES);
      if (
        nameBytes < 4 ||
        nameBytes > NAME_BYTES ||
        nameBytes % 2 !== 0 ||
        !ENTRY_TYPES.has(chunk[offset + NAME_BYTES + 2])
      )
        continue;
      yield chunk.toString('utf16le', offset, offset + nameBytes - 2);
    }
  }
}
