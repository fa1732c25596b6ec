// Seeded chance, noise, colour and outlines: what every other drawing module stands on.
// Nothing here may read the clock or Math.random: the same seed must give the same bytes.

/** A point in centimetres or pixels, as the caller says. */
export type Pt = [number, number];

/** A small seeded generator (mulberry32 over an xmur3 hash of the seed text). */
export class Rng {
  #state: number;
  constructor(seed: string) {
    let h = 1779033703 ^ seed.length;
    for (let i = 0; i < seed.length; i++) {
      h = Math.imul(h ^ seed.charCodeAt(i), 3432918353);
      h = (h << 13) | (h >>> 19);
    }
    h = Math.imul(h ^ (h >>> 16), 2246822507);
    h = Math.imul(h ^ (h >>> 13), 3266489909);
    this.#state = (h ^ (h >>> 16)) >>> 0;
  }
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  }
  range(a: number, b: number): number {
    return a + (b - a) * this.next();
  }
  int(a: number, b: number): number {
    return Math.floor(this.range(a, b + 1));
  }
  /** Around zero, bell-shaped, about ±1. */
  bell(): number {
    return (this.next() + this.next() + this.next()) / 1.5 - 1;
  }
  chance(p: number): boolean {
    return this.next() < p;
  }
  pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.next() * list.length)] as T;
  }
}

const SIZE = 256;
function lattice(seed: string, cells: number): Float32Array {
  const rng = new Rng(seed);
  const grid = new Float32Array(cells * cells);
  for (let i = 0; i < grid.length; i++) grid[i] = rng.next() * 2 - 1;
  const out = new Float32Array(SIZE * SIZE);
  for (let y = 0; y < SIZE; y++) {
    const gy = (y / SIZE) * cells;
    const y0 = Math.floor(gy);
    let fy = gy - y0;
    fy = fy * fy * (3 - 2 * fy);
    for (let x = 0; x < SIZE; x++) {
      const gx = (x / SIZE) * cells;
      const x0 = Math.floor(gx);
      let fx = gx - x0;
      fx = fx * fx * (3 - 2 * fx);
      const at = (i: number, j: number) => grid[(j % cells) * cells + (i % cells)] as number;
      const a = at(x0, y0) + (at(x0 + 1, y0) - at(x0, y0)) * fx;
      const b = at(x0, y0 + 1) + (at(x0 + 1, y0 + 1) - at(x0, y0 + 1)) * fx;
      out[y * SIZE + x] = a + (b - a) * fy;
    }
  }
  return out;
}
const tiles = new Map<string, Float32Array>();
/** A periodic 256×256 sum of octaves, roughly −1…1. */
export function noiseTile(seed: string, cells: number, octaves = 3): Float32Array {
  const key = `${seed}/${cells}/${octaves}`;
  const known = tiles.get(key);
  if (known) return known;
  const out = new Float32Array(SIZE * SIZE);
  let gain = 1;
  let total = 0;
  for (let o = 0; o < octaves; o++) {
    const layer = lattice(`${key}/${o}`, Math.min(cells << o, 128));
    for (let i = 0; i < out.length; i++) out[i] = (out[i] as number) + (layer[i] as number) * gain;
    total += gain;
    gain *= 0.5;
  }
  for (let i = 0; i < out.length; i++) out[i] = (out[i] as number) / total;
  tiles.set(key, out);
  return out;
}
/** Bilinear, wrapping read of a noise tile at a place in tile pixels. */
export function readNoise(tile: Float32Array, x: number, y: number): number {
  const xf = x - Math.floor(x / SIZE) * SIZE;
  const yf = y - Math.floor(y / SIZE) * SIZE;
  const x0 = Math.floor(xf);
  const y0 = Math.floor(yf);
  const fx = xf - x0;
  const fy = yf - y0;
  const x1 = (x0 + 1) & 255;
  const y1 = (y0 + 1) & 255;
  const a = tile[(y0 & 255) * SIZE + (x0 & 255)] as number;
  const b = tile[(y0 & 255) * SIZE + x1] as number;
  const c = tile[y1 * SIZE + (x0 & 255)] as number;
  const d = tile[y1 * SIZE + x1] as number;
  return a + (b - a) * fx + (c + (d - c) * fx - a - (b - a) * fx) * fy;
}

export type Ctx = CanvasRenderingContext2D;
/** A fresh CPU canvas. */
export function sheet(w: number, h: number): { el: HTMLCanvasElement; ctx: Ctx } {
  const el = document.createElement('canvas');
  el.width = Math.max(1, Math.round(w));
  el.height = Math.max(1, Math.round(h));
  const ctx = el.getContext('2d', { willReadFrequently: true });
  if (!ctx) throw new Error('no canvas');
  return { el, ctx };
}

export type Rgb = [number, number, number];
export function rgb(hex: string): Rgb {
  const m = /^#?([0-9a-f]{6})$/i.exec(hex.trim());
  if (!m) return [150, 140, 125];
  const n = Number.parseInt(m[1] as string, 16);
  return [n >> 16, (n >> 8) & 255, n & 255];
}
export function css(c: Rgb, alpha = 1): string {
  return `rgba(${Math.round(c[0])},${Math.round(c[1])},${Math.round(c[2])},${alpha})`;
}
export function mix(a: Rgb, b: Rgb, t: number): Rgb {
  return [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, a[2] + (b[2] - a[2]) * t];
}
export const WHITE: Rgb = [255, 252, 244];
export const BLACK: Rgb = [28, 22, 18];
export function lighter(c: Rgb, t: number): Rgb {
  return mix(c, WHITE, t);
}
export function darker(c: Rgb, t: number): Rgb {
  return mix(c, BLACK, t);
}
export function luma(c: Rgb): number {
  return (0.3 * c[0] + 0.59 * c[1] + 0.11 * c[2]) / 255;
}
/** A thread a shade off the cloth: lighter on dark, darker on light. */
export function threadOn(c: Rgb): Rgb {
  return luma(c) < 0.45 ? lighter(c, 0.32) : darker(c, 0.3);
}

/** Draws outlines as sampled curves, so that they can be offset, stitched and wobbled. */
export class Pen {
  pts: Pt[];
  constructor(x: number, y: number) {
    this.pts = [[x, y]];
  }
  get at(): Pt {
    return this.pts[this.pts.length - 1] as Pt;
  }
  l(x: number, y: number, n = 8): this {
    const [x0, y0] = this.at;
    for (let i = 1; i <= n; i++) this.pts.push([x0 + ((x - x0) * i) / n, y0 + ((y - y0) * i) / n]);
    return this;
  }
  q(cx: number, cy: number, x: number, y: number, n = 14): this {
    const [x0, y0] = this.at;
    for (let i = 1; i <= n; i++) {
      const t = i / n;
      const s = 1 - t;
      this.pts.push([s * s * x0 + 2 * s * t * cx + t * t * x, s * s * y0 + 2 * s * t * cy + t * t * y]);
    }
    return this;
  }
  c(ax: number, ay: number, bx: number, by: number, x: number, y: number, n = 18): this {
    const [x0, y0] = this.at;
    for (let i = 1; i <= n; i++) {
      const t = i / n;
      const s = 1 - t;
      this.pts.push([
        s * s * s * x0 + 3 * s * s * t * ax + 3 * s * t * t * bx + t * t * t * x,
        s * s * s * y0 + 3 * s * s * t * ay + 3 * s * t * t * by + t * t * t * y,
      ]);
    }
    return this;
  }
}
export function mirror(pts: readonly Pt[]): Pt[] {
  return pts.map(([x, y]): Pt => [-x, y]);
}
export function reversed(pts: readonly Pt[]): Pt[] {
  return [...pts].reverse();
}
export function trace(ctx: Ctx, pts: readonly Pt[], close = true): void {
  ctx.beginPath();
  for (let i = 0; i < pts.length; i++) {
    const p = pts[i] as Pt;
    if (i === 0) ctx.moveTo(p[0], p[1]);
    else ctx.lineTo(p[0], p[1]);
  }
  if (close) ctx.closePath();
}
/** The line moved sideways by d (to the left of its direction of travel when positive). */
export function offset(pts: readonly Pt[], d: number): Pt[] {
  return pts.map((p, i): Pt => {
    const a = pts[Math.max(0, i - 1)] as Pt;
    const b = pts[Math.min(pts.length - 1, i + 1)] as Pt;
    const dx = b[0] - a[0];
    const dy = b[1] - a[1];
    const len = Math.hypot(dx, dy) || 1;
    return [p[0] + (dy / len) * d, p[1] - (dx / len) * d];
  });
}
/** Points at equal steps along a line, with the direction there. */
export function along(pts: readonly Pt[], step: number): { x: number; y: number; a: number }[] {
  const out: { x: number; y: number; a: number }[] = [];
  let left = step / 2;
  for (let i = 1; i < pts.length; i++) {
    const p = pts[i - 1] as Pt;
    const q = pts[i] as Pt;
    const len = Math.hypot(q[0] - p[0], q[1] - p[1]);
    const a = Math.atan2(q[1] - p[1], q[0] - p[0]);
    while (left <= len && len > 0) {
      out.push({ x: p[0] + ((q[0] - p[0]) * left) / len, y: p[1] + ((q[1] - p[1]) * left) / len, a });
      left += step;
    }
    left -= len;
  }
  return out;
}
/** A hand's unsteadiness: the outline pushed in and out by a slow noise. */
export function wobble(pts: readonly Pt[], amount: number, seed: string): Pt[] {
  const tile = noiseTile('wobble', 16, 2);
  const r = new Rng(seed);
  const ox = r.range(0, 256);
  const oy = r.range(0, 256);
  return pts.map(
    ([x, y]): Pt => [
      x + readNoise(tile, ox + x * 0.23, oy + y * 0.23) * amount,
      y + readNoise(tile, oy + x * 0.23 + 90, ox + y * 0.23) * amount,
    ],
  );
}
export function bounds(pts: readonly Pt[]): { x0: number; y0: number; x1: number; y1: number } {
  let x0 = Number.POSITIVE_INFINITY;
  let y0 = x0;
  let x1 = Number.NEGATIVE_INFINITY;
  let y1 = x1;
  for (const [x, y] of pts) {
    x0 = Math.min(x0, x);
    y0 = Math.min(y0, y);
    x1 = Math.max(x1, x);
    y1 = Math.max(y1, y);
  }
  return { x0, y0, x1, y1 };
}

export type Cloth = {
  weave: string;
  pattern: string;
  motif: string;
  scale: 'tiny' | 'small' | 'medium' | 'large';
  border: string;
};
export type Colour = { name: string; base: string; ink: string; accent: string };
export type Brief = {
  slug: string;
  batch: string;
  kind: string;
  sleeve: string;
  neck: string;
  length: string;
  features: string[];
  cloth: Cloth;
  colours: Colour[];
};
