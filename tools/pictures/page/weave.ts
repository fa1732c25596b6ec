// Thread by thread: a weave is a height map of warp and weft yarns, lit from the upper left.
// Two results: the light on the threads (grey 128 is neutral) and where the weft lies on top.
import { noiseTile, Rng, readNoise, sheet } from './core.ts';

export type Weave = {
  light: HTMLCanvasElement;
  weft: HTMLCanvasElement;
  size: number;
};
type Recipe = {
  /** 1 = warp on top */
  over: (i: number, j: number) => boolean;
  uneven: number;
  slub: number;
  relief: number;
  gap: number;
  tone: number;
};
const plain = (i: number, j: number) => ((i + j) & 1) === 0;
const twill = (i: number, j: number) => (((i + j) % 4) + 4) % 4 < 2;
const twill31 = (i: number, j: number) => (((i + j) % 4) + 4) % 4 < 3;
const satin = (i: number, j: number) => (((i * 3 + j) % 8) + 8) % 8 !== 0;
const figured = (i: number, j: number) => {
  const d = Math.abs((((i % 32) + 32) % 32) - 16) + Math.abs((((j % 32) + 32) % 32) - 16);
  return d % 16 < 8 ? satin(i, j) : !satin(j, i);
};
const RECIPES: Record<string, Recipe> = {
  plain: { over: plain, uneven: 0.16, slub: 0, relief: 1, gap: 0.5, tone: 0.05 },
  twill: { over: twill, uneven: 0.14, slub: 0, relief: 1, gap: 0.4, tone: 0.05 },
  slub: { over: plain, uneven: 0.22, slub: 0.75, relief: 1, gap: 0.5, tone: 0.09 },
  khadi: { over: plain, uneven: 0.36, slub: 0.5, relief: 1.1, gap: 0.7, tone: 0.13 },
  linen: { over: plain, uneven: 0.3, slub: 0.55, relief: 1.1, gap: 0.9, tone: 0.12 },
  silk: { over: plain, uneven: 0.1, slub: 0.3, relief: 0.6, gap: 0.15, tone: 0.05 },
  satin: { over: satin, uneven: 0.06, slub: 0, relief: 0.4, gap: 0.05, tone: 0.05 },
  muslin: { over: plain, uneven: 0.3, slub: 0.1, relief: 0.8, gap: 1.1, tone: 0.05 },
  denim: { over: twill31, uneven: 0.26, slub: 0.3, relief: 1.1, gap: 0.4, tone: 0.13 },
  jacquard: { over: figured, uneven: 0.08, slub: 0, relief: 0.7, gap: 0.2, tone: 0.04 },
  wool: { over: twill, uneven: 0.32, slub: 0.2, relief: 0.8, gap: 0.3, tone: 0.1 },
  organza: { over: plain, uneven: 0.08, slub: 0, relief: 0.5, gap: 1.2, tone: 0.03 },
};
const cache = new Map<string, Weave>();

/** The tile of a weave at a thread pitch in pixels. */
export function weaveTile(kind: string, pitch: number): Weave {
  const key = `${kind}/${pitch}`;
  const known = cache.get(key);
  if (known) return known;
  const yarns = Math.max(32, Math.round(512 / pitch / 32) * 32);
  const size = Math.round(yarns * pitch);
  const made =
    kind === 'jersey'
      ? knit(size, pitch)
      : kind === 'corduroy'
        ? wales(size, pitch)
        : kind === 'terry'
          ? loops(size, pitch)
          : woven(RECIPES[kind] ?? (RECIPES.plain as Recipe), size, pitch, yarns, kind);
  cache.set(key, made);
  return made;
}

function woven(r: Recipe, size: number, p: number, yarns: number, seed: string): Weave {
  const rng = new Rng(`weave/${seed}`);
  const slow = noiseTile(`yarn/${seed}`, 24, 2);
  const tones = (n: number) => Float32Array.from({ length: n }, () => rng.bell() * r.tone);
  const warpTone = tones(yarns);
  const weftTone = tones(yarns);
  const slubs = Float32Array.from({ length: yarns }, () => (rng.chance(r.slub * 0.22) ? rng.range(0.25, 0.75) : 0));
  const slubAt = Float32Array.from({ length: yarns }, () => rng.range(0, size));
  const slubLen = Float32Array.from({ length: yarns }, () => rng.range(12, 40) * p);
  const h = new Float32Array(size * size);
  const tone = new Float32Array(size * size);
  const top = new Uint8Array(size * size);
  const k = 256 / size;
  for (let y = 0; y < size; y++) {
    const gy = y / p;
    const j = Math.floor(gy) % yarns;
    const fy = gy - Math.floor(gy) - 0.5;
    for (let x = 0; x < size; x++) {
      const gx = x / p;
      const i = Math.floor(gx) % yarns;
      const fx = gx - Math.floor(gx) - 0.5;
      const o = r.over(i, j) ? 1 : -1;
      // How high each yarn rides here: toward the next crossing it dives or stays.
      const upw = fy > 0 ? (r.over(i, (j + 1) % yarns) ? 1 : -1) : r.over(i, (j + yarns - 1) % yarns) ? 1 : -1;
      const upf = fx > 0 ? (r.over((i + 1) % yarns, j) ? 1 : -1) : r.over((i + yarns - 1) % yarns, j) ? 1 : -1;
      const ew = o + (upw - o) * Math.abs(fy);
      const ef = -(o + (upf - o) * Math.abs(fx));
      const tw = 1 + readNoise(slow, i * 17.3, y * k) * r.uneven;
      let tf = 1 + readNoise(slow, x * k, j * 13.7 + 90) * r.uneven;
      const slub = slubs[j] as number;
      if (slub > 0) {
        let d = Math.abs(x - (slubAt[j] as number));
        d = Math.min(d, size - d) / (slubLen[j] as number);
        if (d < 1) tf += slub * (1 - d * d) * (1 - d * d);
      }
      const cw = 1 - Math.min(1, Math.abs((2 * fx) / tw)) ** 2;
      const cf = 1 - Math.min(1, Math.abs((2 * fy) / tf)) ** 2;
      const hw = ew * 0.5 + cw * 0.9 - (cw < 0.02 ? r.gap : 0);
      const hf = ef * 0.5 + cf * 0.9 + (tf - 1) * 0.8 - (cf < 0.02 ? r.gap : 0);
      const at = y * size + x;
      const warpTop = hw >= hf;
      h[at] = Math.max(hw, hf, -0.6);
      top[at] = warpTop ? 0 : 255;
      tone[at] = warpTop ? (warpTone[i] as number) : (weftTone[j] as number) + (tf > 1.2 ? 0.06 : 0);
    }
  }
  return lit(h, tone, top, size, r.relief);
}

/** Rows of small V loops. */
function knit(size: number, p: number): Weave {
  const h = new Float32Array(size * size);
  const tone = new Float32Array(size * size);
  const top = new Uint8Array(size * size);
  const w = p * 1.6;
  const cols = Math.round(size / w);
  const cw = size / cols;
  const rows = Math.round(size / (p * 1.2));
  const rh = size / rows;
  const slow = noiseTile('knit', 12, 3);
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      const fx = x / cw - Math.floor(x / cw) - 0.5;
      const v = y / rh + Math.abs(fx) * 1.3;
      const fy = v - Math.floor(v) - 0.5;
      const at = y * size + x;
      h[at] = (1 - Math.abs(fx) * 1.2) * 0.5 + Math.cos(fy * Math.PI) * 0.7 - (Math.abs(fx) > 0.44 ? 0.35 : 0);
      tone[at] = readNoise(slow, (x * 256) / size, (y * 256) / size) * 0.06;
    }
  return lit(h, tone, top, size, 0.8);
}
/** Corduroy: rounded ribs along the warp with a brushed surface. */
function wales(size: number, p: number): Weave {
  const h = new Float32Array(size * size);
  const tone = new Float32Array(size * size);
  const top = new Uint8Array(size * size);
  const ribs = Math.max(8, Math.round(size / (p * 3.4)));
  const rw = size / ribs;
  const fuzz = noiseTile('wale', 64, 2);
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      const f = x / rw - Math.floor(x / rw) - 0.5;
      const at = y * size + x;
      const n = readNoise(fuzz, (x * 512) / size, (y * 256) / size);
      h[at] = Math.sqrt(Math.max(0, 1 - (2 * f) ** 2)) * 1.5 + n * 0.5;
      tone[at] = n * 0.08 - (Math.abs(f) > 0.42 ? 0.22 : 0);
    }
  return lit(h, tone, top, size, 0.7);
}
/** Terry: a crowd of loops. */
function loops(size: number, p: number): Weave {
  const h = new Float32Array(size * size);
  const tone = new Float32Array(size * size);
  const top = new Uint8Array(size * size);
  const rng = new Rng('terry');
  const n = Math.round((size / (p * 1.1)) ** 2);
  const r = p * 0.85;
  for (let i = 0; i < n; i++) {
    const cx = rng.range(0, size);
    const cy = rng.range(0, size);
    const t = rng.bell() * 0.08;
    const lift = rng.range(0.6, 1.3);
    for (let dy = -Math.ceil(r); dy <= r; dy++)
      for (let dx = -Math.ceil(r); dx <= r; dx++) {
        const d = Math.hypot(dx, dy) / r;
        if (d > 1) continue;
        const x = (Math.round(cx + dx) + size) % size;
        const y = (Math.round(cy + dy) + size) % size;
        const at = y * size + x;
        const v = lift * Math.sqrt(1 - d * d) + i / n;
        if (v > (h[at] as number)) {
          h[at] = v;
          tone[at] = t;
        }
      }
  }
  return lit(h, tone, top, size, 0.75);
}

function lit(h: Float32Array, tone: Float32Array, top: Uint8Array, size: number, relief: number): Weave {
  const a = sheet(size, size);
  const b = sheet(size, size);
  const la = a.ctx.createImageData(size, size);
  const lb = b.ctx.createImageData(size, size);
  let mean = 0;
  for (const v of h) mean += v;
  mean /= h.length;
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      const at = y * size + x;
      const dx = (h[y * size + ((x + 1) % size)] as number) - (h[y * size + ((x + size - 1) % size)] as number);
      const dy = (h[((y + 1) % size) * size + x] as number) - (h[((y + size - 1) % size) * size + x] as number);
      const v = 128 + relief * (dx * 26 + dy * 34 + ((h[at] as number) - mean) * 34) + (tone[at] as number) * 230;
      const g = Math.max(0, Math.min(255, v));
      la.data[at * 4] = g;
      la.data[at * 4 + 1] = g;
      la.data[at * 4 + 2] = g;
      la.data[at * 4 + 3] = 255;
      lb.data[at * 4 + 3] = top[at] as number;
    }
  a.ctx.putImageData(la, 0, 0);
  b.ctx.putImageData(lb, 0, 0);
  return { light: a.el, weft: b.el, size };
}
