// Reads the picture briefs and fills what they leave out; unknown words are warned of, never fatal.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Brief, Cloth } from './page/core.ts';

const KINDS = [
  'kurta-straight',
  'kurta-short',
  'kurta-anarkali',
  'kurta-aline',
  'shirt',
  'tunic',
  'top',
  'dress-midi',
  'dress-maxi',
  'dress-shirt',
  'palazzo',
  'trousers',
  'skirt',
  'co-ord',
  'jacket-nehru',
  'jacket',
  'waistcoat',
  'sherwani',
  'tshirt',
  'polo',
  'shorts',
  'dungarees',
  'romper',
  'frock',
  'kurta-pyjama',
  'lehenga-set',
  'kids-set',
  'night-suit',
  'bib',
  'swaddle',
  'dupatta',
  'stole',
  'shawl',
  'saree',
  'scarf',
  'fabric',
  'towel',
  'cushion-cover',
  'tote',
];
const LEGS = ['palazzo', 'trousers', 'shorts', 'skirt'];
const HEX = /^#[0-9a-f]{6}$/i;

export type Shot = { file: string; colour: number; shot: string };

/** `Rust Red` → `rust-red`. */
export function kebab(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

/** Every brief of a folder, in the order of file and line. */
export function readBriefs(dir: string, warn: (text: string) => void): Brief[] {
  const out: Brief[] = [];
  const seen = new Set<string>();
  for (const file of readdirSync(dir)
    .filter((f) => f.endsWith('.jsonl'))
    .sort()) {
    const lines = readFileSync(path.join(dir, file), 'utf8').split('\n');
    for (const [i, line] of lines.entries()) {
      if (!line.trim()) continue;
      let raw: Partial<Brief> & { cloth?: Partial<Cloth> };
      try {
        raw = JSON.parse(line) as typeof raw;
      } catch {
        warn(`${file}:${i + 1} is not JSON`);
        continue;
      }
      if (!raw.slug || !raw.colours?.length) {
        warn(`${file}:${i + 1} has no slug or no colours`);
        continue;
      }
      if (seen.has(raw.slug)) warn(`${file}:${i + 1} ${raw.slug} is there twice`);
      seen.add(raw.slug);
      let kind = raw.kind ?? 'top';
      if (!KINDS.includes(kind)) {
        warn(`${file}:${i + 1} unknown kind ${kind}, drawn as a tunic`);
        kind = 'tunic';
      }
      for (const c of raw.colours)
        for (const key of ['base', 'ink', 'accent'] as const)
          if (!HEX.test(c[key] ?? '')) {
            warn(`${file}:${i + 1} ${c.name} has no usable ${key}`);
            c[key] = key === 'base' ? '#b8a88a' : key === 'ink' ? '#f3ead9' : '#8a6a3c';
          }
      out.push({
        slug: raw.slug,
        batch: path.basename(file, '.jsonl'),
        kind,
        sleeve: raw.sleeve ?? (LEGS.includes(kind) ? 'none' : 'three-quarter'),
        neck: raw.neck ?? 'round',
        length: raw.length ?? 'hip',
        features: raw.features ?? [],
        cloth: {
          weave: raw.cloth?.weave ?? 'plain',
          pattern: raw.cloth?.pattern ?? 'solid',
          motif: raw.cloth?.motif ?? '',
          scale: raw.cloth?.scale ?? 'medium',
          border: raw.cloth?.border ?? 'none',
        },
        colours: raw.colours,
      });
    }
  }
  return out;
}

/** The pictures that a brief asks for, named as the catalogue names them. */
export function shotsOf(b: Brief): Shot[] {
  const out: Shot[] = [];
  const fabric = b.kind === 'fabric';
  for (const [i, c] of b.colours.entries()) {
    const name = kebab(c.name);
    const list = fabric ? ['fold', 'near'] : ['front', 'cloth'];
    if (i === 0) list.push(...(fabric ? ['drape', 'ruler'] : ['back']));
    for (const shot of list) out.push({ file: `${b.slug}/${name}-${shot}.avif`, colour: i, shot });
  }
  return out;
}
