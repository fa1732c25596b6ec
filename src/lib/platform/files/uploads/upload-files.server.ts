import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { declaredKind } from '#lib/platform/files/storage/file-kinds.ts';
import { FileError, NO_SPACE, type UploadedFile, type UploadRules } from '#lib/platform/files/storage/upload.ts';
import { matchesFileKind } from '#lib/platform/files/uploads/inspect-file.server.ts';

export const MALFORMED = 'The form is malformed.';
const CHECK_EVERY_BYTES = 4 * 1024 * 1024;

export interface UploadSpace {
  /** The maximum size of all files of the form together. */
  maxBytes: number;
  /** The message for a form with more than `maxBytes`. */
  message: string;
  has(bytes: number): Promise<boolean>;
}

/** Writes the files of one form to a private folder, and checks them against the rules of the form. */
export class UploadFiles {
  readonly receivedFiles: UploadedFile[] = [];
  readonly #folder: string;
  readonly #rules: UploadRules;
  readonly #space: UploadSpace | undefined;
  readonly #refuse: (refusal: FileError) => void;
  readonly #diskWork = new Set<Promise<unknown>>();
  #fileCount = 0;
  #totalBytes = 0;
  #nextCheckAtBytes = 0;

  constructor(
    folder: string,
    rules: UploadRules,
    space: UploadSpace | undefined,
    refuse: (refusal: FileError) => void,
  ) {
    this.#folder = folder;
    this.#rules = rules;
    this.#space = space;
    this.#refuse = refuse;
  }

  get isWriting(): boolean {
    return this.#diskWork.size > 0;
  }

  /** Waits for the writes that have begun. */
  async untilWritten(): Promise<void> {
    await Promise.allSettled(this.#diskWork);
  }

  /** Receives a file. It is counted before any `await`, because several parts may arrive in one chunk of the body. */
  receive(field: string, stream: Readable, name: string, type: string): Promise<void> {
    if (name === '') return this.#expectEmpty(stream);
    const index = this.#fileCount++;
    if (index < this.#rules.maxFiles) return this.#receiveFile(index, field, stream, name, type);
    this.#refuse(new FileError('invalid', this.#rules.messages.tooManyFiles));
    return Promise.resolve();
  }

  async #receiveFile(index: number, field: string, stream: Readable, name: string, type: string): Promise<void> {
    const { fileFields, kinds, messages } = this.#rules;
    if (!fileFields.includes(field)) throw new FileError('malformed', MALFORMED);
    const kind = declaredKind(name, type, kinds);
    if (!kind) throw new FileError('wrong_type', messages.typeNotAllowed(name));
    const path = join(this.#folder, String(index));
    const bytes = await this.#write(stream, path, name);
    if (!(await this.#trackDiskWork(matchesFileKind(kind, path))))
      throw new FileError('wrong_type', messages.typeNotAllowed(name));
    this.receivedFiles[index] = { field, name, kind, bytes, path };
  }

  async #expectEmpty(stream: Readable): Promise<void> {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      if (chunk.length > 0) throw new FileError('malformed', MALFORMED);
    }
  }

  async #write(stream: Readable, path: string, name: string): Promise<number> {
    await this.#trackDiskWork(mkdir(this.#folder, { recursive: true, mode: 0o700 }));
    const file = await this.#trackDiskWork(open(path, 'wx', 0o600));
    try {
      let bytes = 0;
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        bytes += chunk.length;
        if (bytes > this.#rules.maxFileBytes) throw new FileError('too_large', this.#rules.messages.fileTooLarge(name));
        await this.#reserveSpace(chunk.length);
        await this.#trackDiskWork(file.writeFile(chunk));
      }
      return bytes;
    } finally {
      await this.#trackDiskWork(file.close());
    }
  }

  /** Counts the received bytes. Other programs also fill the disk, so its space is checked repeatedly. */
  async #reserveSpace(bytes: number): Promise<void> {
    if (!this.#space) return;
    this.#totalBytes += bytes;
    if (this.#totalBytes > this.#space.maxBytes) throw new FileError('too_many', this.#space.message);
    if (this.#totalBytes < this.#nextCheckAtBytes) return;
    this.#nextCheckAtBytes = this.#totalBytes + CHECK_EVERY_BYTES;
    if (!(await this.#trackDiskWork(this.#space.has(bytes)))) throw new FileError('busy', NO_SPACE);
  }

  #trackDiskWork<T>(work: Promise<T>): Promise<T> {
    this.#diskWork.add(work);
    return work.finally(() => this.#diskWork.delete(work));
  }
}
