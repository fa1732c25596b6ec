import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { importContent } from '#lib/content/publishing/import-content.server.ts';
import { exportFonts, exportPictures } from '#lib/content/publishing/own-files.server.ts';
import { loadSettings } from '#lib/platform/settings/load-settings.server.ts';
import { onBothEngines } from '#support/database.ts';
import { root } from '#support/project-root.ts';
import { temporaryDir } from '#support/shop-process.ts';

const FONT = readFileSync(join(root, 'node_modules/@fontsource/noto-sans/files/noto-sans-latin-400-normal.woff2'));
const DRAWING = '<svg viewBox="0 0 40 20"><title>Kora</title><circle cx="10" cy="10" r="9"/></svg>';

const tempDir = temporaryDir('own-files');
afterAll(tempDir.remove);

onBothEngines('the owner’s fonts and logos', (open, engine) => {
  async function setUp() {
    const db = await open();
    const shop = { db, settings: loadSettings({ DATA_DIR: join(tempDir.dir, engine) }), now: () => 1 };
    const shownLines: string[] = [];
    const importFolder = (dir: string, isDryRun = false) =>
      importContent(shop, dir, { isDryRun, show: (line) => shownLines.push(line) });
    return { shop, shownLines, importFolder };
  }

  test('are imported, and exported so that another import changes nothing', async () => {
    const { shop, shownLines, importFolder } = await setUp();
    const fonts = { texts: ['kora.woff2'], headings: [] };
    const folder = writeFolder(`${engine}-first`, {
      'fonts/kora.woff2': FONT,
      'pictures/brand/logo.svg': DRAWING,
      'look.json': JSON.stringify({ fonts, logo: 'brand/logo.svg' }),
    });
    const paths = ['fonts/kora.woff2', 'pictures/brand/logo.svg', 'look'];
    expect(await importFolder(folder, true)).toEqual(paths);
    expect(shownLines).toEqual([
      'fonts/kora.woff2 (new)',
      'pictures/brand/logo.svg (new)',
      'look.json',
      '  fonts.texts.0: added "kora.woff2"',
      '  logo: null → "brand/logo.svg"',
    ]);
    expect(await importFolder(folder)).toEqual(paths);
    expect(await importFolder(folder)).toEqual([]);
    const exportFolder = join(tempDir.dir, `${engine}-out`);
    expect([await exportFonts(shop, exportFolder), await exportPictures(shop, exportFolder)]).toEqual([1, 1]);
    expect(readFileSync(join(exportFolder, 'fonts/kora.woff2')).equals(FONT)).toBe(true);
    expect(readFileSync(join(exportFolder, 'pictures/brand/logo.svg'), 'utf8')).toMatch(
      /^<svg xmlns=.*<circle cx="10" cy="10" r="9"\/>/,
    );
    expect(await importFolder(exportFolder)).toEqual([]);
  });

  test('are rejected with a message that names the file and the problem', async () => {
    const { importFolder } = await setUp();
    const readImportError = (name: string, files: Record<string, string>) =>
      importFolder(writeFolder(`${engine}-${name}`, files)).catch((error: Error) => error.message);
    expect(await readImportError('fonts', { 'fonts/odd.woff2': 'wOFF', 'fonts/Kora Bold.ttf': 'ttf' })).toMatch(
      /^fonts\/Kora Bold\.ttf: a font’s file name must have only lower-case letters.*\nfonts\/odd\.woff2: this is not a woff2 file/,
    );
    const look = JSON.stringify({ fonts: { texts: ['kora.woff2'], headings: ['none.woff2'] } });
    expect(await readImportError('look', { 'look.json': look })).toMatch(
      /^look\.json:1:\d+ fonts\.texts\.0: there is no font kora\.woff2; import it as fonts\/kora\.woff2\n.*headings\.0/,
    );
    const unsafeDrawing = '<svg viewBox="0 0 9 9">\n<script>alert(1)</script></svg>';
    expect(
      await readImportError('svg', { 'pictures/brand/evil.svg': unsafeDrawing, 'pictures/a/b.svg': DRAWING }),
    ).toBe('pictures/brand/evil.svg: line 2: <script>: a drawing can’t contain a script');
  });
});

function writeFolder(name: string, files: Record<string, string | Buffer>): string {
  const dir = join(tempDir.dir, name);
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(join(dir, dirname(file)), { recursive: true });
    writeFileSync(join(dir, file), content);
  }
  return dir;
}
