import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { codeOf } from '#lib/platform/errors/error-code.ts';
import {
  displayName,
  FileError,
  NO_SPACE,
  TEXT_TOO_LONG,
  type Upload,
  type UploadRules,
} from '#lib/platform/files/storage/upload.ts';
import { FormFields } from '#lib/platform/files/uploads/form-fields.ts';
import { MALFORMED, UploadFiles, type UploadSpace } from '#lib/platform/files/uploads/upload-files.server.ts';

const MAX_PART_HEADER_BYTES = 4 * 1024;
const EXTRA_PARTS = 10;
/** A parser that does nothing for this many iterations of the event loop never continues. */
const MAX_IDLE_ROUNDS = 10;

/**
 * Streams files to a private folder, which the caller must remove with `discard` after storing the files. Throws a
 * FileError if the form is refused, and system errors, such as a full disk. After an error, no file is left behind.
 */
export async function receiveUpload(
  request: Request,
  tempDir: string,
  rules: UploadRules,
  space?: UploadSpace,
): Promise<Upload> {
  const folder = join(tempDir, randomBytes(16).toString('hex'));
  const reader = request.body?.getReader();
  const contentType = request.headers.get('content-type') ?? '';
  const receiver = new Receiver(folder, rules, space);
  const discard = () => rm(folder, { recursive: true, force: true });
  try {
    if (!reader || !/^multipart\/form-data\b/i.test(contentType)) throw new FileError('malformed', MALFORMED);
    await receiver.receive(reader, contentType);
    return { ...receiver.result(), discard };
  } catch (error) {
    await receiver.abandon();
    await discard();
    const refusal = asRefusal(error);
    if (refusal instanceof FileError) refusal.fields = receiver.result().fields;
    throw refusal;
  }
}

class Receiver {
  readonly #rules: UploadRules;
  readonly #abort = new AbortController();
  readonly #fields: FormFields;
  readonly #files: UploadFiles;
  readonly #jobs: Promise<void>[] = [];
  readonly #streams = new Set<Readable>();
  #resume: (() => void) | undefined;
  #isParsed = false;
  #refusal: unknown;

  constructor(folder: string, rules: UploadRules, space: UploadSpace | undefined) {
    this.#rules = rules;
    this.#fields = new FormFields(rules.maxFields);
    this.#files = new UploadFiles(folder, rules, space, (refusal) => this.#refuse(refusal));
  }

  async receive(reader: ReadableStreamDefaultReader<Uint8Array>, contentType: string): Promise<void> {
    const busboy = this.#createParser(contentType);
    for await (const chunk of bodyChunks(reader, this.#abort.signal)) {
      if (!this.#isParsed) await this.#untilDone((done) => busboy.write(chunk, done));
    }
    if (!this.#isParsed) await this.#untilDone(() => busboy.end());
    await this.#untilDone((done) => void Promise.all(this.#jobs).then(done));
    if (this.#refusal) throw this.#refusal;
  }

  /**
   * Waits until `start` reports that it is done, or the parser has finished. With some malformed bodies, neither ever
   * happens, so these bodies are refused.
   */
  #untilDone(start: (done: () => void) => void): Promise<void> {
    return new Promise((resolve) => {
      const step = { isDone: false };
      this.#resume = () => {
        step.isDone = true;
        resolve();
      };
      start(this.#resume);
      if (!step.isDone) void this.#refuseIfStuck(step);
    });
  }

  async #refuseIfStuck(step: { isDone: boolean }): Promise<void> {
    for (let rounds = 0; rounds < MAX_IDLE_ROUNDS; rounds++) {
      if (this.#files.isWriting) rounds = 0;
      await this.#files.untilWritten();
      await setImmediate();
      if (step.isDone) return;
    }
    this.#refuse(new FileError('malformed', MALFORMED));
  }

  result(): Pick<Upload, 'fields' | 'files'> {
    return { fields: this.#fields.toObject(), files: this.#files.receivedFiles };
  }

  async abandon(): Promise<void> {
    this.#abort.abort();
    for (const stream of this.#streams) stream.destroy();
    await Promise.allSettled(this.#jobs);
  }

  #createParser(contentType: string): BusboyInstance {
    const { maxFiles, maxFields, maxFieldBytes } = this.#rules;
    const limits = {
      fieldSize: maxFieldBytes,
      parts: maxFiles + maxFields + EXTRA_PARTS,
      headerPairs: 20,
      headerSize: MAX_PART_HEADER_BYTES,
    };
    const busboy = new Busboy({
      headers: { 'content-type': contentType },
      limits,
      // A part without a file name is also a file if a file input has its name.
      isPartAFile: (field, _type, name) => name !== undefined || this.#rules.fileFields.includes(field ?? ''),
    });
    busboy.on('field', (name, value, _isNameTruncated, isTruncated) => this.#addField(name, value, isTruncated));
    busboy.on('file', (field, stream, name, _encoding, type) => {
      this.#streams.add(stream);
      // `UploadFiles` stops reading a stream on its first error. The stream may emit the error again, which would end
      // the process if nothing listened.
      stream.on('error', () => {});
      const job = this.#files.receive(field, stream, displayName(name ?? ''), type);
      this.#jobs.push(job.catch((error: unknown) => this.#refuse(error)).finally(() => this.#streams.delete(stream)));
    });
    busboy.on('partsLimit', () => this.#refuse(new FileError('malformed', 'The form has too many parts.')));
    busboy.on('error', () => this.#refuse(new FileError('malformed', MALFORMED)));
    busboy.once('finish', () => {
      this.#isParsed = true;
      this.#resume?.();
    });
    return busboy;
  }

  #refuse(error: unknown): void {
    this.#refusal ??= error;
    this.#abort.abort();
    this.#resume?.();
  }

  #addField(name: string | undefined, value: string, isTruncated: boolean): void {
    if (name === undefined) this.#refuse(new FileError('malformed', MALFORMED));
    else if (isTruncated) this.#refuse(new FileError('too_large', TEXT_TOO_LONG));
    else if (!this.#fields.add(name, value)) this.#refuse(new FileError('malformed', 'The form has too many fields.'));
  }
}

/** Reads a body until its end, or until `signal` aborts. Does not cancel the body: the front server reads the rest. */
async function* bodyChunks(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  while (!signal.aborted) {
    const chunk = await readUnlessAborted(reader, signal);
    if (!chunk) return;
    yield chunk;
  }
}

/** Returns undefined at the end or on abort. With `Promise.race`, the abort promise would keep all chunks in memory. */
function readUnlessAborted(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  signal: AbortSignal,
): Promise<Uint8Array | undefined> {
  return new Promise((resolve, reject) => {
    const stop = () => resolve(undefined);
    signal.addEventListener('abort', stop, { once: true });
    reader
      .read()
      .then(({ value }) => resolve(value), reject)
      .finally(() => signal.removeEventListener('abort', stop));
  });
}

/**
 * Returns a FileError, or the error itself if it is a system error such as a full disk. The code of the FileError is
 * `busy` if too many files are open. Any other error is treated as a malformed or incomplete body.
 */
function asRefusal(error: unknown): unknown {
  if (error instanceof FileError) return error;
  const code = codeOf(error);
  if (code === 'EMFILE') return new FileError('busy', NO_SPACE, { cause: error });
  const isServerFault = code.startsWith('E') && !code.startsWith('ERR_') && code !== 'ECONNRESET' && code !== 'EPIPE';
  return isServerFault ? error : new FileError('malformed', MALFORMED);
}
