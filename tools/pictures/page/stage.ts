// The cutting table: pieces of cloth cut to an outline, given thickness, creases and light, laid on one another.
// Everything a piece is told is in centimetres of the garment; the stage turns them into pixels.
import { type Bolt, boltFill, borderStrip } from './cloth.ts';
import {
  along,
  bounds,
  type Ctx,
  css,
  darker,
  lighter,
  luma,
  mix,
  noiseTile,
  offset,
  type Pt,
  type Rgb,
  Rng,
  readNoise,
  sheet,
  trace,
  wobble,
} from './core.ts';

/** A ridge (a > 0) or furrow (a < 0) from one point to another. */
export type Fold = {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
  /** half-width, cm */
  w: number;
  /** height, cm */
  a: number;
  /** sideways bow, cm */
  bow?: number;
  /** where it fades out */
  fade?: 'both' | 'start' | 'end' | 'none';
  /** half-width at the far end */
  w1?: number;
};
export type Piece = {
  shape: Pt[];
  bolt: Bolt;
  grain?: number;
  /** where the cloth's middle lies, cm; pieces cut from elsewhere get another place */
  from?: Pt;
  folds?: Fold[];
  /** roundness of the edge, cm */
  edge?: number;
  crumple?: number;
  /** 0…1: in shade, as the inside of a garment is */
  dark?: number;
  shadow?: number;
  /** fills the cloth itself instead of the bolt (px space is cm) */
  fill?: (ctx: Ctx) => void;
  /** drawn on the cloth before folds and light */
  print?: (ctx: Ctx) => void;
  /** drawn after light, clipped to the piece */
  after?: (ctx: Ctx) => void;
  /** holes: outlines left open */
  holes?: Pt[][];
  bend?: number;
  alpha?: number;
  ragged?: number;
};

const LX = -0.46;
const LY = -0.6;
const LZ = 0.66;

export class Stage {
  readonly el: HTMLCanvasElement;
  readonly ctx: Ctx;
  readonly w: number;
  readonly h: number;
  readonly u: number;
  readonly cx: number;
  readonly top: number;
  readonly rng: Rng;
  readonly seed: string;
  #n = 0;

  constructor(o: { w: number; h: number; u: number; cx: number; top: number; seed: string }) {
    const s = sheet(o.w, o.h);
    this.el = s.el;
    this.ctx = s.ctx;
    this.w = o.w;
    this.h = o.h;
    this.u = o.u;
    this.cx = o.cx;
    this.top = o.top;
    this.seed = o.seed;
    this.rng = new Rng(`${o.seed}/stage`);
  }
  /** Draws in centimetres straight on the table. */
  draw(fn: (ctx: Ctx) => void): void {
    this.ctx.save();
    this.ctx.translate(this.cx, this.top);
    this.ctx.scale(this.u, this.u);
    fn(this.ctx);
    this.ctx.restore();
  }

  piece(p: Piece): void {
    const { u } = this;
    const seed = `${this.seed}/p${this.#n++}`;
    const r = new Rng(seed);
    const outline = wobble(p.shape, p.ragged ?? 0.28, seed);
    const px = outline.map(([x, y]): Pt => [this.cx + x * u, this.top + y * u]);
    const b = bounds(px);
    const pad = 4;
    const x0 = Math.max(0, Math.floor(b.x0) - pad) & ~1;
    const y0 = Math.max(0, Math.floor(b.y0) - pad) & ~1;
    const w = (Math.min(this.w, Math.ceil(b.x1) + pad) - x0 + 1) & ~1;
    const h = (Math.min(this.h, Math.ceil(b.y1) + pad) - y0 + 1) & ~1;
    if (w < 4 || h < 4) return;
    const lay = sheet(w, h);
    const c = lay.ctx;
    const toCm = (ctx: Ctx) => {
      ctx.translate(this.cx - x0, this.top - y0);
      ctx.scale(u, u);
    };
    // 1 the cloth
    const centre: Pt = p.from ?? [(b.x0 + b.x1) / 2 / u - this.cx / u, (b.y0 + b.y1) / 2 / u - this.top / u];
    if (p.fill) {
      c.save();
      toCm(c);
      p.fill(c);
      c.restore();
    } else {
      c.fillStyle = boltFill(c, p.bolt, this.cx - x0 + centre[0] * u, this.top - y0 + centre[1] * u, p.grain ?? 0);
      c.fillRect(0, 0, w, h);
    }
    if (p.print) {
      c.save();
      toCm(c);
      p.print(c);
      c.restore();
    }
    // 2 its height, at half size
    const hw = w >> 1;
    const hh = h >> 1;
    const height = new Float32Array(hw * hh);
    const mask = sheet(hw, hh);
    mask.ctx.fillStyle = '#000';
    mask.ctx.setTransform(0.5, 0, 0, 0.5, -x0 / 2, -y0 / 2);
    trace(mask.ctx, px);
    for (const hole of p.holes ?? []) tracedHole(mask.ctx, hole, this.cx, this.top, u);
    mask.ctx.fill('evenodd');
    const alpha = mask.ctx.getImageData(0, 0, hw, hh).data;
    const edge = new Float32Array(hw * hh);
    for (let i = 0; i < edge.length; i++) edge[i] = (alpha[i * 4 + 3] as number) / 255;
    const rad = Math.max(1, Math.round((p.edge ?? 0.5) * u * 0.5));
    boxBlur(edge, hw, hh, rad);
    boxBlur(edge, hw, hh, Math.max(1, rad >> 1));
    const lift = rad * 1.5;
    for (let i = 0; i < edge.length; i++) {
      const e = edge[i] as number;
      height[i] = lift * Math.min(1, e * e * (3 - 2 * e));
    }
    for (const f of p.folds ?? []) this.#ridge(height, hw, hh, x0, y0, f);
    const crease = (p.crumple ?? p.bolt.crumple) * u * 0.5;
    const soft = noiseTile('soft', 6, 3);
    const sharp = noiseTile('crease', 8, 2);
    const ox = r.range(0, 256);
    const oy = r.range(0, 256);
    const k1 = 6.5 / u;
    const k2 = 9 / u;
    for (let y = 0; y < hh; y++)
      for (let x = 0; x < hw; x++) {
        const n = readNoise(soft, ox + x * k1, oy + y * k1 * 0.7);
        const q = readNoise(sharp, oy + x * k2 + n * 14, ox + y * k2 * 0.8 + n * 10);
        const ridge = 1 - Math.abs(q) * 2.2;
        const at = y * hw + x;
        height[at] =
          (height[at] as number) +
          crease * (n * 1.5 + (ridge > 0 ? ridge * ridge * (0.08 + p.bolt.crumple * 0.14) : 0));
      }
    boxBlur(height, hw, hh, 1);
    // 3 light
    const shade = new Float32Array(hw * hh);
    const gx = new Float32Array(hw * hh);
    const gy = new Float32Array(hw * hh);
    const spec = p.bolt.sheen > 0 ? new Float32Array(hw * hh) : undefined;
    for (let y = 0; y < hh; y++)
      for (let x = 0; x < hw; x++) {
        const at = y * hw + x;
        const xl = x > 0 ? at - 1 : at;
        const xr = x < hw - 1 ? at + 1 : at;
        const yu = y > 0 ? at - hw : at;
        const yd = y < hh - 1 ? at + hw : at;
        const dx = ((height[xr] as number) - (height[xl] as number)) * 0.25;
        const dy = ((height[yd] as number) - (height[yu] as number)) * 0.25;
        gx[at] = dx;
        gy[at] = dy;
        const n = 1 / Math.sqrt(1 + dx * dx + dy * dy);
        const d = (-dx * LX - dy * LY + LZ) * n;
        shade[at] = d / LZ;
        if (spec) {
          // Half-way vector leans toward the light; silk answers in long bands.
          const s = (-dx * LX * 0.62 - dy * LY * 0.5 + 0.86) * n;
          spec[at] = Math.max(0, s) ** 14;
        }
      }
    // 4 cloth, bent and lit
    const img = c.getImageData(0, 0, w, h);
    const src = new Uint8ClampedArray(img.data);
    const out = img.data;
    const bend = (p.bend ?? 1) * 5;
    const dim = 1 - (p.dark ?? 0) * 0.55;
    const sheen = p.bolt.sheen;
    const base = p.bolt.base;
    const shine = mix(base, [255, 246, 226], 0.6);
    const deep = luma(base) < 0.25 ? 1.25 : 1;
    for (let y = 0; y < h; y++) {
      const fy = Math.min(hh - 1.001, Math.max(0, (y - 0.5) / 2));
      const iy = Math.floor(fy);
      const ty = fy - iy;
      for (let x = 0; x < w; x++) {
        const fx = Math.min(hw - 1.001, Math.max(0, (x - 0.5) / 2));
        const ix = Math.floor(fx);
        const tx = fx - ix;
        const at = iy * hw + ix;
        const w00 = (1 - tx) * (1 - ty);
        const w10 = tx * (1 - ty);
        const w01 = (1 - tx) * ty;
        const w11 = tx * ty;
        const blend = (f: Float32Array) =>
          (f[at] as number) * w00 +
          (f[at + 1] as number) * w10 +
          (f[at + hw] as number) * w01 +
          (f[at + hw + 1] as number) * w11;
        let s = blend(shade);
        const sx = Math.min(w - 1.001, Math.max(0, x + blend(gx) * bend));
        const sy = Math.min(h - 1.001, Math.max(0, y + blend(gy) * bend));
        const jx = sx | 0;
        const jy = sy | 0;
        const ux = sx - jx;
        const uy = sy - jy;
        const o = (jy * w + jx) * 4;
        const v00 = (1 - ux) * (1 - uy);
        const v10 = ux * (1 - uy);
        const v01 = (1 - ux) * uy;
        const v11 = ux * uy;
        // Deep shade levels off instead of going black.
        s = s < 0.62 ? 0.4 + 0.22 * Math.exp((s - 0.62) / 0.22) : s > 1.5 ? 1.5 : s;
        const glow = s > 1 ? (s - 1) * deep : 0;
        const mul = (s > 1 ? 1 + (s - 1) * 0.35 : s ** 1.15) * dim;
        const sp = spec ? (blend(spec) - 0.12) * sheen * 95 : 0;
        const to = (y * w + x) * 4;
        for (let q = 0; q < 3; q++) {
          const v =
            (src[o + q] as number) * v00 +
            (src[o + 4 + q] as number) * v10 +
            (src[o + w * 4 + q] as number) * v01 +
            (src[o + w * 4 + 4 + q] as number) * v11;
          // Shade on cloth is warm: light bounces from the table and from the cloth itself.
          const m = s < 1 ? mul * (1 + (1 - s) * (q === 0 ? 0.1 : q === 1 ? 0.02 : -0.08)) : mul;
          out[to + q] = v * m + (255 - v) * glow * 0.42 + (sp * (shine[q] as number)) / 255;
        }
        out[to + 3] = 255;
      }
    }
    c.putImageData(img, 0, 0);
    // 5 seams and trimmings
    if (p.after) {
      c.save();
      toCm(c);
      p.after(c);
      c.restore();
    }
    // 6 cut out and lay down
    c.globalCompositeOperation = 'destination-in';
    c.fillStyle = '#000';
    c.setTransform(1, 0, 0, 1, -x0, -y0);
    trace(c, px);
    for (const hole of p.holes ?? []) tracedHole(c, hole, this.cx, this.top, u);
    c.fill('evenodd');
    c.setTransform(1, 0, 0, 1, 0, 0);
    this.ctx.save();
    if (p.alpha !== undefined) this.ctx.globalAlpha = p.alpha;
    const sh = p.shadow ?? 0.6;
    if (sh > 0) {
      this.ctx.shadowColor = `rgba(38,24,12,${0.42 * Math.min(1, sh + 0.25)})`;
      this.ctx.shadowBlur = sh * u * 0.9;
      this.ctx.shadowOffsetX = sh * u * 0.18;
      this.ctx.shadowOffsetY = sh * u * 0.28;
    }
    this.ctx.drawImage(lay.el, x0, y0);
    this.ctx.restore();
  }

  #ridge(height: Float32Array, hw: number, hh: number, x0: number, y0: number, f: Fold): void {
    const k = this.u / 2;
    const ax = (this.cx + f.x0 * this.u - x0) / 2;
    const ay = (this.top + f.y0 * this.u - y0) / 2;
    const bx = (this.cx + f.x1 * this.u - x0) / 2;
    const by = (this.top + f.y1 * this.u - y0) / 2;
    const len = Math.hypot(bx - ax, by - ay);
    if (len < 1) return;
    const ux = (bx - ax) / len;
    const uy = (by - ay) / len;
    const w0 = f.w * k;
    const w1 = (f.w1 ?? f.w) * k;
    const bow = (f.bow ?? 0) * k;
    const amp = f.a * this.u;
    const fade = f.fade ?? 'both';
    const reach = Math.max(w0, w1) * 3 + Math.abs(bow);
    const xa = Math.max(0, Math.floor(Math.min(ax, bx) - reach));
    const xb = Math.min(hw - 1, Math.ceil(Math.max(ax, bx) + reach));
    const ya = Math.max(0, Math.floor(Math.min(ay, by) - reach));
    const yb = Math.min(hh - 1, Math.ceil(Math.max(ay, by) + reach));
    for (let y = ya; y <= yb; y++)
      for (let x = xa; x <= xb; x++) {
        const rx = x - ax;
        const ry = y - ay;
        const t = (rx * ux + ry * uy) / len;
        if (fade !== 'none' && (t < -0.15 || t > 1.15)) continue;
        const tc = t < 0 ? 0 : t > 1 ? 1 : t;
        const v = rx * -uy + ry * ux - bow * 4 * tc * (1 - tc);
        const wide = w0 + (w1 - w0) * tc;
        const d = v / wide;
        if (d > 3 || d < -3) continue;
        let g: number;
        if (fade === 'both') g = Math.sin(Math.PI * Math.min(1, Math.max(0, (t + 0.08) / 1.16)));
        else if (fade === 'end') g = t > 0 ? Math.cos((Math.PI / 2) * Math.min(1, tc / 1.05)) ** 0.8 : 1 + t * 6;
        else if (fade === 'start') g = t < 1 ? Math.sin((Math.PI / 2) * tc) ** 0.8 : 1;
        else {
          const past = (t < 0 ? -t : t > 1 ? t - 1 : 0) * (len / Math.max(w0, w1));
          g = past > 3 ? 0 : Math.exp(-past * past * 0.6);
        }
        if (g <= 0) continue;
        const at = y * hw + x;
        height[at] = (height[at] as number) + amp * g * Math.exp(-d * d * 0.5);
      }
  }

  /** A row of machine stitches along a line (cm), in a thread that shows a little. */
  stitch(ctx: Ctx, line: readonly Pt[], colour: Rgb, o: { w?: number; dash?: number; alpha?: number } = {}): void {
    const w = o.w ?? 1.1 / this.u;
    const dash = o.dash ?? 3 / this.u;
    ctx.save();
    ctx.lineCap = 'butt';
    ctx.lineJoin = 'round';
    ctx.globalAlpha = o.alpha ?? 0.8;
    trace(ctx, line, false);
    ctx.setLineDash([]);
    ctx.strokeStyle = 'rgba(20,10,4,0.22)';
    ctx.lineWidth = w * 2;
    ctx.stroke();
    trace(ctx, line, false);
    ctx.setLineDash([dash, dash * 0.55]);
    ctx.strokeStyle = css(colour);
    ctx.lineWidth = w;
    ctx.stroke();
    ctx.restore();
  }
  /** A seam: a furrow with a lit lip. */
  seam(ctx: Ctx, line: readonly Pt[], base: Rgb, strength = 1): void {
    ctx.save();
    ctx.lineJoin = 'round';
    trace(ctx, offset(line, -0.9 / this.u), false);
    ctx.strokeStyle = css(lighter(base, 0.5), 0.28 * strength);
    ctx.lineWidth = 1.3 / this.u;
    ctx.stroke();
    trace(ctx, line, false);
    ctx.strokeStyle = css(darker(base, 0.75), 0.55 * strength);
    ctx.lineWidth = 1.4 / this.u;
    ctx.stroke();
    ctx.restore();
  }
  /** Seam with a soft shade on the side that lies lower. */
  overlap(ctx: Ctx, line: readonly Pt[], base: Rgb, side = 1): void {
    ctx.save();
    for (let i = 4; i >= 1; i--) {
      trace(ctx, offset(line, side * 0.1 * i), false);
      ctx.strokeStyle = css(darker(base, 0.85), 0.09);
      ctx.lineWidth = 0.28 * i;
      ctx.stroke();
    }
    ctx.restore();
    this.seam(ctx, line, base, 0.8);
  }
  button(ctx: Ctx, x: number, y: number, r: number, kind: 'wood' | 'shell' | 'cloth' | 'metal', base: Rgb): void {
    const tone: Rgb =
      kind === 'wood'
        ? [128, 84, 50]
        : kind === 'shell'
          ? [240, 232, 216]
          : kind === 'metal'
            ? [198, 158, 82]
            : darker(base, 0.12);
    ctx.save();
    ctx.shadowColor = 'rgba(20,10,0,0.55)';
    ctx.shadowBlur = r * this.u * 0.55;
    ctx.shadowOffsetX = r * this.u * 0.16;
    ctx.shadowOffsetY = r * this.u * 0.28;
    const g = ctx.createRadialGradient(x - r * 0.35, y - r * 0.4, r * 0.1, x, y, r * 1.05);
    g.addColorStop(0, css(lighter(tone, 0.45)));
    g.addColorStop(0.65, css(tone));
    g.addColorStop(1, css(darker(tone, 0.4)));
    ctx.fillStyle = g;
    ctx.beginPath();
    ctx.arc(x, y, r, 0, 7);
    ctx.fill();
    ctx.restore();
    if (kind === 'metal' || kind === 'cloth') return;
    ctx.strokeStyle = css(darker(tone, 0.35), 0.6);
    ctx.lineWidth = r * 0.12;
    ctx.beginPath();
    ctx.arc(x, y, r * 0.66, 0, 7);
    ctx.stroke();
    ctx.fillStyle = css(darker(tone, 0.65));
    const turn = (x * 7 + y * 3) % 1;
    for (let i = 0; i < 4; i++) {
      const a = turn + i * 1.571;
      ctx.beginPath();
      ctx.arc(x + Math.cos(a) * r * 0.3, y + Math.sin(a) * r * 0.3, r * 0.12, 0, 7);
      ctx.fill();
    }
    ctx.strokeStyle = css(lighter(base, 0.25));
    ctx.lineWidth = r * 0.13;
    ctx.beginPath();
    for (const i of [0, 1]) {
      const a = turn + i * 1.571;
      ctx.moveTo(x + Math.cos(a) * r * 0.3, y + Math.sin(a) * r * 0.3);
      ctx.lineTo(x - Math.cos(a) * r * 0.3, y - Math.sin(a) * r * 0.3);
    }
    ctx.stroke();
  }
  /** The border of the cloth laid along a line (its outer edge on the line). */
  border(ctx: Ctx, b: Bolt, line: readonly Pt[], height: number, flip = false): void {
    let len = 0;
    for (let i = 1; i < line.length; i++)
      len += Math.hypot((line[i] as Pt)[0] - (line[i - 1] as Pt)[0], (line[i] as Pt)[1] - (line[i - 1] as Pt)[1]);
    const strip = borderStrip(b, Math.ceil(len * this.u) + 4, Math.ceil(height * this.u), `${this.seed}/b`);
    if (!strip) return;
    const step = 2 / this.u;
    let at = 0;
    for (const p of along(line, step)) {
      ctx.save();
      ctx.translate(p.x, p.y);
      ctx.rotate(p.a);
      if (flip) ctx.scale(1, -1);
      ctx.drawImage(
        strip,
        at * this.u,
        0,
        Math.max(1, step * this.u + 0.5),
        strip.height,
        -step / 2,
        -height,
        step + 0.6 / this.u,
        height,
      );
      ctx.restore();
      at += step;
    }
  }
  /** Small threads hanging from an edge. */
  tassel(x: number, y: number, len: number, colour: Rgb, second: Rgb, lean = 0): void {
    this.draw((c) => {
      const r = this.rng;
      c.save();
      c.shadowColor = 'rgba(38,24,12,0.35)';
      c.shadowBlur = this.u * 0.4;
      c.shadowOffsetY = this.u * 0.2;
      c.lineCap = 'round';
      const n = 13;
      for (let i = 0; i < n; i++) {
        const t = i / (n - 1) - 0.5;
        c.strokeStyle = css(r.chance(0.35) ? lighter(colour, 0.22) : darker(colour, r.range(0, 0.25)));
        c.lineWidth = len * 0.055;
        c.beginPath();
        c.moveTo(x + t * len * 0.1, y + len * 0.2);
        c.quadraticCurveTo(
          x + t * len * 0.45,
          y + len * 0.5,
          x + lean * len + t * len * 0.5 + r.bell() * 0.08 * len,
          y + len * r.range(0.92, 1.05),
        );
        c.stroke();
      }
      c.fillStyle = css(colour);
      c.beginPath();
      c.arc(x, y + len * 0.12, len * 0.15, 0, 7);
      c.fill();
      c.fillStyle = css(second);
      c.fillRect(x - len * 0.13, y + len * 0.22, len * 0.26, len * 0.09);
      c.restore();
    });
  }
  /** A cord lying on the cloth. */
  cord(line: readonly Pt[], w: number, colour: Rgb): void {
    this.draw((c) => {
      c.save();
      c.lineCap = 'round';
      c.lineJoin = 'round';
      c.shadowColor = 'rgba(38,24,12,0.5)';
      c.shadowBlur = this.u * 0.35;
      c.shadowOffsetY = this.u * 0.16;
      c.shadowOffsetX = this.u * 0.1;
      trace(c, line, false);
      c.strokeStyle = css(darker(colour, 0.2));
      c.lineWidth = w;
      c.stroke();
      c.shadowColor = 'transparent';
      trace(c, offset(line, w * 0.12), false);
      c.strokeStyle = css(lighter(colour, 0.15));
      c.lineWidth = w * 0.5;
      c.stroke();
      c.restore();
    });
  }
}

function tracedHole(c: Ctx, hole: Pt[], cx: number, top: number, u: number): void {
  hole.forEach(([x, y], i) => {
    if (i === 0) c.moveTo(cx + x * u, top + y * u);
    else c.lineTo(cx + x * u, top + y * u);
  });
  c.closePath();
}

/** Two passes of a running mean, in place. */
export function boxBlur(f: Float32Array, w: number, h: number, r: number): void {
  const line = new Float32Array(Math.max(w, h));
  const d = 1 / (2 * r + 1);
  for (let y = 0; y < h; y++) {
    let sum = 0;
    const at = y * w;
    for (let x = -r; x <= r; x++) sum += f[at + Math.min(w - 1, Math.max(0, x))] as number;
    for (let x = 0; x < w; x++) {
      line[x] = sum * d;
      sum += (f[at + Math.min(w - 1, x + r + 1)] as number) - (f[at + Math.max(0, x - r)] as number);
    }
    for (let x = 0; x < w; x++) f[at + x] = line[x] as number;
  }
  for (let x = 0; x < w; x++) {
    let sum = 0;
    for (let y = -r; y <= r; y++) sum += f[Math.min(h - 1, Math.max(0, y)) * w + x] as number;
    for (let y = 0; y < h; y++) {
      line[y] = sum * d;
      sum += (f[Math.min(h - 1, y + r + 1) * w + x] as number) - (f[Math.max(0, y - r) * w + x] as number);
    }
    for (let y = 0; y < h; y++) f[y * w + x] = line[y] as number;
  }
}
