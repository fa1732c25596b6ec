import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { samplePng } from '#support/sample-files.ts';
import { shopCli } from '#support/shop-cli.ts';
import { temporaryDir } from '#support/shop-process.ts';
import { smallShop } from '#support/small-shop.ts';

const workFolder = temporaryDir('full-disk-commands');
const disk = join(workFolder.dir, 'disk');
mkdirSync(disk);
const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', disk]).status === 0;

/** Folders on a disk with free space. */
const normalDisk = {
  data: join(workFolder.dir, 'data'),
  backups: join(workFolder.dir, 'backups'),
  content: join(workFolder.dir, 'content'),
};
/** Folders on the small disk, which becomes full or read-only. */
const smallDisk = { data: join(disk, 'data'), target: join(disk, 'target') };
/** A folder with a complete export of the texts. */
const completeExport = join(workFolder.dir, 'exported');
const productsFile = join(workFolder.dir, 'goods.csv');
const photos = join(workFolder.dir, 'photos');
const picturedFile = join(workFolder.dir, 'pictured.csv');
let backupFolder = '';

beforeAll(async () => {
  const db = await smallShop(normalDisk.data);
  await db.close();
  if (!isMounted) return;
  writeFileSync(productsFile, createProductsCsv('Kurta', 300));
  writeFileSync(join(workFolder.dir, 'before.csv'), createProductsCsv('Saree', 60));
  expect(shopCli(normalDisk.data)('import', join(workFolder.dir, 'before.csv'), '--yes').status).toBe(0);
  mkdirSync(photos);
  writeFileSync(join(photos, 'kurta.png'), await samplePng());
  expect(shopCli(normalDisk.data)('settings', 'set', 'name', 'Kora & Kin').status).toBe(0);
  writeFileSync(picturedFile, 'Name,Category,Price,Stock,HSN,Image\nPictured kurta,Women,499,3,6206,kurta.png\n');
  expect(shopCli(normalDisk.data)('import', picturedFile, '--images', photos, '--yes')).toMatchObject({
    status: 0,
  });
  expect(shopCli(normalDisk.data)('backup', normalDisk.backups).status).toBe(0);
  backupFolder = join(normalDisk.backups, readdirSync(normalDisk.backups)[0] ?? '');
  expect(shopCli(normalDisk.data)('content', 'export', normalDisk.content).status).toBe(0);
  cpSync(normalDisk.content, completeExport, { recursive: true });
  const settings = join(normalDisk.content, 'settings.json');
  writeFileSync(settings, readFileSync(settings, 'utf8').replace('Kora & Kin', 'Kora'));
});

afterAll(() => {
  if (isMounted) execFileSync('umount', ['-l', disk]);
  workFolder.remove();
});

function createProductsCsv(name: string, count: number): string {
  const description = 'Woven on a pit loom. '.repeat(100);
  const rows = Array.from({ length: count }, (_, n) => `${name} ${n},Women,${500 + n},3,6206,${description}`);
  return `Name,Category,Price,Stock,HSN,Description\n${rows.join('\n')}\n`;
}

/** Puts a shop and a target folder on the small disk, and fills the disk until only `freeBytes` are free. */
function fillDisk(freeBytes: number): void {
  execFileSync('mount', ['-o', 'remount,rw', disk]);
  for (const name of readdirSync(disk)) rmSync(join(disk, name), { recursive: true });
  cpSync(normalDisk.data, smallDisk.data, { recursive: true });
  mkdirSync(smallDisk.target);
  writeFileSync(join(smallDisk.target, 'goods.jsonl'), 'as it was');
  const { bavail, bsize } = statfsSync(disk);
  writeFileSync(join(disk, 'filler'), Buffer.alloc(Math.max(0, bavail * bsize - freeBytes)));
}

/** Fills the small disk until only 1 MB is free, and makes it read-only. */
function makeReadOnly(): void {
  fillDisk(1_000_000);
  execFileSync('mount', ['-o', 'remount,ro', disk]);
}

function freeSpace(): void {
  execFileSync('mount', ['-o', 'remount,rw', disk]);
  rmSync(join(disk, 'filler'));
}

/** Maps each file or folder name to the digest of the file, or to `folder`. */
function readDigests(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  return Object.fromEntries(names.map((name) => [name, digestFile(join(folder, name))]));
}

function digestFile(path: string): string {
  if (statSync(path).isDirectory()) return 'folder';
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}

interface CommandResult {
  status: number | null;
  stdout: string;
  stderr: string;
}

/** Expects one line with the command, the fault that stopped the command, and what to do. */
function expectOneLine({ status, stdout, stderr }: CommandResult, pattern: RegExp): void {
  expect(stderr).toMatch(pattern);
  expect(stderr.replace(/^Restoring into .*\n/, '')).toMatch(
    /^[a-z]+(?: [a-z]+)? stopped: the (disk|database) [^\n]+\n$/,
  );
  expect(stdout + stderr).not.toMatch(/\n {4}at |node:internal/);
  expect(status).toBe(1);
}

const FULL_DISK_MESSAGE = /is full\. .*Free space there, then run the command again\.\n$/;
const READ_ONLY_DISK_MESSAGE =
  /is read-only\. .*Make it writable or choose another folder, then run the command again\.\n$/;
const diskStates = [
  { name: 'a full disk', prepare: () => fillDisk(0), pattern: FULL_DISK_MESSAGE },
  { name: 'a read-only disk', prepare: makeReadOnly, pattern: READ_ONLY_DISK_MESSAGE },
  { name: 'a disk that fills up', prepare: () => fillDisk(96_000), pattern: FULL_DISK_MESSAGE },
];

describe.skipIf(!isMounted).each(diskStates)(
  '$name [skipped where a small disk can’t be mounted]',
  ({ prepare, pattern }) => {
    /** Whether the disk rejects small changes. Small changes still fit on the disk that fills up. */
    const rejectsSmallChanges = pattern === READ_ONLY_DISK_MESSAGE || prepare === diskStates[0]?.prepare;

    /** Expects the command to fail without adding or deleting files of the shop, and to succeed once there is space. */
    function expectDataKept(args: string[], message: RegExp): void {
      prepare();
      const namesBefore = Object.keys(readDigests(smallDisk.data));
      const result = shopCli(smallDisk.data)(...args);
      // SQLite keeps its -wal and -shm files until there is space.
      const isWalFile = (name: string) => /^shop\.sqlite-(wal|shm)$/.test(name);
      expect(Object.keys(readDigests(smallDisk.data)).filter((name) => !isWalFile(name))).toEqual(namesBefore);
      expectOneLine(result, pattern);
      expect(result.stderr).toMatch(message);
      freeSpace();
      expect(shopCli(smallDisk.data)(...args)).toMatchObject({ status: 0 });
      expect(Object.keys(readDigests(smallDisk.data))).toEqual(expect.arrayContaining(namesBefore));
      expect(existsSync(join(smallDisk.data, 'shop.sqlite-wal'))).toBe(false);
    }

    test('under DATA_DIR stops an import', () => {
      expectDataKept(['import', productsFile, '--yes'], /Products that were already imported are kept/);
    });

    test.skipIf(!rejectsSmallChanges)('under DATA_DIR stops changes to texts, settings and pictures', () => {
      expectDataKept(['settings', 'set', 'name', 'Kora'], /Nothing was changed\./);
      expectDataKept(['content', 'import', normalDisk.content], /Nothing was changed\./);
      expectDataKept(
        ['import', picturedFile, '--images', photos, '--yes'],
        /Products that were already imported are kept/,
      );
    });

    test.each(['setup', 'restore'])('under an empty DATA_DIR stops %s and leaves the folder empty', (command) => {
      prepare();
      const emptyFolder = join(smallDisk.target, 'fresh');
      const args = command === 'restore' ? ['restore', backupFolder] : ['setup', '--answers', '/dev/null'];
      const result = shopCli(emptyFolder)(...args);
      expect(existsSync(emptyFolder) ? readdirSync(emptyFolder) : []).toEqual([]);
      expectOneLine(result, pattern);
    });

    /** Expects the command to fail, to keep the files in the target folder, and to add only complete files. */
    function expectTargetKept(args: string[], message: RegExp): void {
      prepare();
      const digestsBefore = readDigests(smallDisk.target);
      const result = shopCli(normalDisk.data)(...args);
      expectOneLine(result, pattern);
      expect(result.stderr).toMatch(message);
      const digestsAfter = readDigests(smallDisk.target);
      expect(digestsAfter).toMatchObject(digestsBefore);
      for (const [name, content] of Object.entries(digestsAfter))
        if (!(name in digestsBefore)) expect(content, name).toBe(digestFile(join(completeExport, name)));
    }

    test('under the target folder stops a backup and exports, and no partial file is left there', () => {
      expectTargetKept(['backup', smallDisk.target], /No backup was made\. Earlier backups are unchanged\./);
      expectTargetKept(
        ['export', join(smallDisk.target, 'goods.jsonl')],
        /files that were already written are complete/,
      );
      expectTargetKept(['content', 'export', smallDisk.target], /files that were already written are complete/);
    });

    test.skipIf(!rejectsSmallChanges)('under the pictures folder stops an export', () => {
      expectTargetKept(['export', join(workFolder.dir, 'out.csv'), '--images', smallDisk.target], /are complete/);
    });
  },
);

test('a damaged database stops a backup with a one-line message, and no folder is left', () => {
  const data = join(workFolder.dir, 'damaged');
  cpSync(normalDisk.data, data, { recursive: true });
  const file = join(data, 'shop.sqlite');
  const bytes = readFileSync(file);
  bytes.fill(0x5a, 40 * 4096);
  writeFileSync(file, bytes);
  expect(() => new DatabaseSync(file).exec('vacuum')).toThrow();
  const target = join(workFolder.dir, 'of-damaged');
  const { status, stderr } = shopCli(data)('backup', target);
  expect(stderr).toMatch(
    /^backup stopped: the database in .*shop\.sqlite is damaged \([^\n]+\)\. No backup was made\. [^\n]+\n$/,
  );
  expect(status).toBe(1);
  expect(existsSync(target)).toBe(false);
});

test.skipIf(!isMounted)('doctor reports a full or read-only disk, and the sizes of the database and its log', () => {
  const runDoctor = (data: string) => shopCli(data)('doctor');
  expect(runDoctor(normalDisk.data).stdout).toMatch(
    /✓ disk: \d[\d.]* [MG]B free, .* reserved for orders\n✓ database: the file uses \d+\.\d MB, its write-ahead log \(WAL\) 0\.0 MB\n/,
  );
  writeFileSync(join(normalDisk.data, 'shop.sqlite-wal'), Buffer.alloc(2_000_000));
  expect(runDoctor(normalDisk.data).stdout).toContain('write-ahead log (WAL) 1.9 MB');
  fillDisk(0);
  expect(runDoctor(smallDisk.data)).toMatchObject({ status: 1, stdout: expect.stringMatching(/✗ disk: .+ is full\./) });
  makeReadOnly();
  expect(runDoctor(smallDisk.data)).toMatchObject({
    status: 1,
    stdout: expect.stringMatching(/✗ disk: .+ is read-only\./),
  });
});
