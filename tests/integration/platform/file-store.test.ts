import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import S3rver from 's3rver';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FileStore } from '#lib/platform/files/storage/file-store.ts';
import { openFileStore, uploadsDir } from '#lib/platform/files/storage/open-file-store.server.ts';
import { sweepFiles } from '#lib/platform/files/storage/sweep-files.server.ts';
import { HOUR_MS } from '#lib/primitives/durations.ts';
import { freePort } from '#support/free-port.ts';

const dir = mkdtempSync(join(tmpdir(), 'taana-store-'));
let s3: S3rver;
let storageUrl = '';

beforeAll(async () => {
  const port = await freePort();
  s3 = new S3rver({
    port,
    address: '127.0.0.1',
    silent: true,
    directory: join(dir, 's3'),
    configureBuckets: [{ name: 'taana' }],
  });
  await s3.run();
  storageUrl = `s3://S3RVER:S3RVER@127.0.0.1:${port}/taana?region=us-east-1&tls=off`;
});
afterAll(async () => {
  await s3.close();
  rmSync(dir, { recursive: true, force: true });
});

async function readText(stream: Readable | undefined): Promise<string | undefined> {
  return (await readAll(stream))?.toString();
}

async function readAll(stream: Readable | undefined): Promise<Buffer | undefined> {
  return stream && buffer(stream);
}

async function listKeys(store: FileStore): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of store.list()) keys.push(key);
  return keys.sort();
}

/** Writes a file as an upload does, and returns its path. */
function writeUpload(content: string | Buffer): string {
  const path = join(dir, `arrived-${Math.random()}`);
  writeFileSync(path, content);
  return path;
}

describe.each(['disk', 's3'])('files stored on %s', (kind) => {
  const openStore = (name: string) =>
    openFileStore({ dataDir: join(dir, name), storageUrl: kind === 's3' ? storageUrl : undefined });

  test('can be read in full and in part, and no longer exist after they are removed', async () => {
    const store = openStore('one');
    const key = await store.add(writeUpload('पाँच गज कपड़ा'), 'text/plain');
    expect(key).toMatch(/^[0-9a-f]{32}$/);
    expect(await readText(await store.read(key))).toBe('पाँच गज कपड़ा');
    const asciiKey = await store.add(writeUpload('0123456789'), 'text/plain');
    expect(await readText(await store.read(asciiKey, { start: 2, end: 5 }))).toBe('2345');
    expect(await listKeys(store)).toEqual([key, asciiKey].sort());
    for (const storedKey of [key, asciiKey]) await store.remove(storedKey);
    expect(await store.read(key)).toBeUndefined();
    expect(await listKeys(store)).toEqual([]);
    await store.remove(key);
  });

  test('are stored unchanged, even if they are as large as 10 MB', async () => {
    const store = openStore('large');
    const content = Buffer.alloc(10 * 1024 * 1024, 'taana');
    const key = await store.add(writeUpload(content), 'video/mp4');
    expect((await readAll(await store.read(key)))?.equals(content)).toBe(true);
    await store.remove(key);
  });

  test('are neither read nor removed with an invalid key', async () => {
    const store = openStore('one');
    writeFileSync(join(dir, 'one', 'secret-key'), 'x', { flag: 'a' });
    for (const key of ['../secret-key', '', 'a'.repeat(31), '../../etc/passwd', 'A'.repeat(32)]) {
      expect(await store.read(key)).toBeUndefined();
      await store.remove(key);
    }
    expect(readdirSync(join(dir, 'one'))).toContain('secret-key');
  });

  test('are removed, like old uploads, if they are old and no row refers to them', async () => {
    const store = openStore('swept');
    const uploads = uploadsDir(join(dir, 'swept'));
    mkdirSync(join(uploads, 'half'), { recursive: true });
    writeFileSync(join(uploads, 'half', '0'), 'half of a file');
    const storedKey = await store.add(writeUpload('kept'), 'text/plain');
    await store.add(writeUpload('orphan'), 'text/plain');
    const findUsedKeys = async (keys: string[]) => new Set(keys.filter((key) => key === storedKey));
    const now = Date.now();
    expect(await sweepFiles({ files: store, uploadsDir: uploads, findUsedKeys, now })).toBe(0);
    expect(await sweepFiles({ files: store, uploadsDir: uploads, findUsedKeys, now: now + 2 * HOUR_MS })).toBe(2);
    expect(await listKeys(store)).toEqual([storedKey]);
    expect(readdirSync(uploads)).toEqual([]);
    await store.remove(storedKey);
  });
});

test('the folder of stored files is private', async () => {
  const store = openFileStore({ dataDir: join(dir, 'private') });
  const key = await store.add(writeUpload('x'), 'text/plain');
  expect(statSync(join(dir, 'private', 'files')).mode & 0o077).toBe(0);
  await store.remove(key);
});

test('an unavailable object store is reported as busy', async () => {
  const store = openFileStore({ dataDir: dir, storageUrl: 's3://KEY:SECRET@127.0.0.1:1/taana?tls=off' });
  await expect(store.add(writeUpload('x'), 'text/plain')).rejects.toMatchObject({
    name: 'FileError',
    code: 'busy',
  });
});

test('an invalid storage address is rejected', () => {
  for (const storageUrl of ['s3://', 's3://host/bucket', 's3://KEY:SECRET@host', 's3://KEY:SECRET@host/'])
    expect(() => openFileStore({ dataDir: dir, storageUrl })).toThrow('STORAGE_URL must look like');
});
