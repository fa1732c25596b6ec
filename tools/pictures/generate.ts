// Draws the demo shop's pictures: node tools/pictures/generate.ts [--only slug,slug] [--kind kurta-straight] [--fronts] [--png dir] [--scenes] [--briefs dir] [--out dir]
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { readBriefs, shotsOf } from './briefs.ts';
import { openStudio } from './studio.ts';

const HERE = import.meta.dirname;
const { values: flags } = parseArgs({
  options: {
    only: { type: 'string' },
    kind: { type: 'string' },
    shot: { type: 'string' },
    first: { type: 'boolean' },
    scenes: { type: 'boolean' },
    png: { type: 'string' },
    briefs: { type: 'string', default: path.join(HERE, 'briefs') },
    out: { type: 'string', default: path.join(HERE, '../../src/content/catalogue/pictures') },
  },
});

/** Bytes a picture may take; a busy cloth is encoded more coarsely until it fits. */
const BUDGET: Record<string, number> = {
  front: 18_500,
  back: 15_500,
  fold: 19_000,
  cloth: 17_500,
  near: 18_500,
  drape: 21_000,
  ruler: 21_000,
};

/** Encodes to fit: a second, coarser try is aimed by how far the first overshot. */
async function encode(png: Buffer, budget: number): Promise<Buffer> {
  let quality = 46;
  let made = await sharp(png).avif({ quality, effort: 2, chromaSubsampling: '4:2:0' }).toBuffer();
  for (let i = 0; i < 3 && made.length > budget; i++) {
    quality = Math.max(14, Math.round(quality - 3 - 17 * Math.log2(made.length / budget)));
    made = await sharp(png).avif({ quality, effort: 2, chromaSubsampling: '4:2:0' }).toBuffer();
  }
  return made;
}

const list = (text: string | undefined) => text?.split(',').map((s) => s.trim());
const only = list(flags.only);
const kinds = list(flags.kind);
const wanted = list(flags.shot);
const briefs = readBriefs(flags.briefs, (t) => console.warn(`warning: ${t}`)).filter(
  (b) => (!only || only.includes(b.slug)) && (!kinds || kinds.includes(b.kind)),
);
if (flags.scenes) briefs.length = 0;
const studio = await openStudio();
const started = process.hrtime.bigint();
let count = 0;
let bytes = 0;
let pending: Promise<void> = Promise.resolve();
try {
  for (const b of briefs)
    for (const s of shotsOf(b)) {
      if (wanted && !wanted.includes(s.shot)) continue;
      if (flags.first && s.colour > 0) continue;
      let url: string;
      try {
        url = await studio.page.evaluate(([brief, colour, shot]) => window.drawPicture(brief, colour, shot), [
          b,
          s.colour,
          s.shot,
        ] as const);
      } catch (e) {
        console.warn(`warning: ${s.file} was not drawn: ${(e as Error).message}`);
        continue;
      }
      const png = Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
      await pending;
      // The last picture is encoded while the next is drawn.
      pending = (async () => {
        if (flags.png) {
          mkdirSync(flags.png, { recursive: true });
          writeFileSync(path.join(flags.png, s.file.replaceAll('/', '__').replace('.avif', '.png')), png);
          return;
        }
        const to = path.join(flags.out, s.file);
        mkdirSync(path.dirname(to), { recursive: true });
        const avif = await encode(png, BUDGET[s.shot] ?? 18_000);
        writeFileSync(to, avif);
        bytes += avif.length;
      })();
      count++;
      if (count % 50 === 0) console.log(`${count} pictures, ${(bytes / 1e6).toFixed(2)} MB`);
    }
  await pending;
  // Slides, tiles, banner and journal: drawn with a whole run, or alone with --scenes (and --only to pick).
  if (flags.scenes || !(only || kinds || wanted)) {
    for (const name of await studio.page.evaluate(() => window.sceneNames)) {
      if (only && !only.includes(name)) continue;
      const url = await studio.page.evaluate((scene) => window.drawScene(scene), name);
      const png = Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
      count++;
      if (flags.png) {
        mkdirSync(flags.png, { recursive: true });
        writeFileSync(path.join(flags.png, `scene__${name.replaceAll('/', '__')}.png`), png);
      } else if (name === 'og') {
        await sharp(png).png({ palette: true, quality: 80, effort: 10 }).toFile(path.join(HERE, '../../public/og.png'));
      } else {
        const to = path.join(flags.out, `${name}.avif`);
        mkdirSync(path.dirname(to), { recursive: true });
        const avif = await encode(
          png,
          name.startsWith('slides') && !name.endsWith('tall') ? 42_000 : name.startsWith('banners') ? 46_000 : 28_000,
        );
        writeFileSync(to, avif);
        bytes += avif.length;
      }
    }
  }
} finally {
  await studio.close();
}
const seconds = Number((process.hrtime.bigint() - started) / 1_000_000n) / 1000;
console.log(`${count} pictures, ${(bytes / 1e6).toFixed(2)} MB, ${seconds.toFixed(0)} s`);
