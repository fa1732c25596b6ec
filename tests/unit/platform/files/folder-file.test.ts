import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readFolderFile } from '#lib/platform/files/storage/folder-file.server.ts';

const root = mkdtempSync(join(tmpdir(), 'taana-folder-'));
const images = join(root, 'images');
mkdirSync(join(images, 'sub'), { recursive: true });
mkdirSync(join(root, 'images-not'));
writeFileSync(join(images, 'sub', 'a.png'), 'inside');
writeFileSync(join(root, 'secret'), 'outside');
writeFileSync(join(root, 'images-not', 'x'), 'outside');
symlinkSync(join(root, 'secret'), join(images, 'link'));
symlinkSync(join(root, 'images-not'), join(images, 'linked-folder'));
symlinkSync('sub/a.png', join(images, 'inner-link'));

afterAll(() => rmSync(root, { recursive: true, force: true }));

it('reads files inside the folder, directly or through links', async () => {
  expect(String(await readFolderFile(images, 'sub/a.png', 100))).toBe('inside');
  expect(String(await readFolderFile(images, 'inner-link', 100))).toBe('inside');
});

it.each([
  '../secret',
  'sub/../../secret',
  '/etc/passwd',
  'C:\\x',
  'sub\\..\\..\\secret',
  'a\0b',
  '',
  '.',
  'sub//a.png',
])('rejects the name %j', async (name) => {
  await expect(readFolderFile(images, name, 100)).rejects.toThrow(/not a path below/);
});

it('rejects links that lead outside the folder, folders, large files and missing files', async () => {
  await expect(readFolderFile(images, 'link', 100)).rejects.toThrow(/leads out/);
  await expect(readFolderFile(images, 'linked-folder/x', 100)).rejects.toThrow(/leads out/);
  await expect(readFolderFile(images, 'sub', 100)).rejects.toThrow(/not a regular file/);
  await expect(readFolderFile(images, 'sub/a.png', 3)).rejects.toThrow(/larger/);
  await expect(readFolderFile(images, 'nothing.png', 100)).rejects.toThrow(/no such file/);
});
