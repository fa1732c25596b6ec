// Looks for mistakes among the demo shop's pictures: node tools/pictures/check.ts (exit 1 when there are any)
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { readBriefs, shotsOf } from './briefs.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const CATALOGUE = path.join(ROOT, 'src/content/catalogue');
const PICTURES = path.join(CATALOGUE, 'pictures');
const MOST_BYTES = 12_000_000;
/** How far a cloth's mean colour may lie from any mix of its brief's colours, in redmean units. */
const FARTHEST = 40;
/** Below this mean difference of 24×30 thumbnails, two fronts are the same picture to the eye. */
const ALIKE = 5;

type Rgb = [number, number, number];
const mistakes: string[] = [];

function namedPictures(): Map<string, string> {
  const out = new Map<string, string>();
  const take = (file: string) => {
    for (const m of readFileSync(file, 'utf8').matchAll(/[\w/.-]+\.avif/g)) out.set(m[0], path.relative(ROOT, file));
  };
  for (const f of readdirSync(CATALOGUE)) if (f.endsWith('.jsonl')) take(path.join(CATALOGUE, f));
  const content = path.join(ROOT, 'src/content');
  for (const f of ['slides.json', 'settings.json']) if (existsSync(path.join(content, f))) take(path.join(content, f));
  const blog = path.join(content, 'blog');
  if (existsSync(blog)) for (const f of readdirSync(blog)) if (f.endsWith('.md')) take(path.join(blog, f));
  return out;
}
function hex(text: string): Rgb {
  const n = Number.parseInt(text.slice(1), 16);
  return [n >> 16, (n >> 8) & 255, n & 255];
}
function apart(a: Rgb, b: Rgb): number {
  const r = (a[0] + b[0]) / 2;
  return Math.sqrt(
    (2 + r / 256) * (a[0] - b[0]) ** 2 + 4 * (a[1] - b[1]) ** 2 + (2 + (255 - r) / 256) * (a[2] - b[2]) ** 2,
  );
}
/** The nearest that any mix of base, ink and accent comes to a colour, in sun or in shade. */
function fromMix(seen: Rgb, base: Rgb, ink: Rgb, accent: Rgb): number {
  let best = Number.POSITIVE_INFINITY;
  for (let i = 0; i <= 0.7; i += 0.1)
    for (let a = 0; a <= 0.4; a += 0.1) {
      if (i + a > 0.8) continue;
      for (const shade of [0.85, 0.95, 1.05]) {
        const c = base.map(
          (v, q) => (v * (1 - i - a) + (ink[q] as number) * i + (accent[q] as number) * a) * shade,
        ) as Rgb;
        best = Math.min(best, apart(seen, c));
      }
    }
  return best;
}

const named = namedPictures();
for (const [name, where] of named)
  if (!existsSync(path.join(PICTURES, name))) mistakes.push(`${where} names ${name}, which is not there`);

let bytes = 0;
let count = 0;
for (const f of readdirSync(PICTURES, { recursive: true, encoding: 'utf8' }))
  if (f.endsWith('.avif')) {
    bytes += statSync(path.join(PICTURES, f)).size;
    count++;
  }
if (bytes > MOST_BYTES)
  mistakes.push(`the pictures take ${(bytes / 1e6).toFixed(2)} MB, more than ${MOST_BYTES / 1e6}`);

const fronts: { name: string; slug: string; thumb: Buffer }[] = [];
let farthest = 0;
for (const b of readBriefs(path.join(import.meta.dirname, 'briefs'), (t) => mistakes.push(t)))
  for (const s of shotsOf(b)) {
    const file = path.join(PICTURES, s.file);
    if (!existsSync(file)) {
      mistakes.push(`${s.file} was not drawn`);
      continue;
    }
    if (s.shot === 'cloth' || s.shot === 'near') {
      const c = b.colours[s.colour];
      if (!c) continue;
      const px = await sharp(file).resize(1, 1, { fit: 'fill' }).removeAlpha().raw().toBuffer();
      const d = fromMix([px[0] ?? 0, px[1] ?? 0, px[2] ?? 0], hex(c.base), hex(c.ink), hex(c.accent));
      farthest = Math.max(farthest, d);
      if (d > FARTHEST) mistakes.push(`${s.file} is ${d.toFixed(0)} away from the colours of its brief`);
    }
    if (s.shot === 'front' || s.shot === 'fold')
      fronts.push({
        name: s.file,
        slug: b.slug,
        thumb: await sharp(file).resize(24, 30).removeAlpha().raw().toBuffer(),
      });
  }
let nearest = Number.POSITIVE_INFINITY;
for (const [i, a] of fronts.entries())
  for (const b of fronts.slice(i + 1)) {
    if (a.slug === b.slug) continue;
    let d = 0;
    for (let q = 0; q < a.thumb.length; q++) d += Math.abs((a.thumb[q] ?? 0) - (b.thumb[q] ?? 0));
    d /= a.thumb.length;
    nearest = Math.min(nearest, d);
    if (d < ALIKE) mistakes.push(`${a.name} and ${b.name} look alike (${d.toFixed(1)})`);
  }

console.log(
  `${count} pictures, ${(bytes / 1e6).toFixed(2)} MB; ${named.size} named; farthest colour ${farthest.toFixed(0)}; nearest two fronts ${nearest.toFixed(1)}`,
);
for (const m of mistakes) console.error(`mistake: ${m}`);
process.exitCode = mistakes.length > 0 ? 1 : 0;
