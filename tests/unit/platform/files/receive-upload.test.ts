import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { displayName, FileError, type UploadRules } from '#lib/platform/files/storage/upload.ts';
import { receiveUpload } from '#lib/platform/files/uploads/receive-upload.server.ts';
import { seededRandom } from '#lib/primitives/seeded-random.ts';
import { multipartBody, multipartRequest, type Part } from '#support/multipart.ts';
import { mutateBody } from '#support/mutate.ts';
import {
  photographWithLocation,
  SAMPLE_DOC,
  SAMPLE_EXE,
  SAMPLE_MP4,
  SAMPLE_PDF,
  SAMPLE_WEBM,
  sampleCompound,
  sampleDocx,
  samplePng,
  sampleZip,
} from '#support/sample-files.ts';

const dir = mkdtempSync(join(tmpdir(), 'taana-upload-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const MEGABYTE = 1024 * 1024;
const RULES: UploadRules = {
  fileFields: ['gallery'],
  maxFiles: 20,
  maxFileBytes: 10 * MEGABYTE,
  maxFields: 10,
  maxFieldBytes: 10_000,
  kinds: ['png', 'jpeg', 'webp', 'pdf', 'doc', 'docx', 'text', 'mp4', 'webm'],
  messages: {
    tooManyFiles: 'Maximum 20 files allowed',
    fileTooLarge: (name) => `File ${name} is too large (max 10MB)`,
    typeNotAllowed: (name) => `File type not allowed: ${name}`,
  },
};
const png = await samplePng();
const file = (fileName: string, type: string, content: string | Uint8Array): Part => ({
  name: 'gallery',
  fileName,
  type,
  content,
});
const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/** Returns 'accepted' or the message of the rejection; checks that a rejected upload leaves no file. */
async function outcomeOf(body: Buffer, options = {}): Promise<string> {
  const outcome = await receiveUpload(multipartRequest(body, options), dir, RULES).then(
    () => 'accepted',
    (error: unknown) => {
      if (!(error instanceof FileError)) throw error;
      return error.message;
    },
  );
  if (outcome !== 'accepted') expect(readdirSync(dir)).toEqual([]);
  return outcome;
}

test('accepts fields and files of every allowed type, and leaves no file after the upload is discarded', async () => {
  const body = multipartBody([
    { name: 'subject', content: 'Late parcel – कब?' },
    { name: 'reasons', content: 'a' },
    { name: 'reasons', content: 'b' },
    file('a.png', 'image/png', png),
    file('b.pdf', 'application/pdf', SAMPLE_PDF),
    file('c.doc', 'application/msword', SAMPLE_DOC),
    file('d.docx', DOCX, sampleDocx()),
    file('e.txt', 'text/plain', 'नमस्ते'),
    file('f.mp4', 'video/mp4', SAMPLE_MP4),
    file('g.webm', 'video/webm', SAMPLE_WEBM),
    file('h.PNG', 'application/octet-stream', png),
    file('i.jpg', 'image/jpeg', await photographWithLocation('jpeg')),
    file('j.webp', 'image/webp', await photographWithLocation('webp')),
    file('', 'application/octet-stream', ''),
  ]);
  const upload = await receiveUpload(multipartRequest(body, { pieceBytes: 100 }), dir, RULES);
  expect(upload.fields).toEqual({ subject: 'Late parcel – कब?', reasons: ['a', 'b'] });
  expect(upload.files.map(({ name, kind }) => `${name} ${kind}`)).toEqual([
    'a.png png',
    'b.pdf pdf',
    'c.doc doc',
    'd.docx docx',
    'e.txt text',
    'f.mp4 mp4',
    'g.webm webm',
    'h.PNG png',
    'i.jpg jpeg',
    'j.webp webp',
  ]);
  expect(readFileSync(upload.files[0]?.path ?? '')).toEqual(png);
  await upload.discard();
  expect(readdirSync(dir)).toEqual([]);
});

test.each([
  ['an exe renamed .png', file('a.png', 'image/png', SAMPLE_EXE), 'File type not allowed: a.png'],
  ['an exe', file('a.exe', 'application/x-msdownload', SAMPLE_EXE), 'File type not allowed: a.exe'],
  [
    'an HTML page named .txt',
    file('a.txt', 'text/plain', '\ufeff <!DOCTYPE html><script>1</script>'),
    'File type not allowed: a.txt',
  ],
  [
    'a UTF-16 text named .txt',
    file('a.txt', 'text/plain', Buffer.from([0xff, 0xfe, 0x41])),
    'File type not allowed: a.txt',
  ],
  ['a text with a NUL', file('a.txt', 'text/plain', 'a\0b'), 'File type not allowed: a.txt'],
  [
    'a text with a truncated character at its end',
    file('a.txt', 'text/plain', Buffer.from([0x41, 0xe0])),
    'File type not allowed: a.txt',
  ],
  ['an SVG', file('a.svg', 'image/svg+xml', '<svg/>'), 'File type not allowed: a.svg'],
  ['a PDF named .jpg', file('a.jpg', 'image/jpeg', SAMPLE_PDF), 'File type not allowed: a.jpg'],
  ['a picture declared as HTML', file('a.png', 'text/html', png), 'File type not allowed: a.png'],
  ['an old .doc named .docx', file('a.docx', DOCX, SAMPLE_DOC), 'File type not allowed: a.docx'],
  ['a docx bomb', file('a.docx', DOCX, sampleDocx(4_000_000_000)), 'File type not allowed: a.docx'],
  ['a truncated docx', file('a.docx', DOCX, sampleDocx().subarray(0, -30)), 'File type not allowed: a.docx'],
  ['an empty file named .png', file('a.png', 'image/png', ''), 'File type not allowed: a.png'],
  [
    'a file of 11 MB',
    file('a.pdf', 'application/pdf', Buffer.concat([SAMPLE_PDF, Buffer.alloc(11 * MEGABYTE)])),
    'File a.pdf is too large (max 10MB)',
  ],
  ['a file in another field', { ...file('a.png', 'image/png', png), name: 'avatar' }, 'The form is malformed.'],
  ['a field that is too long', { name: 'subject', content: 'x'.repeat(10_001) }, 'This text is too long.'],
])('rejects %s', async (_description, part, message) => {
  expect(await outcomeOf(multipartBody([file('ok.png', 'image/png', png), part]))).toBe(message);
});

const MACRO_TYPES =
  '<Types><Override PartName="/word/document.xml" ContentType="application/vnd.ms-word.document.macroEnabled.main+xml"/></Types>';
const EXTERNAL_TEMPLATE =
  '<Relationships><Relationship Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/attachedTemplate" Target="https://evil.example/a.dotm" TargetMode="External"/></Relationships>';
const JAR = sampleZip([{ name: 'Main.class', content: 'x' }]);
const docxWith = (name: string, content = 'x') => sampleDocx(undefined, [{ name, content }]);

test.each([
  ['an exe of printable characters', 'a.txt', `MZ${'x'.repeat(100)}`],
  ['an exe', 'a.txt', SAMPLE_EXE],
  ['an ELF program', 'a.txt', Buffer.concat([Buffer.from('\x7fELF\x02\x01\x01'), Buffer.alloc(9, 1)])],
  ['a shell script', 'a.txt', '#!/bin/sh\nrm -rf ~\n'],
  ['a batch file', 'a.txt', '@echo off\r\ndel *\r\n'],
  ['an HTML page', 'a.txt', '\n<script>1</script>'],
  ['a PHP script', 'a.txt', '<?php system($_GET[1]);'],
  ['an RTF document', 'a.txt', '{\\rtf1 {\\object}}'],
  ['a PDF', 'a.txt', SAMPLE_PDF],
  ['control characters', 'a.txt', 'a\x1b[2Jb'],
  ['a text with a Java program at its end', 'a.txt', Buffer.concat([Buffer.from('Dear shop\n'), JAR])],
  ['a PDF with a Java program at its end', 'a.pdf', Buffer.concat([SAMPLE_PDF, JAR])],
  ['a video with a Java program at its end', 'a.mp4', Buffer.concat([SAMPLE_MP4, JAR])],
  ['a document with macros', 'a.docx', docxWith('word/vbaProject.bin')],
  ['a document with macros in capitals', 'a.docx', docxWith('word/VBAPROJECT.BIN')],
  ['a document with macro data', 'a.docx', docxWith('word/vbaData.xml')],
  ['a document with the content type for macros', 'a.docx', sampleDocx(undefined, [], MACRO_TYPES)],
  ['a document without its own content type', 'a.docx', sampleDocx(undefined, [], '<Types/>')],
  ['a document with an ActiveX control', 'a.docx', docxWith('word/activeX/activeX1.bin')],
  ['a document with an OLE object', 'a.docx', docxWith('word/embeddings/oleObject1.bin')],
  ['a document with a script', 'a.docx', docxWith('word/media/run.js')],
  ['a document with an external macro template', 'a.docx', docxWith('word/_rels/settings.xml.rels', EXTERNAL_TEMPLATE)],
  ['a document with two main parts', 'a.docx', docxWith('word/Document.xml')],
  ['a document with data before it', 'a.docx', Buffer.concat([JAR.subarray(0, 40), sampleDocx()])],
  ['a document with data after it', 'a.docx', Buffer.concat([sampleDocx(), Buffer.from('<script>')])],
  ['an old Excel sheet', 'a.doc', sampleCompound('Workbook')],
  ['an installer', 'a.doc', sampleCompound('!_StringData', '!_Tables')],
  ['an old Word document with macros', 'a.doc', sampleCompound('WordDocument', 'Macros', '_VBA_PROJECT')],
])('rejects a program, or a file whose type does not match its name: %s', async (_description, name, content) => {
  expect(await outcomeOf(multipartBody([file(name, 'application/octet-stream', content)]))).toBe(
    `File type not allowed: ${name}`,
  );
});

test.each([
  ['a letter in Hindi', 'a.txt', '\ufeffनमस्ते,\r\n\tMZ and ELF are letters too. 1 < 2 <script>\f#!\n'],
  ['a document with a picture and a sheet', 'a.docx', docxWith('word/embeddings/Sheet1.xlsx')],
  ['an old Word document that mentions macros', 'a.doc', Buffer.concat([SAMPLE_DOC, Buffer.from('Macros', 'utf16le')])],
])('accepts a file that only looks like a program: %s', async (_description, name, content) => {
  expect(await outcomeOf(multipartBody([file(name, 'application/octet-stream', content)]))).toBe('accepted');
  rmSync(dir, { recursive: true });
  mkdirSync(dir);
});

test('rejects the 21st file, 10,000 parts and too many fields', async () => {
  const files = (count: number) => Array.from({ length: count }, (_, n) => file(`${n}.txt`, 'text/plain', 'a'));
  expect(await outcomeOf(multipartBody(files(21)))).toBe('Maximum 20 files allowed');
  expect(await outcomeOf(multipartBody(files(10_000)))).toBe('Maximum 20 files allowed');
  const fields = Array.from({ length: 10_000 }, (_, n) => ({ name: `f${n}`, content: '' }));
  expect(await outcomeOf(multipartBody(fields))).toBe('The form has too many fields.');
  const emptyParts = Array.from({ length: 10_000 }, () => file('', 'application/octet-stream', ''));
  expect(await outcomeOf(multipartBody(emptyParts))).toBe('The form has too many parts.');
});

test('accepts exactly 20 files of exactly 10 MB', async () => {
  const content = Buffer.concat([SAMPLE_PDF, Buffer.alloc(10 * MEGABYTE - SAMPLE_PDF.length)]);
  const parts = Array.from({ length: 20 }, (_, n) => file(`${n}.pdf`, 'application/pdf', content));
  const upload = await receiveUpload(multipartRequest(multipartBody(parts), { pieceBytes: 65_536 }), dir, RULES);
  expect(upload.files.map(({ bytes }) => bytes)).toEqual(Array(20).fill(10 * MEGABYTE));
  await upload.discard();
}, 60_000);

test('rejects a body that is truncated before the end of its last boundary, and leaves no file', async () => {
  const body = multipartBody([
    { name: 'subject', content: 'x' },
    file('a.png', 'image/png', png),
    file('b.txt', 'text/plain', 'b'),
  ]);
  for (let end = 0; end < body.length; end += 7) {
    expect(await outcomeOf(body.subarray(0, end), { fails: true })).toBe('The form is malformed.');
    const outcome = await outcomeOf(body.subarray(0, end));
    const isComplete = /^-?-?\r?\n?$/.test(body.subarray(end).toString());
    expect(outcome, `after ${end} bytes`).toBe(isComplete ? 'accepted' : 'The form is malformed.');
  }
}, 60_000);

/** The number of mutated bodies; for a longer run: `MUTATIONS=20000`. */
const MUTATION_COUNT = Number(process.env.MUTATIONS ?? 2_000);
const HANG_TIMEOUT_MS = 60_000;

test(
  'mutated bodies are accepted or rejected without a crash or hang',
  async () => {
    const body = multipartBody([
      { name: 'subject', content: 'A parcel' },
      file('a.png', 'image/png', png),
      file('b.docx', DOCX, sampleDocx()),
      file('c.txt', 'text/plain', 'line\r\n--line'),
    ]);
    const random = seededRandom(20_261_121).next;
    for (let round = 0; round < MUTATION_COUNT; round++) {
      const mutatedBody = mutateBody(body, random);
      const options = { pieceBytes: 1 + Math.floor(random() * 3_000), fails: random() < 0.1 };
      const timeout = new AbortController();
      const outcome = await Promise.race([
        receiveUpload(multipartRequest(mutatedBody, options), dir, RULES).catch((error: unknown) => error),
        wait(HANG_TIMEOUT_MS, 'hangs', { signal: timeout.signal }),
      ]);
      timeout.abort();
      expect(outcome).not.toBe('hangs');
      if (outcome instanceof Error) expect(outcome, String(outcome.stack)).toBeInstanceOf(FileError);
      else await (outcome as { discard(): Promise<void> }).discard();
    }
    expect(readdirSync(dir)).toEqual([]);
  },
  MUTATION_COUNT * 1_000,
);

test('a body with an endless header in its first part does not hang, regardless of its end', async () => {
  const completeBody = multipartBody([file('a.png', 'image/png', png)]);
  const end = completeBody.subarray(completeBody.lastIndexOf('\r\n--'));
  const truncatedBody = Buffer.concat([
    completeBody.subarray(0, completeBody.indexOf('Content-Type')),
    png.subarray(6),
    end,
  ]);
  for (const body of [truncatedBody, Buffer.concat([truncatedBody, png.subarray(6), end])]) {
    for (const pieceBytes of [7, 100, 65_536]) {
      const result = await outcomeOf(body, { pieceBytes, isSlow: true });
      expect(['accepted', 'The form is malformed.']).toContain(result);
    }
  }
});

test('removes a NUL from a field', async () => {
  const body = multipartBody([{ name: 'subject', content: 'Late\0 parcel' }]);
  expect((await receiveUpload(multipartRequest(body), dir, RULES)).fields).toEqual({ subject: 'Late parcel' });
});

test('an unusable folder is a server error, not a client error', async () => {
  const path = join(dir, 'a-file');
  writeFileSync(path, '');
  const body = multipartBody([file('a.png', 'image/png', png)]);
  await expect(receiveUpload(multipartRequest(body), path, RULES)).rejects.toMatchObject({ code: 'ENOTDIR' });
  rmSync(path);
});

test('shows a name without folders and control characters, truncated to 150 characters', () => {
  expect(displayName('C:\\Users\\Asha\\bill.pdf')).toBe('bill.pdf');
  expect(displayName('../../etc/passwd')).toBe('passwd');
  expect(displayName('gpj.\u202eexe.png\0\r\n')).toBe('gpj.exe.png');
  expect(displayName(`${'x'.repeat(500)}.png`)).toHaveLength(150);
});
