import type { StatsFs } from 'node:fs';
import { statfs } from 'node:fs/promises';

const GIGABYTE = 1024 ** 3;
const RESERVED_SHARE = 0.05;

type DiskSize = Pick<StatsFs, 'bavail' | 'blocks' | 'bsize'>;

/** The space on the disk of a folder, a part of which is reserved for orders. */
export class DiskSpace {
  readonly #dir: string;
  readonly #reserveBytes: number | undefined;
  readonly #sizeOf: (dir: string) => Promise<DiskSize>;

  constructor(dir: string, reserveBytes?: number, sizeOf: (dir: string) => Promise<DiskSize> = statfs) {
    this.#dir = dir;
    this.#reserveBytes = reserveBytes;
    this.#sizeOf = sizeOf;
  }

  /**
   * Returns whether `bytes` can be written without using the reserved space. Returns true if the file system does not
   * report its size.
   */
  async hasSpaceFor(bytes: number): Promise<boolean> {
    const { freeBytes, reserveBytes, sizeBytes } = await this.usage();
    return sizeBytes === 0 || freeBytes - bytes >= reserveBytes;
  }

  /**
   * Returns whether twice the reserved space is free: one half is for orders, the other for customers' uploads. Returns
   * true if the file system does not report its size.
   */
  async hasSpaceForOptionalFiles(): Promise<boolean> {
    const { freeBytes, reserveBytes, sizeBytes } = await this.usage();
    return sizeBytes === 0 || freeBytes >= 2 * reserveBytes;
  }

  async usage(): Promise<{ sizeBytes: number; freeBytes: number; reserveBytes: number }> {
    const { bavail, blocks, bsize } = await this.#sizeOf(this.#dir);
    const sizeBytes = blocks * bsize;
    const reserveBytes = this.#reserveBytes ?? Math.max(GIGABYTE, Math.round(sizeBytes * RESERVED_SHARE));
    return { sizeBytes, freeBytes: bavail * bsize, reserveBytes };
  }
}
