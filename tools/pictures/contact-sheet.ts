// Every front on one sheet, to be looked at: node tools/pictures/contact-sheet.ts
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { readBriefs, shotsOf } from './briefs.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const PICTURES = path.join(ROOT, 'src/content/catalogue/pictures');
const OUT = path.join(ROOT, 'docs/screenshots/pictures-contact-sheet.webp');
const COLUMNS = 18;
const W = 144;
const H = 180;
const GAP = 4;

const files = readBriefs(path.join(import.meta.dirname, 'briefs'), (t) => console.warn(t)).flatMap((b) =>
  shotsOf(b)
    .filter((s) => s.shot === 'front' || s.shot === 'fold')
    .map((s) => path.join(PICTURES, s.file))
    .filter((f) => existsSync(f)),
);
const rows = Math.ceil(files.length / COLUMNS);
const tiles = await Promise.all(
  files.map(async (f, i) => ({
    input: await sharp(f).resize(W, H).toBuffer(),
    left: GAP + (i % COLUMNS) * (W + GAP),
    top: GAP + Math.floor(i / COLUMNS) * (H + GAP),
  })),
);
mkdirSync(path.dirname(OUT), { recursive: true });
const info = await sharp({
  create: { width: GAP + COLUMNS * (W + GAP), height: GAP + rows * (H + GAP), channels: 3, background: '#ffffff' },
})
  .composite(tiles)
  .webp({ quality: 72, effort: 4 })
  .toFile(OUT);
console.log(`${files.length} fronts, ${info.width}×${info.height}, ${(info.size / 1e6).toFixed(2)} MB`);
