import { randomBytes } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { chunks, drain } from '#lib/platform/files/body-chunks.server.ts';
import { declaredKind } from '#lib/platform/files/file-kinds.ts';
import { FormFields } from '#lib/platform/files/form-fields.ts';
import { isReally } from '#lib/platform/files/inspect-file.server.ts';
import {
  NO_ROOM,
  shownName,
  TEXT_TOO_LONG,
  type Upload,
  type UploadedFile,
  UploadRefusal,
  type UploadRules,
} from '#lib/platform/files/upload.ts';

const MALFORMED = 'The form is malformed.';
const LONGEST_PART_HEADER_BYTES = 4 * 1024;
/** Parts that are neither taken nor refused by name: empty file inputs of a plain form. */
const SPARE_PARTS = 10;
/** So many bytes are taken on trust before the disk is looked at again. */
const LOOKS_EVERY_BYTES = 4 * 1024 * 1024;
/** Turns of the event loop in which the parser, given everything and with nothing on its way to the disk, goes on if ever. */
const ROUNDS_UNTIL_STUCK = 10;

/** How much of a body the shop can take. */
export interface UploadRoom {
  /** In all files together. */
  mostBytes: number;
  /** Said when there are more. */
  message: string;
  /** Whether the disk has room for so many more. */
  has(bytes: number): Promise<boolean>;
}

/**
 * Streams a form with files into a private folder below `tempDir`, checking `rules` and `room` on the way, so that nothing large is
 * held in memory. The caller moves what it keeps and calls `discard`. Throws an UploadRefusal, with nothing left behind;
 * what is still on its way is then read and thrown away, because a browser hears an answer only after it has sent all.
 */
export async function receiveUpload(
  request: Request,
  tempDir: string,
  rules: UploadRules,
  room?: UploadRoom,
): Promise<Upload> {
  const folder = join(tempDir, randomBytes(16).toString('hex'));
  const reader = request.body?.getReader();
  const receiver = new Receiver(folder, rules, room);
  try {
    if (!reader || !isMultipart(request)) throw new UploadRefusal('malformed', MALFORMED);
    await receiver.receive(reader, request.headers.get('content-type') ?? '');
    return { ...receiver.result(), discard: () => removeFolder(folder) };
  } catch (error) {
    await receiver.abandon();
    await removeFolder(folder);
    if (reader) void drain(reader);
    const refusal = asRefusal(error);
    if (refusal instanceof UploadRefusal) refusal.fields = receiver.result().fields;
    throw refusal;
  }
}

function isMultipart(request: Request): boolean {
  return /^multipart\/form-data\b/i.test(request.headers.get('content-type') ?? '');
}

class Receiver {
  readonly #folder: string;
  readonly #rules: UploadRules;
  readonly #room: UploadRoom | undefined;
  readonly #abort = new AbortController();
  readonly #fields: FormFields;
  readonly #files: UploadedFile[] = [];
  readonly #jobs: Promise<void>[] = [];
  readonly #streams = new Set<Readable>();
  readonly #diskWork = new Set<Promise<unknown>>();
  /** Ends the step that is waited for. */
  #goOn: (() => void) | undefined;
  #isParsed = false;
  #refusal: unknown;
  #fileCount = 0;
  /** Of all files together. */
  #bytes = 0;
  #looksAt = 0;

  constructor(folder: string, rules: UploadRules, room: UploadRoom | undefined) {
    this.#folder = folder;
    this.#rules = rules;
    this.#fields = new FormFields(rules.fields);
    this.#room = room;
  }

  async receive(reader: ReadableStreamDefaultReader<Uint8Array>, contentType: string): Promise<void> {
    const busboy = this.#parser(contentType);
    for await (const chunk of chunks(reader, this.#abort.signal)) {
      if (!this.#isParsed) await this.#untilDone((done) => busboy.write(chunk, done));
    }
    if (!this.#isParsed) await this.#untilDone(() => busboy.end());
    await this.#untilDone((done) => void Promise.all(this.#jobs).then(done));
    if (this.#refusal) throw this.#refusal;
  }

  /**
   * Waits for the parser to take what it is given. On some broken bodies it never does: when nothing is being written any
   * more and it still has not, it never will.
   */
  #untilDone(give: (done: () => void) => void): Promise<void> {
    return new Promise((resolve) => {
      const step = { isDone: false };
      this.#goOn = () => {
        step.isDone = true;
        resolve();
      };
      give(this.#goOn);
      if (!step.isDone) void this.#refuseIfStuck(step);
    });
  }

  async #refuseIfStuck(step: { isDone: boolean }): Promise<void> {
    for (let rounds = 0; rounds < ROUNDS_UNTIL_STUCK; rounds++) {
      if (this.#diskWork.size > 0) rounds = 0;
      await Promise.allSettled(this.#diskWork);
      await setImmediate();
      if (step.isDone) return;
    }
    this.#refuse(new UploadRefusal('malformed', MALFORMED));
  }

  result(): Pick<Upload, 'fields' | 'files'> {
    return { fields: this.#fields.all(), files: this.#files };
  }

  /** Ends what is still being written, so that the folder can go. */
  async abandon(): Promise<void> {
    this.#abort.abort();
    for (const stream of this.#streams) stream.destroy();
    await Promise.allSettled(this.#jobs);
  }

  #parser(contentType: string): BusboyInstance {
    const { files, fields, fieldBytes } = this.#rules;
    const limits = {
      fieldSize: fieldBytes,
      parts: files + fields + SPARE_PARTS,
      headerPairs: 20,
      headerSize: LONGEST_PART_HEADER_BYTES,
    };
    const busboy = new Busboy({
      headers: { 'content-type': contentType },
      limits,
      // A part with a name of a file is one, and so is one without that has a file input's name.
      isPartAFile: (field, _type, name) => name !== undefined || this.#rules.fileFields.includes(field ?? ''),
    });
    busboy.on('field', (name, value, _nameCut, isCut) => this.#takeField(name, value, isCut));
    busboy.on('file', (field, stream, name, _encoding, type) => {
      this.#streams.add(stream);
      // Emitted once more after the loop over it has ended; unheard, it would end the process.
      stream.on('error', () => {});
      const job = this.#beginFile(field, stream, shownName(name ?? ''), type);
      this.#jobs.push(job.catch((error: unknown) => this.#refuse(error)).finally(() => this.#streams.delete(stream)));
    });
    busboy.on('partsLimit', () => this.#refuse(new UploadRefusal('malformed', 'The form has too many parts.')));
    busboy.on('error', () => this.#refuse(new UploadRefusal('malformed', MALFORMED)));
    // Comes with the last boundary, which may be before the body's end.
    busboy.once('finish', () => {
      this.#isParsed = true;
      this.#goOn?.();
    });
    return busboy;
  }

  #refuse(error: unknown): void {
    this.#refusal ??= error;
    this.#abort.abort();
    this.#goOn?.();
  }

  #takeField(name: string | undefined, value: string, isCut: boolean): void {
    if (name === undefined) this.#refuse(new UploadRefusal('malformed', MALFORMED));
    else if (isCut) this.#refuse(new UploadRefusal('too_large', TEXT_TOO_LONG));
    else if (!this.#fields.add(name, value))
      this.#refuse(new UploadRefusal('malformed', 'The form has too many fields.'));
  }

  /** Counts at once: several parts may come in one piece of the body. */
  #beginFile(field: string, stream: Readable, name: string, type: string): Promise<void> {
    if (name === '') return this.#skipEmpty(stream);
    const index = this.#fileCount++;
    if (index < this.#rules.files) return this.#takeFile(index, field, stream, name, type);
    this.#refuse(new UploadRefusal('invalid', this.#rules.says.tooManyFiles));
    return Promise.resolve();
  }

  async #takeFile(index: number, field: string, stream: Readable, name: string, type: string): Promise<void> {
    const { fileFields, kinds, says } = this.#rules;
    if (!fileFields.includes(field)) throw new UploadRefusal('malformed', MALFORMED);
    const kind = declaredKind(name, type, kinds);
    if (!kind) throw new UploadRefusal('wrong_type', says.typeNotAllowed(name));
    const path = join(this.#folder, String(index));
    const bytes = await this.#write(stream, path, name);
    if (!(await this.#onDisk(isReally(kind, path)))) throw new UploadRefusal('wrong_type', says.typeNotAllowed(name));
    this.#files[index] = { field, name, kind, bytes, path };
  }

  /** A file input that was left empty is sent as a part without a name and without bytes. */
  async #skipEmpty(stream: Readable): Promise<void> {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      if (chunk.length > 0) throw new UploadRefusal('malformed', MALFORMED);
    }
  }

  async #write(stream: Readable, path: string, name: string): Promise<number> {
    await this.#onDisk(mkdir(this.#folder, { recursive: true, mode: 0o700 }));
    const file = await this.#onDisk(open(path, 'wx', 0o600));
    try {
      let bytes = 0;
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        bytes += chunk.length;
        if (bytes > this.#rules.fileBytes) throw new UploadRefusal('too_large', this.#rules.says.fileTooLarge(name));
        await this.#takeRoom(chunk.length);
        await this.#onDisk(file.writeFile(chunk));
      }
      return bytes;
    } finally {
      await this.#onDisk(file.close());
    }
  }

  /** Counts what comes, whatever its sender had announced; others fill the disk meanwhile, so it is looked at again. */
  async #takeRoom(bytes: number): Promise<void> {
    if (!this.#room) return;
    this.#bytes += bytes;
    if (this.#bytes > this.#room.mostBytes) throw new UploadRefusal('too_many', this.#room.message);
    if (this.#bytes < this.#looksAt) return;
    this.#looksAt = this.#bytes + LOOKS_EVERY_BYTES;
    if (!(await this.#onDisk(this.#room.has(bytes)))) throw new UploadRefusal('busy', NO_ROOM);
  }

  async #onDisk<T>(work: Promise<T>): Promise<T> {
    this.#diskWork.add(work);
    try {
      return await work;
    } finally {
      this.#diskWork.delete(work);
    }
  }
}

async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
}

/** Whatever is wrong with a body is the sender's; a disk that is full or broken is not. */
function asRefusal(error: unknown): unknown {
  if (error instanceof UploadRefusal) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'EMFILE') return new UploadRefusal('busy', NO_ROOM, { cause: error });
  const isOurs = code.startsWith('E') && !code.startsWith('ERR_') && code !== 'ECONNRESET' && code !== 'EPIPE';
  return isOurs ? error : new UploadRefusal('malformed', MALFORMED);
}
