import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { defaultImagesDir, isJsonl, sourceFiles } from '#lib/catalog/import/import-files.server.ts';
import { parseColumnsOption } from '#lib/catalog/import/import-options.server.ts';
import { readText } from '#lib/catalog/import/record/read-text.server.ts';

const root = mkdtempSync(join(tmpdir(), 'taana-files-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

function writeFile(name: string, content: string | Uint8Array = 'ab'): string {
  const path = join(root, name);
  writeFileSync(path, content);
  return path;
}

test('an import reads a file with a known extension, or the .jsonl files of a folder', async () => {
  const csv = writeFile('goods.CSV', 'abc');
  expect(await sourceFiles(csv)).toEqual([{ path: csv, bytes: 3 }]);
  const folder = join(root, 'folder');
  mkdirSync(folder);
  await expect(sourceFiles(folder)).rejects.toThrow(`There are no .jsonl files in ${folder}.`);
  for (const name of ['b.jsonl', 'a.NDJSON', 'c.csv', 'jsonl', 'd.jsonl.txt']) writeFile(`folder/${name}`);
  expect(await sourceFiles(folder)).toEqual(
    ['a.NDJSON', 'b.jsonl'].map((name) => ({ path: join(folder, name), bytes: 2 })),
  );
  expect(['a.jsonl', 'a.Ndjson', 'jsonl', 'a.jsonl.gz', 'a.csv'].map(isJsonl)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
  mkdirSync(join(folder, 'e.jsonl'));
  await expect(sourceFiles(folder)).rejects.toThrow(`${join(folder, 'e.jsonl')} is not a file.`);
});

test('an import rejects a missing file and a file in another format, and names the file', async () => {
  await expect(sourceFiles(join(root, 'none.csv'))).rejects.toMatchObject({
    code: 'import_file',
    message: `There is no file or folder ${join(root, 'none.csv')}.`,
  });
  for (const name of ['a.xls', 'a.XLSX', 'a.ods', 'a.numbers']) {
    await expect(sourceFiles(writeFile(name))).rejects.toThrow(
      `${join(root, name)} is a spreadsheet: open it and save it as "CSV UTF-8", or in Google Sheets choose File, Download, CSV.`,
    );
  }
  for (const name of ['a.txt', 'a.csv.gz', 'a.xlsx.zip', 'csv']) {
    await expect(sourceFiles(writeFile(name))).rejects.toThrow(
      `${join(root, name)} ends neither in .jsonl nor in .csv: its format is unknown.`,
    );
  }
});

test('an import looks for the folder "pictures" next to its file or in its folder', async () => {
  const source = writeFile('shop.jsonl');
  expect(await defaultImagesDir(source)).toBeUndefined();
  const pictures = join(root, 'pictures');
  writeFileSync(pictures, '');
  expect(await defaultImagesDir(source)).toBeUndefined();
  rmSync(pictures);
  mkdirSync(pictures);
  expect(await defaultImagesDir(source)).toBe(pictures);
  expect(await defaultImagesDir(root)).toBe(pictures);
});

test('the mapping of columns can be read from a file', async () => {
  expect(await parseColumnsOption(writeFile('columns.txt', 'Rate=price\nNote=-\n'))).toEqual(
    new Map([
      ['Rate', 'price'],
      ['Note', '-'],
    ]),
  );
});

test('readText decodes characters split between chunks, and reports the first line that may be invalid UTF-8', async () => {
  const readWholeText = async (path: string) => {
    let text = '';
    for await (const chunk of readText(path)) text += chunk;
    return text;
  };
  const longText = `${'x'.repeat(256 * 1024 - 1)}é\n`;
  expect(await readWholeText(writeFile('long.txt', `\ufeff${longText}`))).toBe(longText);
  const invalidFile = writeFile(
    'bad.txt',
    Buffer.concat([Buffer.from(`${'x\n'.repeat(131_072)}`), Buffer.from([0xff])]),
  );
  await expect(readWholeText(invalidFile)).rejects.toMatchObject({
    code: 'import_file',
    message: `${invalidFile} is not valid UTF-8 (on line 131073 or later). Open it in a spreadsheet and save it as "CSV UTF-8".`,
  });
  const truncatedFile = writeFile('truncated.txt', Buffer.from([0x61, 0xc3]));
  await expect(readWholeText(truncatedFile)).rejects.toThrow(/on line 1 or later/);
});
