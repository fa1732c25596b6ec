// Cloth: dye and weave put together into one sheet that garments are cut from.
import {
  type Cloth,
  type Colour,
  type Ctx,
  css,
  darker,
  lighter,
  luma,
  mix,
  noiseTile,
  type Rgb,
  Rng,
  rgb,
  sheet,
} from './core.ts';
import { stamp } from './motifs.ts';
import { type Flat, mottle, PATTERNS, zariLines } from './patterns.ts';
import { weaveTile } from './weave.ts';

export type Bolt = {
  el: HTMLCanvasElement;
  w: number;
  h: number;
  u: number;
  base: Rgb;
  ink: Rgb;
  accent: Rgb;
  weave: string;
  cloth: Cloth;
  /** 0…1: how much light slides over it. */
  sheen: number;
  /** 0…1: how readily it creases. */
  crumple: number;
  sheer: boolean;
  seed: string;
};
const SHEEN: Record<string, number> = { silk: 0.6, satin: 0.9, jacquard: 0.5, organza: 0.5 };
const CRUMPLE: Record<string, number> = {
  linen: 1,
  khadi: 0.8,
  slub: 0.7,
  muslin: 0.8,
  plain: 0.6,
  twill: 0.45,
  denim: 0.5,
  silk: 0.4,
  satin: 0.35,
  jersey: 0.35,
  wool: 0.3,
  terry: 0.2,
  corduroy: 0.3,
  jacquard: 0.3,
  organza: 0.5,
};
let dye: HTMLCanvasElement | undefined;
function dyeTile(): HTMLCanvasElement {
  if (dye) return dye;
  const s = sheet(256, 256);
  const img = s.ctx.createImageData(256, 256);
  const a = noiseTile('dye', 4, 4);
  for (let i = 0; i < 65536; i++) {
    const v = 128 + (a[i] as number) * 150;
    img.data[i * 4] = v;
    img.data[i * 4 + 1] = v;
    img.data[i * 4 + 2] = v;
    img.data[i * 4 + 3] = 255;
  }
  s.ctx.putImageData(img, 0, 0);
  dye = s.el;
  return dye;
}

/** Weaves a length of cloth: w×h pixels at u pixels to the centimetre, threads `pitch` pixels apart. */
export function weaveBolt(
  cloth: Cloth,
  colour: Colour,
  o: { w: number; h: number; u: number; pitch: number; strength: number; seed: string },
): Bolt {
  const { w, h, u } = o;
  const rng = new Rng(`${o.seed}/pattern`);
  const base = rgb(colour.base);
  const warp = sheet(w, h);
  const weft = sheet(w, h);
  const raised = sheet(w, h);
  const f: Flat = {
    warp: warp.ctx,
    weft: weft.ctx,
    raised: raised.ctx,
    used: { raised: false },
    w,
    h,
    u,
    base,
    ink: rgb(colour.ink),
    accent: rgb(colour.accent),
    cloth,
    rng,
  };
  (PATTERNS[cloth.pattern] ?? (PATTERNS.solid as (f: Flat) => void))(f);
  const tile = weaveTile(cloth.weave, o.pitch);
  // Weft over warp where the weave says so.
  weft.ctx.globalCompositeOperation = 'destination-in';
  weft.ctx.fillStyle = weft.ctx.createPattern(tile.weft, 'repeat') as CanvasPattern;
  weft.ctx.fillRect(0, 0, w, h);
  const c = warp.ctx;
  c.drawImage(weft.el, 0, 0);
  if (f.used.raised) {
    c.save();
    c.shadowColor = 'rgba(20,10,0,0.5)';
    c.shadowBlur = Math.max(1, u * 0.07);
    c.shadowOffsetX = Math.max(0.5, u * 0.03);
    c.shadowOffsetY = Math.max(0.6, u * 0.045);
    c.drawImage(raised.el, 0, 0);
    c.restore();
  }
  c.globalCompositeOperation = 'hard-light';
  c.globalAlpha = o.strength * (luma(base) < 0.2 ? 0.75 : 1);
  c.fillStyle = c.createPattern(tile.light, 'repeat') as CanvasPattern;
  c.fillRect(0, 0, w, h);
  // Dye that took a little unevenly, on a scale of hands.
  c.globalCompositeOperation = 'soft-light';
  c.globalAlpha = cloth.weave === 'khadi' || cloth.weave === 'linen' || cloth.pattern === 'shibori' ? 0.3 : 0.2;
  // On pale cloth the same unevenness would look like dirt.
  if (luma(base) > 0.7) c.globalAlpha *= 0.45;
  const dyed = c.createPattern(dyeTile(), 'repeat') as CanvasPattern;
  const k = Math.max(2.2, u / 6);
  dyed.setTransform(new DOMMatrix([k, 0, 0, k, rng.range(0, 500), rng.range(0, 500)]));
  c.fillStyle = dyed;
  c.fillRect(0, 0, w, h);
  c.globalCompositeOperation = 'source-over';
  c.globalAlpha = 1;
  return {
    el: warp.el,
    w,
    h,
    u,
    base,
    ink: f.ink,
    accent: f.accent,
    weave: cloth.weave,
    cloth,
    sheen: SHEEN[cloth.weave] ?? 0,
    crumple: CRUMPLE[cloth.weave] ?? 0.5,
    sheer: cloth.weave === 'organza' || cloth.weave === 'muslin',
    seed: o.seed,
  };
}

/** The same weave in one colour: facings, waistbands, second pieces of a set. */
export function plainBolt(from: Bolt, colour: Rgb, pitch: number, strength: number): Bolt {
  const hex = `#${colour.map((v) => Math.round(v).toString(16).padStart(2, '0')).join('')}`;
  return weaveBolt(
    { ...from.cloth, pattern: 'solid', border: 'none' },
    { name: '', base: hex, ink: hex, accent: hex },
    { w: from.w, h: from.h, u: from.u, pitch, strength, seed: `${from.seed}/plain` },
  );
}

/** A border as woven or printed along an edge: length × height pixels, its outer edge at the bottom. */
export function borderStrip(b: Bolt, length: number, height: number, seed: string): HTMLCanvasElement | undefined {
  const kind = b.cloth.border;
  if (kind === 'none' || !kind) return undefined;
  const s = sheet(length, height);
  const c = s.ctx;
  const r = new Rng(`${seed}/border`);
  const H = height;
  const gold: Rgb = luma(b.accent) > 0.35 && b.accent[0] > b.accent[2] ? b.accent : [203, 160, 76];
  const row = (motif: string, y: number, rad: number, step: number, ink: Rgb, accent: Rgb, base: Rgb, turn = 0) => {
    for (let x = step / 2; x < length; x += step)
      stamp({ ctx: c, ink, accent, base, off: [0.04, 0.03], rng: r }, motif, x, y, rad, turn);
  };
  const rule = (y: number, t: number, col: Rgb) => {
    c.fillStyle = css(col);
    c.fillRect(0, y, length, Math.max(1, t));
  };
  if (kind === 'lace') {
    const cream: Rgb = luma(b.base) > 0.75 ? [255, 253, 247] : [246, 240, 226];
    c.fillStyle = css(cream);
    const step = H * 0.8;
    c.fillRect(0, 0, length, H * 0.45);
    for (let x = step / 2; x < length + step; x += step) {
      c.beginPath();
      c.arc(x, H * 0.45, step * 0.52, 0, 7);
      c.fill();
    }
    c.globalCompositeOperation = 'destination-out';
    for (let x = step / 2; x < length + step; x += step) {
      c.beginPath();
      for (let i = 0; i < 5; i++) {
        const a = Math.PI * (0.1 + i * 0.2);
        c.moveTo(x + Math.cos(a) * step * 0.34, H * 0.45 + Math.sin(a) * step * 0.34);
        c.arc(x + Math.cos(a) * step * 0.34, H * 0.45 + Math.sin(a) * step * 0.34, step * 0.07, 0, 7);
      }
      c.moveTo(x, H * 0.4);
      c.arc(x, H * 0.4, step * 0.12, 0, 7);
      c.moveTo(x + step / 2, H * 0.2);
      c.arc(x + step / 2, H * 0.2, step * 0.08, 0, 7);
      c.fill();
    }
    return s.el;
  }
  if (kind === 'stripe') {
    rule(H * 0.08, H * 0.1, b.accent);
    rule(H * 0.28, H * 0.3, b.ink);
    rule(H * 0.66, H * 0.1, b.accent);
    rule(H * 0.84, H * 0.05, b.ink);
    return s.el;
  }
  if (kind === 'zari' || kind === 'temple') {
    const dark = kind === 'temple' ? b.accent : darker(b.base, 0.25);
    const metal = kind === 'temple' ? (luma(b.accent) > 0.4 ? b.accent : gold) : gold;
    c.fillStyle = css(kind === 'temple' ? mix(darker(b.base, 0.35), metal, 0.06) : dark);
    c.fillRect(0, H * 0.22, length, H * 0.78);
    const step = H * 0.3;
    c.fillStyle = css(kind === 'temple' ? mix(darker(b.base, 0.35), metal, 0.06) : metal);
    if (kind === 'temple') {
      for (let x = 0; x < length + step; x += step) {
        c.beginPath();
        c.moveTo(x - step / 2, H * 0.24);
        c.lineTo(x - step * 0.16, H * 0.14);
        c.lineTo(x, 0);
        c.lineTo(x + step * 0.16, H * 0.14);
        c.lineTo(x + step / 2, H * 0.24);
        c.fill();
      }
    }
    rule(H * 0.24, H * 0.05, metal);
    rule(H * 0.33, H * 0.02, metal);
    row(
      r.pick(['mango', 'lotus', 'marigold', 'peacock', 'paisley', 'geometric']),
      H * 0.57,
      H * 0.17,
      H * 0.46,
      metal,
      lighter(metal, 0.3),
      darker(b.base, 0.3),
    );
    rule(H * 0.79, H * 0.02, metal);
    rule(H * 0.83, H * 0.15, metal);
    zariLines(c, length, H, H / 5);
    return s.el;
  }
  // contrast: a second block along the edge
  const ground2 = b.accent;
  const far =
    Math.abs(luma(ground2) - luma(b.ink)) > 0.15
      ? b.ink
      : luma(ground2) > 0.5
        ? darker(b.base, 0.4)
        : lighter(b.base, 0.7);
  c.fillStyle = css(ground2);
  c.fillRect(0, H * 0.05, length, H * 0.95);
  if (['solid', 'stripe', 'check', 'gingham', 'kantha'].includes(b.cloth.pattern)) {
    rule(H * 0.16, H * 0.06, far);
    rule(H * 0.84, H * 0.06, far);
    return s.el;
  }
  rule(H * 0.1, H * 0.035, far);
  rule(H * 0.88, H * 0.035, far);
  row(
    r.pick(['marigold', 'buti', 'geometric', 'lotus', 'leaf', 'tulip']),
    H * 0.5,
    H * 0.27,
    H * 0.72,
    far,
    b.base,
    ground2,
  );
  for (let x = H * 0.36; x < length; x += H * 0.72) {
    c.fillStyle = css(far);
    c.beginPath();
    c.arc(x + H * 0.36, H * 0.5, H * 0.05, 0, 7);
    c.fill();
  }
  mottle(c, length, H, 20, seed, 0.15);
  return s.el;
}

/** Fills a region with the bolt, its grain turned by `grain`, its own origin laid at (x, y) pixels. */
export function boltFill(ctx: Ctx, b: Bolt, x: number, y: number, grain: number): CanvasPattern {
  const p = ctx.createPattern(b.el, 'repeat') as CanvasPattern;
  p.setTransform(
    new DOMMatrix()
      .translateSelf(x, y)
      .rotateSelf((grain * 180) / Math.PI)
      .translateSelf(-b.w / 2, -b.h / 2),
  );
  return p;
}
