// Dye, print and needle: the patterns of the vocabulary, drawn flat at a scale of u pixels to the centimetre.
// Yarn-dyed patterns colour warp and weft separately; the weave decides which of them is seen.
import {
  type Cloth,
  type Ctx,
  css,
  darker,
  lighter,
  luma,
  mix,
  noiseTile,
  type Rgb,
  Rng,
  readNoise,
  sheet,
  WHITE,
} from './core.ts';
import { type Block, MOTIFS, petal, stamp } from './motifs.ts';

export type Flat = {
  warp: Ctx;
  weft: Ctx;
  w: number;
  h: number;
  u: number;
  base: Rgb;
  ink: Rgb;
  accent: Rgb;
  cloth: Cloth;
  rng: Rng;
  /** What stands proud of the cloth: drawn later with its own light. */
  raised: Ctx;
  used: { raised: boolean };
};
type Pattern = (f: Flat) => void;
const SCALE: Record<string, number> = { tiny: 0.55, small: 0.8, medium: 1.2, large: 1.9 };
function scaleOf(f: Flat): number {
  return SCALE[f.cloth.scale] ?? 1.2;
}
function fill(ctx: Ctx, c: Rgb, f: Flat): void {
  ctx.fillStyle = css(c);
  ctx.fillRect(0, 0, f.w, f.h);
}
function ground(f: Flat, weft: Rgb = f.base): void {
  fill(f.warp, f.base, f);
  fill(f.weft, weft, f);
}
/** What is printed lies on warp and weft alike. */
function onBoth(f: Flat, art: HTMLCanvasElement, alpha = 1): void {
  for (const ctx of [f.warp, f.weft]) {
    ctx.globalAlpha = alpha;
    ctx.drawImage(art, 0, 0);
    ctx.globalAlpha = 1;
  }
}
type Band = [width: number, colour: Rgb];
function bands(ctx: Ctx, list: readonly Band[], u: number, across: boolean, w: number, h: number, start = 0): void {
  let at = start;
  const end = across ? h : w;
  while (at < end)
    for (const [wide, c] of list) {
      ctx.fillStyle = css(c);
      if (across) ctx.fillRect(0, at, w, wide * u + 0.4);
      else ctx.fillRect(at, 0, wide * u + 0.4, h);
      at += wide * u;
    }
}
/** Ink that did not take evenly: wears small holes and thin places into a layer. */
export function mottle(ctx: Ctx, w: number, h: number, u: number, seed: string, strength: number): void {
  const n = sheet(256, 256);
  const img = n.ctx.createImageData(256, 256);
  const a = noiseTile('mottle-slow', 10, 3);
  const b = noiseTile('mottle-fine', 96, 1);
  for (let i = 0; i < 65536; i++) {
    const v = (a[i] as number) * 0.7 + (b[i] as number) * 0.5;
    img.data[i * 4 + 3] = Math.max(0, Math.min(255, (v - 0.05) * 420 * strength));
  }
  n.ctx.putImageData(img, 0, 0);
  const r = new Rng(seed);
  ctx.save();
  ctx.globalCompositeOperation = 'destination-out';
  const p = ctx.createPattern(n.el, 'repeat') as CanvasPattern;
  const k = Math.max(0.7, u / 20);
  p.setTransform(new DOMMatrix([k, 0, 0, k, r.range(0, 200), r.range(0, 200)]));
  ctx.fillStyle = p;
  ctx.fillRect(0, 0, w, h);
  ctx.restore();
}

const solid: Pattern = (f) => {
  // A weft a shade away from the warp gives cloth its life; a far-off ink would only grey it.
  const near = Math.abs(luma(f.ink) - luma(f.base)) < 0.22;
  ground(
    f,
    f.cloth.weave === 'denim' ? mix(f.base, WHITE, f.u < 18 ? 0.2 : 0.5) : mix(f.base, f.ink, near ? 0.22 : 0.03),
  );
};
const stripe: Pattern = (f) => {
  const s = scaleOf(f);
  const r = f.rng;
  const kinds: Band[][] = [
    [
      [1.1 * s, f.base],
      [1.1 * s, f.ink],
    ],
    [
      [1.6 * s, f.base],
      [0.5 * s, f.ink],
    ],
    [
      [1.5 * s, f.base],
      [0.2 * s, f.ink],
      [0.35 * s, f.base],
      [0.2 * s, f.ink],
    ],
    [
      [1.7 * s, f.base],
      [0.45 * s, f.ink],
      [0.18 * s, f.base],
      [0.14 * s, f.accent],
      [0.18 * s, f.base],
      [0.45 * s, f.ink],
    ],
    [
      [1.2 * s, f.base],
      [0.14 * s, f.ink],
      [0.24 * s, f.base],
      [0.5 * s, f.accent],
      [0.24 * s, f.base],
      [0.14 * s, f.ink],
    ],
  ];
  const list = r.pick(kinds);
  const across = f.cloth.weave === 'jersey';
  ground(f);
  bands(f.warp, list, f.u, across, f.w, f.h, -r.range(0, 2) * f.u);
  if (across) f.weft.drawImage(f.warp.canvas, 0, 0);
  else {
    f.weft.globalAlpha = 0.75;
    f.weft.drawImage(f.warp.canvas, 0, 0);
    f.weft.globalAlpha = 1;
  }
};
const pinstripe: Pattern = (f) => {
  const s = scaleOf(f);
  ground(f);
  const list: Band[] = [
    [Math.max(0.75, 1.15 * s), f.base],
    [Math.max(0.09, 1.1 / f.u), f.ink],
  ];
  bands(f.warp, list, f.u, false, f.w, f.h);
  f.weft.globalAlpha = 0.7;
  f.weft.drawImage(f.warp.canvas, 0, 0);
  f.weft.globalAlpha = 1;
};
function checked(f: Flat, list: readonly Band[], listAcross: readonly Band[] = list): void {
  ground(f);
  bands(f.warp, list, f.u, false, f.w, f.h, -f.rng.range(0, 3) * f.u);
  bands(f.weft, listAcross, f.u, true, f.w, f.h, -f.rng.range(0, 3) * f.u);
}
const gingham: Pattern = (f) => {
  const s = 0.85 * scaleOf(f);
  checked(f, [
    [s, f.base],
    [s, f.ink],
  ]);
};
const check: Pattern = (f) => {
  const s = scaleOf(f);
  const r = f.rng;
  const kinds: Band[][] = [
    [
      [2.2 * s, f.base],
      [0.5 * s, f.ink],
    ],
    [
      [1.4 * s, f.base],
      [0.25 * s, f.ink],
      [1.4 * s, f.base],
      [0.25 * s, f.accent],
    ],
    [
      [1.8 * s, f.base],
      [0.3 * s, f.ink],
      [0.3 * s, f.base],
      [0.3 * s, f.ink],
      [1.8 * s, f.base],
      [0.2 * s, f.accent],
    ],
    [
      [1.5 * s, f.base],
      [1.0 * s, f.ink],
      [0.2 * s, f.accent],
    ],
  ];
  checked(f, r.pick(kinds));
};
const madras: Pattern = (f) => {
  const s = scaleOf(f);
  const r = f.rng;
  const palette = [f.base, f.ink, f.accent, mix(f.base, f.accent, 0.5), mix(f.base, WHITE, 0.6), f.base];
  const make = (): Band[] => {
    const half: Band[] = [];
    for (let i = 0; i < 6; i++)
      half.push([r.pick([0.15, 0.3, 0.6, 1, 1.5]) * s, r.chance(0.45) ? f.base : r.pick(palette)]);
    return [[1.5 * s, f.base], ...half, ...[...half].reverse()];
  };
  checked(f, make(), make());
};
const windowpane: Pattern = (f) => {
  const s = scaleOf(f);
  checked(f, [
    [2.9 * s, f.base],
    [Math.max(0.14, 1.2 / f.u), f.ink],
    ...(f.rng.chance(0.5)
      ? ([
          [0.3 * s, f.base],
          [0.1, f.accent],
        ] as Band[])
      : []),
  ]);
};

/** Tied before weaving: shapes on the warp whose edges bleed up and down, yarn bundle by yarn bundle. */
const ikat: Pattern = (f) => {
  const s = scaleOf(f) * 1.15 * f.u;
  const r = f.rng;
  ground(f, mix(f.base, f.ink, 0.06));
  const art = sheet(f.w, f.h + 40);
  const c = art.ctx;
  const kind = r.int(0, 3);
  const wide = s * r.range(2.6, 3.4);
  const tall = wide * r.range(1.15, 1.5);
  const diamond = (x: number, y: number, k: number, col: Rgb) => {
    c.fillStyle = css(col);
    c.beginPath();
    const n = 5;
    // Stepped edges: bundles are tied whole.
    for (let q = 0; q < 4; q++)
      for (let i = 0; i < n; i++) {
        const t = i / n;
        const a = [
          [t, -(1 - t)],
          [1 - t, t],
          [-t, 1 - t],
          [-(1 - t), -t],
        ][q] as [number, number];
        const b = [
          [t + 1 / n, -(1 - t)],
          [1 - t, t + 1 / n],
          [-t - 1 / n, 1 - t],
          [-(1 - t), -t - 1 / n],
        ][q] as [number, number];
        if (q === 0 && i === 0) c.moveTo(x + a[0] * wide * 0.5 * k, y + a[1] * tall * 0.5 * k);
        c.lineTo(x + a[0] * wide * 0.5 * k, y + a[1] * tall * 0.5 * k);
        c.lineTo(x + b[0] * wide * 0.5 * k, y + b[1] * tall * 0.5 * k);
      }
    c.closePath();
    c.fill();
  };
  for (let row = -1; row * tall * 0.5 < f.h + tall; row++)
    for (let col = -1; col * wide < f.w + wide; col++) {
      const x = (col + (row & 1 ? 0.5 : 0)) * wide;
      const y = row * tall * (kind === 2 ? 1 : 0.5);
      if (kind === 3 && row & 1) {
        c.fillStyle = css(f.ink);
        for (let i = -2; i <= 2; i++)
          c.fillRect(
            x + i * wide * 0.08,
            y - tall * (0.16 - Math.abs(i) * 0.05),
            wide * 0.05,
            tall * (0.32 - Math.abs(i) * 0.1),
          );
        continue;
      }
      diamond(x, y, kind === 2 ? 0.98 : 0.9, f.ink);
      diamond(x, y, 0.64, kind === 1 ? f.accent : f.base);
      diamond(x, y, 0.44, kind === 1 ? f.base : f.accent);
      diamond(x, y, 0.2, f.ink);
    }
  if (kind === 2) {
    c.fillStyle = css(f.accent);
    for (let x = -wide / 2; x < f.w; x += wide) c.fillRect(x - wide * 0.04, 0, wide * 0.08, f.h + 40);
  }
  const bundle = Math.max(1.5, f.u * 0.12);
  const feather = s * 0.32;
  const rr = new Rng(`${r.next()}`);
  const layer = sheet(f.w, f.h);
  for (let pass = 0; pass < 3; pass++) {
    layer.ctx.globalAlpha = [1, 0.55, 0.4][pass] as number;
    let drift = 0;
    for (let x = 0; x < f.w; x += bundle) {
      drift = drift * 0.6 + rr.bell() * feather * (pass === 0 ? 0.4 : 0.9);
      layer.ctx.drawImage(art.el, x, 20, bundle, f.h, x, drift, bundle, f.h);
    }
  }
  f.warp.drawImage(layer.el, 0, 0);
  f.weft.globalAlpha = 0.62;
  f.weft.drawImage(layer.el, 0, 0);
  f.weft.globalAlpha = 1;
};

function block(f: Flat, ctx: Ctx): Block {
  const d = 0.05 + 0.02 * f.rng.next();
  const a = f.rng.range(0, 6.3);
  return { ctx, ink: f.ink, accent: f.accent, base: f.base, off: [Math.cos(a) * d, Math.sin(a) * d], rng: f.rng };
}
function motifOf(f: Flat, fallback: string): string {
  return MOTIFS[f.cloth.motif] ? f.cloth.motif : fallback;
}
/** Repeats of the hand: each stamp a hair off its mark, a hair turned, its colour a hair thinner. */
const blockPrint: Pattern = (f) => {
  ground(f);
  const r = f.rng;
  const art = sheet(f.w, f.h);
  const motif = motifOf(f, 'buti');
  const size = scaleOf(f) * f.u * 1.25;
  const jaal = motif === 'jaal' || (motif === 'geometric' && r.chance(0.6));
  const stepX = jaal ? size * 2.02 : size * r.range(2.35, 3.0);
  const stepY = jaal ? size * 2.05 : size * r.range(2.3, 2.9);
  const layout = jaal
    ? motif === 'jaal'
      ? 'half'
      : 'grid'
    : r.pick(['half', 'half', 'brick', 'grid', 'stripe'] as const);
  const mark = block(f, art.ctx);
  const filler = r.int(0, 3);
  const cols = Math.ceil(f.w / stepX) + 2;
  const rows = Math.ceil(f.h / stepY) + 2;
  const flips = r.chance(0.5);
  for (let j = -1; j < rows; j++)
    for (let i = -1; i < cols; i++) {
      let x = i * stepX;
      let y = j * stepY;
      if (layout === 'half' && i & 1) y += stepY / 2;
      if (layout === 'brick' && j & 1) x += stepX / 2;
      const wob = jaal ? 0.012 : 0.03;
      x += r.bell() * size * wob;
      y += r.bell() * size * wob;
      art.ctx.globalAlpha = r.range(0.84, 1);
      stamp(
        mark,
        motif,
        x,
        y,
        size * (jaal ? 1 : r.range(0.97, 1.03)),
        r.bell() * (jaal ? 0.01 : 0.035),
        flips && ((i + j) & 1) === 1,
      );
      if (filler === 0 && !jaal) {
        art.ctx.fillStyle = css(f.accent);
        for (const [dx, dy] of [
          [0.5, 0],
          [0, 0.5],
        ] as const) {
          const fx = x + dx * stepX;
          const fy = y + dy * stepY;
          art.ctx.beginPath();
          for (let k = 0; k < 4; k++) {
            const a = (k / 4) * 6.283 + 0.78;
            art.ctx.moveTo(fx, fy);
            art.ctx.arc(fx + Math.cos(a) * size * 0.16, fy + Math.sin(a) * size * 0.16, size * 0.07, 0, 7);
          }
          art.ctx.fill();
        }
      }
      if (filler === 1 && !jaal) {
        art.ctx.fillStyle = css(f.ink);
        art.ctx.beginPath();
        petal(art.ctx, x + stepX * 0.5, y + stepY * 0.1, size * 0.4, size * 0.12, r.range(-1.9, -1.2));
        petal(art.ctx, x + stepX * 0.5, y + stepY * 0.1, size * 0.4, size * 0.12, r.range(1.2, 1.9));
        art.ctx.fill();
      }
    }
  if (layout === 'stripe') {
    art.ctx.globalAlpha = 0.92;
    for (let i = -1; i < cols; i++) {
      const x = (i + 0.5) * stepX;
      art.ctx.fillStyle = css(f.accent);
      art.ctx.fillRect(x - size * 0.06, 0, size * 0.05, f.h);
      art.ctx.fillRect(x + size * 0.08, 0, size * 0.05, f.h);
      art.ctx.fillStyle = css(f.ink);
      for (let y = 0; y < f.h; y += size * 0.5) {
        art.ctx.beginPath();
        art.ctx.arc(x + size * 0.035, y, size * 0.05, 0, 7);
        art.ctx.fill();
      }
    }
  }
  mottle(art.ctx, f.w, f.h, f.u, `mottle/${r.next()}`, 0.42);
  onBoth(f, art.el);
};
/** Tossed all over, every way up. */
function tossed(f: Flat, motif: string, density: number, extra: readonly string[]): void {
  ground(f);
  const r = f.rng;
  const art = sheet(f.w, f.h);
  const size = scaleOf(f) * f.u * 1.3;
  const cell = size * density;
  const mark = block(f, art.ctx);
  const swap: Block = { ...mark, ink: f.accent, accent: f.ink };
  const upright = [
    'elephant',
    'train',
    'boat',
    'tree',
    'lion',
    'rabbit',
    'mushroom',
    'cloud',
    'bird',
    'peacock',
    'moon',
  ].includes(motif);
  let n = 0;
  for (let j = -1; j * cell * 0.87 < f.h + cell; j++)
    for (let i = -1; i * cell < f.w + cell; i++) {
      n++;
      const x = (i + (j & 1 ? 0.5 : 0)) * cell + r.bell() * cell * 0.1;
      const y = j * cell * 0.87 + r.bell() * cell * 0.1;
      const turn = upright ? r.bell() * 0.22 : r.range(-3, 3);
      stamp((i + j * 2) % 3 === 0 ? swap : mark, motif, x, y, size * r.range(0.8, 1), turn, r.chance(0.5));
      const small = extra[n % extra.length];
      if (small) stamp(mark, small, x + cell * 0.5, y + cell * 0.08, size * r.range(0.2, 0.3), r.range(-0.4, 0.4));
    }
  mottle(art.ctx, f.w, f.h, f.u, `m/${r.next()}`, 0.12);
  onBoth(f, art.el);
}
const kidsMotif: Pattern = (f) => tossed(f, motifOf(f, 'star'), 2.75, ['star', 'dots', '']);
/** A painter's floral: big and small heads, leaves between, never two alike. */
const floral: Pattern = (f) => {
  ground(f);
  const r = f.rng;
  const art = sheet(f.w, f.h);
  const c = art.ctx;
  const size = scaleOf(f) * f.u * 1.3;
  const cell = size * 2.1;
  const green = mix(f.ink, luma(f.base) > 0.5 ? [70, 96, 66] : [150, 170, 120], 0.55);
  const spots: [number, number, number][] = [];
  for (let j = -1; j * cell < f.h + cell; j++)
    for (let i = -1; i * cell < f.w + cell; i++)
      spots.push([
        (i + (j & 1 ? 0.5 : 0)) * cell + r.bell() * cell * 0.2,
        j * cell + r.bell() * cell * 0.2,
        r.range(0.55, 1),
      ]);
  for (const [x, y, k] of spots) {
    c.strokeStyle = css(green);
    c.lineWidth = size * 0.07;
    const a = r.range(0, 6.28);
    c.beginPath();
    c.moveTo(x, y);
    c.quadraticCurveTo(
      x + Math.cos(a) * size * 0.8,
      y + Math.sin(a) * size * 0.8,
      x + Math.cos(a + 0.5) * size * 1.5 * k,
      y + Math.sin(a + 0.5) * size * 1.5 * k,
    );
    c.stroke();
    c.fillStyle = css(green);
    c.beginPath();
    for (let n = 0; n < 4; n++) {
      const q = a + 0.5 + (n - 1.5) * 0.35;
      const d = size * (0.75 + n * 0.2) * k;
      petal(
        c,
        x + Math.cos(a + 0.25) * d,
        y + Math.sin(a + 0.25) * d,
        size * 0.5,
        size * 0.13,
        q + (n & 1 ? 0.9 : -0.9),
      );
    }
    c.fill();
  }
  const motif = f.cloth.motif;
  for (const [x, y, k] of spots) {
    if (MOTIFS[motif] && !['marigold', 'jaal', 'buti', 'dots'].includes(motif)) {
      stamp(block(f, c), motif, x, y, size * 0.75 * k, r.range(-0.6, 0.6), r.chance(0.5));
      continue;
    }
    const n = r.int(5, 8);
    const turn = r.range(0, 6);
    const main = r.chance(0.68) ? f.ink : f.accent;
    for (const [rad, col, al] of [
      [1, main, 0.95],
      [0.82, lighter(main, 0.24), 0.7],
      [0.5, darker(main, 0.2), 0.7],
    ] as const) {
      c.fillStyle = css(col, al);
      c.beginPath();
      for (let q = 0; q < n; q++) {
        const a = turn + (q / n) * 6.283 + r.bell() * 0.06;
        petal(c, x, y, size * 0.78 * k * rad, size * 0.36 * k * rad, a);
      }
      c.fill();
    }
    c.fillStyle = css(main === f.accent ? f.ink : f.accent);
    c.beginPath();
    c.arc(x, y, size * 0.17 * k, 0, 7);
    c.fill();
  }
  mottle(c, f.w, f.h, f.u, `fl/${r.next()}`, 0.15);
  onBoth(f, art.el);
};
const polka: Pattern = (f) => {
  ground(f);
  const s = scaleOf(f) * f.u;
  const r = f.rng;
  const art = sheet(f.w, f.h);
  const second = r.chance(0.4);
  for (let j = -1; j * s * 0.9 < f.h + s; j++)
    for (let i = -1; i * s * 1.8 < f.w + s; i++) {
      art.ctx.fillStyle = css(second && (i + j) % 4 === 0 ? f.accent : f.ink);
      art.ctx.beginPath();
      art.ctx.arc((i + (j & 1 ? 0.5 : 0)) * s * 1.8, j * s * 0.9, s * 0.3, 0, 7);
      art.ctx.fill();
    }
  onBoth(f, art.el);
};
/** Tied points: each leaves a small square ring with a dark heart, never quite in line. */
const bandhani: Pattern = (f) => {
  ground(f);
  const r = f.rng;
  const art = sheet(f.w, f.h);
  const c = art.ctx;
  const dot = Math.max(0.16, 0.17 * scaleOf(f) ** 0.5) * f.u;
  const point = (x: number, y: number, col: Rgb) => {
    const q = dot * r.range(0.8, 1.15);
    c.save();
    c.translate(x + r.bell() * dot * 0.4, y + r.bell() * dot * 0.4);
    c.rotate(0.785 + r.bell() * 0.3);
    c.fillStyle = css(col, r.range(0.85, 1));
    c.beginPath();
    c.roundRect(-q, -q, q * 2, q * 2, q * 0.7);
    c.fill();
    c.fillStyle = css(darker(f.base, 0.12), 0.9);
    c.beginPath();
    c.arc(r.bell() * q * 0.15, r.bell() * q * 0.15, q * 0.36, 0, 7);
    c.fill();
    c.restore();
  };
  const S = scaleOf(f) * f.u * 4.6;
  const kind = r.int(0, 2);
  for (let j = -1; j * S * 0.5 < f.h + S; j++)
    for (let i = -1; i * S < f.w + S; i++) {
      const x = (i + (j & 1 ? 0.5 : 0)) * S;
      const y = j * S * 0.5;
      const rings = kind === 0 ? [0.11, 0.24] : kind === 1 ? [0.08, 0.19, 0.3] : [0.2];
      point(x, y, f.accent);
      rings.forEach((rad, k) => {
        const n = Math.max(4, Math.round((rad * S * 6.283) / (dot * 3.3)));
        for (let q = 0; q < n; q++) {
          const a = (q / n) * 6.283;
          const m = kind === 2 ? (1 / (Math.abs(Math.cos(a)) + Math.abs(Math.sin(a)))) * 1.2 : 1;
          point(x + Math.cos(a) * rad * S * m, y + Math.sin(a) * rad * S * m, k === 1 ? f.accent : f.ink);
        }
      });
      for (const [dx, dy] of [
        [0.25, 0.25],
        [-0.25, 0.25],
      ] as const)
        for (let q = -1; q <= 1; q++) point(x + dx * S + q * dot * 2.7, y + dy * S, f.ink);
    }
  onBoth(f, art.el);
};
/** Resist and mordant: a grid of eight-fold stars in ground, second dye and the white line between. */
const ajrakh: Pattern = (f) => {
  ground(f);
  const r = f.rng;
  const art = sheet(f.w, f.h);
  const c = art.ctx;
  const T = scaleOf(f) * f.u * 4.4;
  const black = darker(mix(f.base, f.accent, 0.3), 0.62);
  const turnKind = r.int(0, 2);
  const star = (n: number, r1: number, r2: number, turn: number) => {
    c.beginPath();
    for (let i = 0; i < n * 2; i++) {
      const a = turn + (i / (n * 2)) * Math.PI * 2;
      const q = i & 1 ? r2 : r1;
      if (i === 0) c.moveTo(Math.cos(a) * q, Math.sin(a) * q);
      else c.lineTo(Math.cos(a) * q, Math.sin(a) * q);
    }
    c.closePath();
  };
  const cell = (x: number, y: number) => {
    c.save();
    c.translate(x + r.bell() * T * 0.006, y + r.bell() * T * 0.006);
    c.lineWidth = T * 0.022;
    c.strokeStyle = css(f.ink);
    c.fillStyle = css(f.accent);
    c.fillRect(-T / 2, -T / 2, T, T);
    c.fillStyle = css(f.base);
    star(8, T * 0.52, T * 0.4, turnKind === 1 ? 0.39 : 0);
    c.fill();
    c.stroke();
    c.fillStyle = css(black);
    c.beginPath();
    c.arc(0, 0, T * 0.34, 0, 7);
    c.fill();
    c.stroke();
    c.fillStyle = css(f.accent);
    star(8, T * 0.31, T * (turnKind === 2 ? 0.14 : 0.2), 0.39);
    c.fill();
    c.lineWidth = T * 0.016;
    c.stroke();
    c.fillStyle = css(f.base);
    c.beginPath();
    c.arc(0, 0, T * 0.12, 0, 7);
    c.fill();
    c.stroke();
    c.fillStyle = css(f.ink);
    c.beginPath();
    c.arc(0, 0, T * 0.045, 0, 7);
    for (let i = 0; i < 16; i++) {
      const a = (i / 16) * 6.283;
      const q = T * 0.375;
      c.moveTo(Math.cos(a) * q, Math.sin(a) * q);
      c.arc(Math.cos(a) * q, Math.sin(a) * q, T * 0.014, 0, 7);
    }
    c.fill();
    for (const [sx, sy] of [
      [1, 1],
      [1, -1],
      [-1, 1],
      [-1, -1],
    ] as const) {
      c.fillStyle = css(black);
      c.beginPath();
      c.arc(sx * T * 0.5, sy * T * 0.5, T * 0.13, 0, 7);
      c.fill();
      c.stroke();
      c.fillStyle = css(f.ink);
      c.beginPath();
      c.arc(sx * T * 0.5, sy * T * 0.5, T * 0.05, 0, 7);
      c.fill();
    }
    c.restore();
  };
  for (let y = 0; y < f.h + T; y += T) for (let x = 0; x < f.w + T; x += T) cell(x, y);
  mottle(c, f.w, f.h, f.u, `aj/${r.next()}`, 0.3);
  onBoth(f, art.el);
};
/** Rolled on the slant and bound: slanting, wavering stripes. */
const leheriya: Pattern = (f) => {
  ground(f);
  const r = f.rng;
  const s = scaleOf(f) * f.u;
  const art = sheet(f.w, f.h);
  const c = art.ctx;
  const zig = r.chance(0.45);
  const tile = noiseTile('lehar', 12, 2);
  const period = s * 2.2;
  const span = f.w + f.h;
  const lines: [number, number, Rgb][] = [
    [0, 0.34, f.ink],
    [0.48, 0.1, f.ink],
    [0.72, 0.16, f.accent],
  ];
  for (let k = -span / period; k < span / period; k++)
    for (const [at, wide, col] of lines) {
      c.strokeStyle = css(col, 0.93);
      for (let pass = 0; pass < 2; pass++) {
        c.globalAlpha = pass ? 1 : 0.4;
        c.lineWidth = period * wide * (pass ? 0.8 : 1.15);
        c.lineJoin = 'round';
        c.beginPath();
        for (let x = -20; x <= f.w + 20; x += 5) {
          const zx = zig ? Math.abs(((x / (s * 7)) % 2) - 1) * s * 7 : x;
          const y =
            (k + at) * period +
            zx * 0.85 -
            (zig ? 0 : f.w * 0.3) +
            readNoise(tile, x * 0.32 * (20 / f.u) ** 0.3, k * 31 + at * 7) * s * 0.35;
          if (x === -20) c.moveTo(x, y);
          else c.lineTo(x, y);
        }
        c.stroke();
      }
    }
  c.globalAlpha = 1;
  mottle(c, f.w, f.h, f.u, `le/${r.next()}`, 0.2);
  onBoth(f, art.el);
};
/** Drawn with a pen: vines that branch, big filled flowers, an outline round everything. */
const kalamkari: Pattern = (f) => {
  ground(f);
  const r = f.rng;
  const art = sheet(f.w, f.h);
  const c = art.ctx;
  const s = scaleOf(f) * f.u;
  const dark = luma(f.base) > luma(f.ink) ? f.ink : darker(f.base, 0.55);
  const tint = f.accent;
  const flower = (x: number, y: number, k: number) => {
    const n = r.int(7, 10);
    const turn = r.range(0, 6);
    const ring = (rad: number, wide: number, col: Rgb, count: number, t: number) => {
      c.fillStyle = css(col);
      c.strokeStyle = css(dark);
      c.lineWidth = Math.max(0.8, s * 0.06);
      for (let i = 0; i < count; i++) {
        c.beginPath();
        petal(c, x, y, rad, wide, t + (i / count) * 6.283);
        c.fill();
        c.stroke();
      }
    };
    ring(s * 1.7 * k, s * 0.62 * k, tint, n, turn);
    ring(s * 1.15 * k, s * 0.42 * k, mix(f.ink, tint, 0.35), n, turn + 0.35);
    c.fillStyle = css(f.base);
    c.beginPath();
    c.arc(x, y, s * 0.42 * k, 0, 7);
    c.fill();
    c.stroke();
    c.lineWidth = Math.max(0.5, s * 0.035);
    for (let i = -2; i <= 2; i++) {
      c.beginPath();
      c.moveTo(x + i * s * 0.14 * k, y - s * 0.35 * k);
      c.lineTo(x + i * s * 0.14 * k, y + s * 0.35 * k);
      c.stroke();
    }
  };
  const leafAt = (x: number, y: number, a: number, k: number) => {
    c.fillStyle = css(mix(f.ink, f.base, 0.25));
    c.strokeStyle = css(dark);
    c.lineWidth = Math.max(0.7, s * 0.045);
    c.beginPath();
    petal(c, x, y, s * 1.25 * k, s * 0.3 * k, a);
    c.fill();
    c.stroke();
    c.beginPath();
    c.moveTo(x, y);
    c.lineTo(x + Math.cos(a) * s * 1.1 * k, y + Math.sin(a) * s * 1.1 * k);
    c.strokeStyle = css(f.base);
    c.stroke();
  };
  const P = s * 6.4;
  for (let col = -1; col * P < f.w + P; col++) {
    const x0 = (col + 0.5) * P;
    const phase = r.range(0, 6);
    const at = (y: number): number => x0 + Math.sin(y / (P * 0.32) + phase) * P * 0.27;
    c.strokeStyle = css(dark);
    c.lineWidth = s * 0.17;
    c.beginPath();
    for (let y = -P; y < f.h + P; y += 4) c.lineTo(at(y), y);
    c.stroke();
    for (let y = -P * 0.5; y < f.h + P; y += s * 1.25) {
      const side = r.chance(0.5) ? 0.5 : Math.PI - 0.5;
      leafAt(at(y), y, side + r.bell() * 0.5 - 0.4, r.range(0.7, 1.1));
    }
    for (let i = -1; i * P * 1.0 < f.h + P; i++) {
      const y = i * P * 1.0 + (col & 1 ? P * 0.5 : 0);
      flower(at(y), y, r.range(0.85, 1.1));
      flower(at(y + P * 0.5) + (i & 1 ? 1 : -1) * P * 0.32, y + P * 0.5, 0.48);
    }
  }
  mottle(c, f.w, f.h, f.u, `ka/${r.next()}`, 0.22);
  onBoth(f, art.el);
};
/** Resist by stitching and folding: soft-edged rings and grids, the dye creeping in. */
const shibori: Pattern = (f) => {
  ground(f);
  const r = f.rng;
  const s = scaleOf(f) * f.u * 3.1;
  const art = sheet(f.w, f.h);
  const c = art.ctx;
  const kind = r.int(0, 2);
  const tile = noiseTile('shibori', 20, 3);
  const ring = (x: number, y: number, rad: number) => {
    for (let k = 0; k < 4; k++) {
      const q = rad * (1 - k * 0.24);
      c.strokeStyle = css(k & 1 ? f.accent : f.ink, 0.85 - k * 0.12);
      c.lineWidth = rad * 0.1;
      c.beginPath();
      for (let i = 0; i <= 40; i++) {
        const a = (i / 40) * 6.283;
        const d = q * (1 + readNoise(tile, (x + Math.cos(a) * 60) * 1.7, (y + Math.sin(a) * 60) * 1.7 + k * 40) * 0.2);
        c.lineTo(x + Math.cos(a) * d, y + Math.sin(a) * d);
      }
      c.closePath();
      c.stroke();
    }
    c.strokeStyle = css(f.ink, 0.5);
    c.lineWidth = rad * 0.035;
    for (let i = 0; i < 22; i++) {
      const a = r.range(0, 6.283);
      const d0 = rad * r.range(0.15, 0.6);
      c.beginPath();
      c.moveTo(x + Math.cos(a) * d0, y + Math.sin(a) * d0);
      c.lineTo(x + Math.cos(a + 0.05) * d0 * 1.7, y + Math.sin(a + 0.05) * d0 * 1.7);
      c.stroke();
    }
  };
  if (kind < 2) {
    for (let j = -1; j * s * 0.9 < f.h + s; j++)
      for (let i = -1; i * s < f.w + s; i++)
        ring(
          (i + (j & 1 ? 0.5 : 0)) * s + r.bell() * s * 0.06,
          j * s * 0.9 + r.bell() * s * 0.06,
          s * (kind ? 0.4 : 0.33) * r.range(0.85, 1.1),
        );
  } else {
    for (let k = -f.h; k < f.w + f.h; k += s * 0.55)
      for (const dir of [1, -1]) {
        c.strokeStyle = css(f.ink, 0.75);
        c.lineWidth = s * 0.09;
        c.beginPath();
        for (let y = -10; y < f.h + 10; y += 6) {
          const n = readNoise(tile, k * 0.7 + y * 0.3, y * 0.5 + dir * 50);
          c.lineTo(dir > 0 ? k + y + n * s * 0.12 : k + f.h - y + n * s * 0.12, y);
        }
        c.stroke();
      }
  }
  const soft = sheet(f.w, f.h);
  soft.ctx.filter = `blur(${Math.max(1, f.u * 0.13)}px)`;
  soft.ctx.drawImage(art.el, 0, 0);
  soft.ctx.filter = 'none';
  soft.ctx.globalAlpha = 0.45;
  soft.ctx.drawImage(art.el, 0, 0);
  mottle(soft.ctx, f.w, f.h, f.u, `sh/${r.next()}`, 0.7);
  onBoth(f, soft.el);
};

/** One embroidered sprig: stitches laid side by side. */
function satinStitch(c: Ctx, x: number, y: number, len: number, wide: number, a: number, w: number): void {
  const n = Math.max(3, Math.round(len / (w * 0.9)));
  c.save();
  c.translate(x, y);
  c.rotate(a);
  c.lineWidth = w;
  c.lineCap = 'round';
  c.beginPath();
  for (let i = 0; i <= n; i++) {
    const t = i / n;
    const h = Math.sin(Math.PI * Math.min(1, t * 1.05)) * wide;
    c.moveTo(t * len, -h);
    c.lineTo(t * len + w * 0.5, h);
  }
  c.stroke();
  c.restore();
}
export function sprig(c: Ctx, x: number, y: number, r: number, kind: number, w: number, a = 0): void {
  c.save();
  c.translate(x, y);
  c.rotate(a);
  c.lineWidth = w;
  c.lineCap = 'round';
  c.setLineDash([w * 2.4, w * 1.1]);
  c.beginPath();
  c.moveTo(0, r);
  c.quadraticCurveTo(r * 0.2, r * 0.3, 0, -r * 0.2);
  c.stroke();
  c.setLineDash([]);
  if (kind === 0) {
    for (let i = 0; i < 6; i++)
      satinStitch(
        c,
        Math.cos(i * 1.047) * r * 0.12,
        -r * 0.4 + Math.sin(i * 1.047) * r * 0.12,
        r * 0.42,
        r * 0.13,
        i * 1.047,
        w,
      );
  } else if (kind === 1) {
    for (let i = 0; i < 3; i++) satinStitch(c, 0, -r * 0.1, r * 0.7, r * 0.14, -Math.PI / 2 + (i - 1) * 0.6, w);
  } else {
    c.setLineDash([w * 2, w]);
    c.beginPath();
    c.arc(0, -r * 0.45, r * 0.4, 0, 7);
    c.moveTo(r * 0.2, -r * 0.45);
    c.arc(0, -r * 0.45, r * 0.2, 0, 7);
    c.stroke();
    c.setLineDash([]);
  }
  satinStitch(c, r * 0.06, r * 0.5, r * 0.5, r * 0.11, -0.5, w);
  satinStitch(c, r * 0.06, r * 0.65, r * 0.5, r * 0.11, Math.PI + 0.5, w);
  c.restore();
}
/** White shadow-work: raised sprigs and vines in a thread close to the cloth. */
const chikankari: Pattern = (f) => {
  ground(f, lighter(f.base, 0.1));
  f.used.raised = true;
  const r = f.rng;
  const c = f.raised;
  const near = luma(f.ink) - luma(f.base);
  const thread = Math.abs(near) < 0.06 ? lighter(f.ink, 0.5) : f.ink;
  c.strokeStyle = css(thread);
  c.fillStyle = css(thread);
  const s = scaleOf(f) * f.u * 1.5;
  const w = Math.max(1, f.u * 0.1);
  const P = s * 3.1;
  for (let j = -1; j * P < f.h + P; j++)
    for (let i = -1; i * P < f.w + P; i++) {
      const x = (i + (j & 1 ? 0.5 : 0)) * P + r.bell() * s * 0.08;
      const y = j * P + r.bell() * s * 0.08;
      sprig(c, x, y, s * 0.85, (i + j * 3 + 90) % 3, w, r.bell() * 0.1 + ((i + j) & 1 ? 0.25 : -0.25));
      for (let q = 0; q < 3; q++) {
        c.beginPath();
        c.arc(x + P * 0.5 + (q - 1) * s * 0.28, y + Math.abs(q - 1) * s * 0.22, w * 1.1, 0, 7);
        c.fill();
      }
    }
};
/** Running stitch in rows, close enough to pucker the cloth; the figure is a change of thread. */
const kantha: Pattern = (f) => {
  ground(f);
  f.used.raised = true;
  const r = f.rng;
  const c = f.raised;
  const s = scaleOf(f);
  const gap = Math.max(0.34 * s * f.u, 2.6);
  const dash = gap * 1.5;
  const P = 8.5 * s * f.u;
  const kind = r.int(0, 2);
  for (let y = gap / 2; y < f.h; y += gap) {
    let x = -r.range(0, dash * 2);
    while (x < f.w) {
      const len = dash * r.range(0.8, 1.2);
      const px = (((x % P) + P) % P) - P / 2;
      const py = ((y + (Math.floor(x / P) & 1 ? P / 2 : 0)) % P) - P / 2;
      const d =
        kind === 0
          ? Math.abs(px) + Math.abs(py)
          : kind === 1
            ? Math.hypot(px, py)
            : Math.abs(Math.abs(px) - Math.abs(py));
      const band = d / P;
      const figure = kind === 2 ? band < 0.06 : band < 0.12 || (band > 0.22 && band < 0.3);
      c.strokeStyle = css(figure ? f.accent : f.ink, 0.95);
      c.lineWidth = Math.max(1, f.u * (figure ? 0.14 : 0.09));
      c.beginPath();
      const jit = r.bell() * gap * 0.1;
      c.moveTo(x, y + jit);
      c.lineTo(x + len, y + jit + r.bell() * gap * 0.08);
      c.stroke();
      x += len + dash * r.range(0.45, 0.7);
    }
  }
};
/** Zari woven in: the figure catches light of its own. */
const brocade: Pattern = (f) => {
  ground(f, darker(f.base, 0.12));
  f.used.raised = true;
  const r = f.rng;
  const motif = motifOf(f, 'buti');
  const size = scaleOf(f) * f.u * 1.2;
  const jaal = motif === 'jaal' || motif === 'vine';
  const stepX = jaal ? size * 1.9 : size * r.range(2.5, 3.2);
  const stepY = jaal ? size * 2.02 : size * r.range(2.4, 3.1);
  const mark: Block = { ctx: f.raised, ink: f.ink, accent: f.accent, base: darker(f.base, 0.1), off: [0, 0], rng: r };
  for (let j = -1; j * stepY < f.h + stepY; j++)
    for (let i = -1; i * stepX < f.w + stepX; i++) {
      const y = j * stepY + (i & 1 ? stepY / 2 : 0);
      stamp(mark, motif, i * stepX, y, size, 0, !jaal && (i & 1) === 1);
      if (!jaal) stamp(mark, 'geometric', i * stepX, y + stepY / 2, size * 0.14);
    }
  zariLines(f.raised, f.w, f.h, f.u);
};
/** Cuts a layer into fine weft lines, as metal thread shows. */
export function zariLines(c: Ctx, w: number, h: number, u: number): void {
  const step = Math.max(2, u * 0.1);
  c.save();
  c.globalCompositeOperation = 'source-atop';
  c.fillStyle = 'rgba(40,22,0,0.24)';
  for (let y = 0; y < h; y += step) c.fillRect(0, y, w, step * 0.4);
  c.fillStyle = 'rgba(255,250,225,0.3)';
  for (let y = step * 0.55; y < h; y += step * 2) c.fillRect(0, y, w, step * 0.3);
  c.restore();
}
/** Figures laid in by hand between the wefts: stepped edges, thin cloth showing through. */
const jamdani: Pattern = (f) => {
  ground(f, lighter(f.base, 0.08));
  const r = f.rng;
  const motif = motifOf(f, 'buti');
  const size = scaleOf(f) * f.u * 1.35;
  const px = Math.max(2, f.u * 0.13);
  const small = sheet(Math.ceil(f.w / px), Math.ceil(f.h / px));
  small.ctx.scale(1 / px, 1 / px);
  const mark: Block = { ctx: small.ctx, ink: f.ink, accent: f.accent, base: f.base, off: [0, 0], rng: r };
  const stepX = size * r.range(2.4, 2.9);
  const stepY = size * r.range(2.3, 2.8);
  for (let j = -1; j * stepY < f.h + stepY; j++)
    for (let i = -1; i * stepX < f.w + stepX; i++)
      stamp(
        mark,
        motif,
        i * stepX,
        j * stepY + (i & 1 ? stepY / 2 : 0),
        size,
        motif === 'leaf' ? 0.5 : 0,
        (i & 1) === 1,
      );
  const art = sheet(f.w, f.h);
  art.ctx.imageSmoothingEnabled = false;
  art.ctx.drawImage(small.el, 0, 0, small.el.width * px, small.el.height * px);
  art.ctx.globalCompositeOperation = 'destination-out';
  art.ctx.fillStyle = 'rgba(0,0,0,0.4)';
  for (let y = 0; y < f.h; y += px * 2) art.ctx.fillRect(0, y, f.w, px * 0.7);
  onBoth(f, art.el);
};

export const PATTERNS: Record<string, Pattern> = {
  solid,
  stripe,
  pinstripe,
  check,
  gingham,
  madras,
  windowpane,
  ikat,
  'block-print': blockPrint,
  bandhani,
  ajrakh,
  leheriya,
  kalamkari,
  chikankari,
  kantha,
  brocade,
  polka,
  floral,
  jamdani,
  shibori,
  'kids-motif': kidsMotif,
};
