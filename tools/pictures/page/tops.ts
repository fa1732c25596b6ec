// Garments for the upper body and everything that hangs from the shoulders: kurtas, shirts, dresses, jackets.
import { type Bolt, boltFill } from './cloth.ts';
import {
  along,
  type Brief,
  type Ctx,
  css,
  darker,
  lighter,
  luma,
  mirror,
  mix,
  offset,
  Pen,
  type Pt,
  type Rgb,
  Rng,
  reversed,
  threadOn,
  trace,
} from './core.ts';
import { stamp } from './motifs.ts';
import { sprig } from './patterns.ts';
import type { Fold, Stage } from './stage.ts';

export type Job = {
  brief: Brief;
  stage: Stage;
  bolt: Bolt;
  second: Bolt;
  back: boolean;
  rng: Rng;
  kid: boolean;
  man: boolean;
};

export type TopSpec = {
  L: number;
  nw: number;
  nd: number;
  neck: string;
  sd: number;
  sh: number;
  ua: number;
  ch: number;
  wa: number;
  waY: number;
  hip: number;
  hipY: number;
  hem: number;
  hemRise: number;
  hemDrop: number;
  sleeve: {
    kind: string;
    len: number;
    cuff: number;
    angle: number;
    bell: number;
    fold: boolean;
    puff: number;
    band: number;
  };
  open: boolean;
  /** a skirt joined at a seam */
  skirt: { y: number; w0: number; w1: number; tiers: number; gathers: number; kalis: number } | undefined;
  knit: boolean;
};

export function topSpec(b: Brief, r: Rng, kid: boolean, man: boolean): TopSpec {
  const f = (name: string) => b.features.includes(name);
  const k = kid ? 0.6 : 1;
  const kind = b.kind;
  const lengths: Record<string, number> = { crop: 48, hip: 64, thigh: 78, knee: 98, calf: 112, ankle: 132 };
  let L = (lengths[b.length] ?? 70) * r.range(0.97, 1.03);
  if (man) L *= kind.startsWith('kurta') || kind === 'sherwani' ? 1.02 : 1.12;
  if (kid)
    L = ({ crop: 34, hip: 42, thigh: 48, knee: 56, calf: 66, ankle: 76 } as Record<string, number>)[b.length] ?? 42;
  const dressy = kind.startsWith('dress') || kind === 'frock' || kind === 'kurta-anarkali';
  const knit = b.cloth.weave === 'jersey' || kind === 'tshirt' || kind === 'polo';
  const width = man ? 1.1 : 1;
  const kw = kid ? 0.66 : 1;
  const s: TopSpec = {
    L,
    nw: (man ? 8.2 : 8.8) * (kid ? 0.8 : 1) * r.range(0.95, 1.06),
    nd: 9 * k,
    neck: b.neck,
    sd: 3.9 * k * r.range(0.9, 1.1),
    sh: (man ? 22 : 18.8) * kw * r.range(0.97, 1.04),
    ua: (man ? 25.5 : 23) * (kid ? 0.64 : 1) * r.range(0.97, 1.04),
    ch: 24.5 * width * kw * r.range(0.96, 1.04),
    wa: 22.6 * width * kw * r.range(0.95, 1.03),
    waY: 40 * k,
    hip: 26.5 * width * kw * r.range(0.96, 1.04),
    hipY: 60 * k,
    hem: 28 * width * kw,
    hemRise: 0,
    hemDrop: r.range(0.4, 1.4) * k,
    sleeve: { kind: b.sleeve, len: 0, cuff: 0, angle: 0, bell: 0, fold: false, puff: 0, band: 0 },
    open: kind === 'jacket-nehru' || kind === 'jacket' || kind === 'waistcoat' || kind === 'sherwani',
    skirt: undefined,
    knit,
  };
  if (man || kid) {
    s.wa = s.ch * 0.985;
    s.hip = s.ch * 1.01;
    s.hem = s.ch * 1.03;
  }
  if (kind === 'kurta-aline' || (kid && kind === 'kurta-aline')) {
    s.wa = s.ch * 0.97;
    s.hip = s.ch * 1.2;
    s.hem = s.ch * r.range(1.48, 1.62);
    s.hemDrop = 2.4 * k;
  } else if (kind === 'kurta-straight' || kind === 'kurta-short') s.hem = s.hip * r.range(1.02, 1.08);
  if (kind === 'tunic') s.hem = s.ch * r.range(1.12, 1.25);
  if (kind === 'top') s.hem = s.ch * r.range(1.0, 1.14);
  if (kind === 'sherwani') {
    s.wa = s.ch * 0.94;
    s.hem = s.ch * 1.14;
  }
  if (kind === 'waistcoat' || kind === 'jacket-nehru') {
    s.sh *= 0.9;
    s.hem = s.ch * 1.0;
    s.L = kid ? 40 : man ? 68 : 60;
  }
  if (kind === 'shirt' || kind === 'dress-shirt') {
    s.hemRise = b.features.includes('side-slits') ? 0 : r.range(3, 6) * k;
    s.hemDrop = 1;
  }
  if (knit) {
    s.wa = s.ch * 0.98;
    s.hip = s.ch * 0.99;
    s.hem = s.ch * 0.99;
    s.L = kid ? 41 : man ? 71 : 63;
  }
  if (dressy && kind !== 'dress-shirt') {
    const y =
      kind === 'kurta-anarkali'
        ? kid
          ? 22
          : r.range(33, 38)
        : kind === 'frock'
          ? kid
            ? r.range(17, 21)
            : 34
          : r.range(35, 40) * k;
    const w0 = (kid ? 14.5 : 21) * r.range(0.95, 1.03);
    const full =
      kind === 'kurta-anarkali'
        ? r.range(2.05, 2.4)
        : kind === 'frock'
          ? r.range(1.8, 2.15)
          : kind === 'dress-maxi'
            ? r.range(1.9, 2.2)
            : r.range(1.7, 2);
    s.skirt = {
      y,
      w0,
      w1: w0 * full * (kid ? 1.02 : 1),
      tiers: f('tiered') ? (kid ? 2 : 3) : 1,
      gathers:
        f('gathers') || f('tiered') || f('elastic-waist') || f('smocking') || kind === 'frock'
          ? 1
          : f('pleats')
            ? 0.6
            : 0.35,
      kalis: kind === 'kurta-anarkali' ? 8 : 1,
    };
    s.wa = w0;
    s.waY = y;
    s.hip = w0;
    s.hipY = y;
    s.hem = w0;
    s.ch = w0 * 1.1;
  }
  // necks
  const depth: Record<string, number> = {
    round: 10.5,
    v: 18,
    notch: 9.5,
    band: 7.5,
    collar: 8.5,
    boat: 5,
    keyhole: 9,
    square: 13,
    'peter-pan': 8,
    hood: 9,
  };
  s.nd = (depth[b.neck] ?? 10) * (kid ? 0.58 : man ? 0.9 : 1) * r.range(0.94, 1.08);
  if (s.open && b.neck === 'v') s.nd = 26 * (kid ? 0.6 : 1);
  if (b.neck === 'boat') s.nw *= 1.55;
  if (b.neck === 'square') s.nw *= 1.2;
  if (knit && b.neck === 'round') s.nd = 9.5 * (kid ? 0.62 : 1);
  s.nw = Math.min(s.nw, s.sh - 3 * k);
  // sleeves
  const sl = s.sleeve;
  sl.angle = r.range(58, 72);
  if (b.sleeve === 'cap') sl.len = 9 * k;
  if (b.sleeve === 'short') {
    sl.len = (knit ? 20 : 22) * (kid ? 0.62 : man ? 1.1 : 1);
    sl.angle = knit ? r.range(34, 46) : r.range(42, 55);
  }
  if (b.sleeve === 'three-quarter') sl.len = 42 * (kid ? 0.62 : 1);
  if (b.sleeve === 'full') {
    sl.len = 57 * (kid ? 0.6 : man ? 1.08 : 1);
    sl.angle = r.range(65, 74);
  }
  if (b.sleeve === 'full' && f('roll-up-sleeve')) sl.len *= 0.8;
  const cuffs: Record<string, number> = { cap: 11, short: 9.6, 'three-quarter': 8, full: 6.6, none: 0 };
  sl.cuff = (cuffs[b.sleeve] ?? 8) * (kid ? 0.66 : man ? 1.12 : 1) * r.range(0.94, 1.12);
  if (knit) sl.cuff *= 0.96;
  if (!man && !knit && (b.sleeve === 'full' || b.sleeve === 'three-quarter') && r.chance(0.3) && !f('mandarin-cuff'))
    sl.bell = r.range(1.5, 4.5) * k;
  if (f('gathers') && !man && (b.sleeve === 'short' || b.sleeve === 'cap') && dressy) sl.puff = 2.2 * k;
  sl.band =
    f('mandarin-cuff') || ((b.neck === 'collar' || kind === 'shirt') && b.sleeve === 'full') ? 6 * (kid ? 0.6 : 1) : 0;
  sl.fold = b.sleeve === 'full' && !f('roll-up-sleeve') && r.chance(man ? 0.45 : 0.2);
  if (sl.fold) sl.angle = r.range(66, 74);
  return s;
}
/** How far the garment reaches from its middle. */
export function topReach(s: TopSpec): number {
  const a = (s.sleeve.angle * Math.PI) / 180;
  const out = s.sleeve.fold ? s.sleeve.len * 0.55 : s.sleeve.len;
  const sleeve = s.sh + Math.cos(a) * out + (s.sleeve.fold ? 2 : 0.5) + s.sleeve.bell;
  return Math.max(sleeve, s.hem + 2, s.skirt ? s.skirt.w1 + 2 : 0, s.ch);
}

function neckPoints(s: TopSpec, nd: number, kind: string): Pt[] {
  const { nw } = s;
  const half = (): Pt[] => {
    switch (kind) {
      case 'v':
        return new Pen(nw, 0).c(nw * 0.82, nd * 0.3, nw * 0.34, nd * 0.7, 0, nd).pts;
      case 'square':
        return new Pen(nw, 0).q(nw * 0.93, nd * 0.5, nw * 0.86, nd * 0.96).q(nw * 0.4, nd * 1.03, 0, nd).pts;
      case 'boat':
        return new Pen(nw, 0).q(nw * 0.55, nd * 0.95, 0, nd).pts;
      case 'notch':
        return new Pen(nw, 0)
          .c(nw * 0.98, nd * 0.6, nw * 0.55, nd * 0.98, 0.9, nd)
          .l(0.55, nd + 1)
          .l(0, nd + 8.5).pts;
      default:
        return new Pen(nw, 0).c(nw * 0.99, nd * 0.62, nw * 0.6, nd, 0, nd).pts;
    }
  };
  const right = half();
  return [...mirror(right), ...reversed(right).slice(1)];
}

function rightSide(s: TopSpec, lean: number): Pt[] {
  const p = new Pen(s.nw, 0);
  p.q((s.nw + s.sh) / 2, s.sd * 0.42, s.sh, s.sd, 8);
  const dip = s.sleeve.kind === 'none' ? 2.2 : 1.3;
  p.c(s.sh - dip * 1.1, s.sd + (s.ua - s.sd) * 0.42, s.sh - dip * 0.7, s.ua - (s.ua - s.sd) * 0.16, s.ch, s.ua, 18);
  const end = s.skirt ? s.skirt.y : s.L - s.hemRise;
  if (s.skirt) p.c(s.ch - 0.6, s.ua + (end - s.ua) * 0.4, s.wa + 0.2, end - 3, s.wa, end);
  else {
    p.c(s.ch - 0.5, s.ua + 6, s.wa, s.waY - 7, s.wa, Math.min(s.waY, end - 8));
    if (s.waY < end - 8) {
      const hipY = Math.min(s.hipY, end - 4);
      p.c(s.wa, s.waY + 6, s.hip - 0.8, hipY - 8, s.hip, hipY);
      p.c(s.hip + 0.7, hipY + 9, s.hem - 0.4, end - 12, s.hem + lean, end);
    } else p.l(s.hem + lean, end);
  }
  return p.pts;
}
function hemPoints(s: TopSpec, leanR: number, leanL: number): Pt[] {
  if (s.skirt)
    return [
      [s.wa, s.skirt.y],
      [0, s.skirt.y + 0.6],
      [-s.wa, s.skirt.y],
    ];
  const end = s.L - s.hemRise;
  const p = new Pen(s.hem + leanR, end);
  if (s.hemRise > 1) {
    p.c(s.hem * 0.92, end + s.hemRise * 0.25, s.hem * 0.7, s.L + s.hemDrop, s.hem * 0.35, s.L + s.hemDrop);
    p.l(-s.hem * 0.35, s.L + s.hemDrop);
    p.c(-s.hem * 0.7, s.L + s.hemDrop, -s.hem * 0.92, end + s.hemRise * 0.25, -s.hem - leanL, end);
  } else p.q(0, end + s.hemDrop * 2, -s.hem - leanL, end, 28);
  return p.pts;
}

function bodyFolds(s: TopSpec, r: Rng, amount: number): Fold[] {
  const out: Fold[] = [];
  const end = s.skirt ? s.skirt.y : s.L;
  const k = s.ch / 24.5;
  for (const side of [1, -1]) {
    out.push({
      x0: side * (s.ch - 1),
      y0: s.ua - 1,
      x1: side * s.ch * r.range(0.3, 0.55),
      y1: s.ua + r.range(9, 16) * k,
      w: 0.9 * k,
      w1: 2 * k,
      a: 0.26 * amount * k,
      bow: r.range(-1, 1),
      fade: 'end',
    });
    out.push({
      x0: side * (s.ch - 0.5),
      y0: s.ua + 3 * k,
      x1: side * s.ch * r.range(0.5, 0.7),
      y1: s.ua + r.range(14, 22) * k,
      w: 0.8 * k,
      w1: 1.7 * k,
      a: 0.2 * amount * k,
      bow: r.range(-1, 1),
      fade: 'end',
    });
    out.push({
      x0: side * s.sh * 0.85,
      y0: s.sd + 2,
      x1: side * s.ch * r.range(0.55, 0.7),
      y1: s.ua + 2,
      w: 1.1 * k,
      a: -0.16 * amount * k,
      bow: side * 1,
      fade: 'both',
    });
  }
  const n = s.skirt ? 2 : r.int(4, 6);
  for (let i = 0; i < n; i++) {
    const x = ((i + r.range(0.2, 0.8)) / n - 0.5) * 1.75 * s.hem;
    out.push({
      x0: x * 0.82,
      y0: end * r.range(0.35, 0.6),
      x1: x + r.bell() * 2,
      y1: end + 2,
      w: r.range(0.9, 1.6) * k,
      w1: r.range(1.6, 2.8) * k,
      a: (r.chance(0.35) ? -0.3 : 0.4) * amount * k * r.range(0.6, 1.2),
      bow: r.bell() * 2,
      fade: 'start',
    });
  }
  for (let i = 0; i < 4; i++) {
    const y = end * r.range(0.42, 0.9);
    const side = r.chance(0.5) ? 1 : -1;
    out.push({
      x0: side * s.hem * 0.96,
      y0: y,
      x1: side * s.hem * r.range(0.25, 0.6),
      y1: y + r.range(-6, 6) * k,
      w: r.range(0.7, 1.3) * k,
      a: 0.18 * amount * k,
      bow: r.bell() * 1.5,
      fade: 'end',
    });
  }
  return out;
}

type SleeveCut = { shape: Pt[]; cuffLine: Pt[]; dir: number; S: Pt; E1: Pt; E2: Pt };
function cutSleeve(s: TopSpec, angleDeg: number, len: number, cuff: number): SleeveCut {
  const a = (angleDeg * Math.PI) / 180;
  const d: Pt = [Math.cos(a), Math.sin(a)];
  const q: Pt = [-d[1], d[0]];
  const S: Pt = [s.sh, s.sd];
  const puff = s.sleeve.puff;
  const E1: Pt = [S[0] + d[0] * len, S[1] + d[1] * len];
  const E2: Pt = [E1[0] + q[0] * cuff * 2, E1[1] + q[1] * cuff * 2];
  const p = new Pen(S[0] - 3, S[1] - (puff ? puff * 0.3 : 0.35));
  p.q(S[0] - 1, S[1] - 0.3 - puff * 0.5, S[0] + 0.6, S[1] + 0.25);
  const bulge = puff ? 3.4 * puff : len > 15 ? 1.6 : 0.6;
  p.c(
    S[0] + d[0] * len * 0.28 - q[0] * bulge,
    S[1] + d[1] * len * 0.28 - q[1] * bulge,
    E1[0] - d[0] * len * 0.35 - q[0] * (puff ? bulge : 0.3) + q[0] * s.sleeve.bell * 0.4,
    E1[1] - d[1] * len * 0.35 - q[1] * (puff ? bulge : 0.3) + q[1] * s.sleeve.bell * 0.4,
    E1[0] - q[0] * s.sleeve.bell,
    E1[1] - q[1] * s.sleeve.bell,
  );
  const c0 = p.at;
  const c1: Pt = [E2[0] + q[0] * s.sleeve.bell * 0.7, E2[1] + q[1] * s.sleeve.bell * 0.7];
  p.q((c0[0] + c1[0]) / 2 + d[0] * 0.7, (c0[1] + c1[1]) / 2 + d[1] * 0.7, c1[0], c1[1]);
  const A: Pt = [s.ch - 0.4, s.ua + 0.6];
  p.c(
    E2[0] - d[0] * len * 0.3 + q[0] * 0.2,
    E2[1] - d[1] * len * 0.3 + q[1] * 0.2,
    A[0] + d[0] * len * 0.16 + 0.8,
    A[1] + d[1] * len * 0.12,
    A[0],
    A[1],
  );
  p.l(s.sh - 5, s.ua - 4);
  return {
    shape: p.pts,
    cuffLine: new Pen(c0[0], c0[1]).q((c0[0] + c1[0]) / 2 + d[0] * 0.7, (c0[1] + c1[1]) / 2 + d[1] * 0.7, c1[0], c1[1])
      .pts,
    dir: a,
    S,
    E1: c0,
    E2: c1,
  };
}

/** A sleeve folded at the elbow: the upper arm ends in the fold, the forearm is its mirror image across it. */
function elbow(
  s: TopSpec,
  angleDeg: number,
  len: number,
  cuff: number,
  backDeg: number,
): SleeveCut & { M: Pt; d2: Pt; n2: Pt } {
  const a = (angleDeg * Math.PI) / 180;
  const b = (backDeg * Math.PI) / 180;
  const d: Pt = [Math.cos(a), Math.sin(a)];
  const q: Pt = [-d[1], d[0]];
  const d2: Pt = [Math.cos(b), Math.sin(b)];
  const S: Pt = [s.sh, s.sd];
  const M: Pt = [S[0] + d[0] * len + q[0] * cuff, S[1] + d[1] * len + q[1] * cuff];
  const nl = Math.hypot(d[0] - d2[0], d[1] - d2[1]);
  const n: Pt = [(d[0] - d2[0]) / nl, (d[1] - d2[1]) / nl];
  const t = ((q[0] * n[0] + q[1] * n[1]) * cuff) / (d[0] * n[0] + d[1] * n[1]);
  const E1: Pt = [M[0] - q[0] * cuff + d[0] * t, M[1] - q[1] * cuff + d[1] * t];
  const E2: Pt = [M[0] + q[0] * cuff - d[0] * t, M[1] + q[1] * cuff - d[1] * t];
  const A: Pt = [s.ch - 0.4, s.ua + 0.6];
  const shape = new Pen(S[0] - 3, S[1] - 0.35)
    .q(S[0] - 1, S[1] - 0.3, S[0] + 0.6, S[1] + 0.25)
    .q((S[0] + E1[0]) / 2 - q[0] * 1.2, (S[1] + E1[1]) / 2 - q[1] * 1.2, E1[0], E1[1])
    .l(E2[0], E2[1])
    .q((E2[0] + A[0]) / 2, (E2[1] + A[1]) / 2, A[0], A[1])
    .l(s.sh - 5, s.ua - 4).pts;
  const side = Math.sign(-d2[1] * (E2[0] - E1[0]) + d2[0] * (E2[1] - E1[1])) || 1;
  return { shape, cuffLine: [E1, E2], dir: a, S, E1, E2, M, d2, n2: [-d2[1] * side, d2[0] * side] };
}

function drawSleeves(j: Job, s: TopSpec, forearms: (() => void)[]): void {
  const { stage, bolt, rng: r } = j;
  if (s.sleeve.kind === 'none' || s.sleeve.len === 0) return;
  const f = (name: string) => j.brief.features.includes(name);
  const k = s.ch / 24.5;
  const delta = r.range(-2.5, 2.5);
  for (const side of [1, -1] as const) {
    const ang = s.sleeve.angle + (side > 0 ? delta : -delta * 0.5);
    const len = s.sleeve.fold ? s.sleeve.len * 0.5 : s.sleeve.len;
    const cuffHere = s.sleeve.fold ? s.sleeve.cuff * 1.25 : s.sleeve.cuff;
    const bent = s.sleeve.fold ? elbow(s, ang, len, cuffHere, r.range(140, 152)) : undefined;
    const cut =
      bent ?? cutSleeve({ ...s, sleeve: { ...s.sleeve, bell: s.sleeve.fold ? 0 : s.sleeve.bell } }, ang, len, cuffHere);
    const flip = (pts: Pt[]) => (side > 0 ? pts : mirror(pts));
    const d: Pt = [Math.cos(cut.dir) * side, Math.sin(cut.dir)];
    const folds: Fold[] = [];
    const nf = Math.round(len / (7 * k)) + 1;
    for (let i = 0; i < nf; i++) {
      const t = (i + r.range(0.3, 0.8)) / nf;
      const mx = side * s.sh + d[0] * len * t;
      const my = s.sd + d[1] * len * t;
      const inx = -d[1] * side * s.sleeve.cuff * 2;
      const iny = Math.abs(d[0]) * s.sleeve.cuff * 2;
      folds.push({
        x0: mx + inx * (r.chance(0.6) ? 1.1 : 0),
        y0: my + iny,
        x1: mx + inx * 0.35 + d[0] * r.range(2, 7) * k,
        y1: my + iny * 0.4 + d[1] * r.range(2, 7) * k,
        w: r.range(0.6, 1.2) * k,
        a: r.range(0.14, 0.34) * k * (r.chance(0.3) ? -1 : 1),
        bow: r.bell(),
        fade: 'both',
      });
    }
    folds.push({
      x0: side * (s.sh + 1),
      y0: s.sd + 5 * k,
      x1: side * (s.sh + 1) + d[0] * len * 0.8,
      y1: s.sd + 5 * k + d[1] * len * 0.8,
      w: 1.6 * k,
      a: 0.3 * k,
      bow: side * r.range(0, 1.5),
      fade: 'both',
    });
    if (s.sleeve.puff) {
      for (let i = 0; i < 6; i++) {
        const t = i / 5;
        const x = side * (s.sh - 1 + t * (s.ch - s.sh) * 0.6);
        const y = s.sd + t * (s.ua - s.sd) * 0.8;
        folds.push({
          x0: x,
          y0: y,
          x1: x + d[0] * len * 0.7,
          y1: y + d[1] * len * 0.7,
          w: 0.5 * k,
          w1: 0.9 * k,
          a: 0.3 * k,
          fade: 'end',
        });
        const ex = side * (cut.E1[0] + (cut.E2[0] - cut.E1[0]) * t);
        const ey = cut.E1[1] + (cut.E2[1] - cut.E1[1]) * t;
        folds.push({
          x0: ex,
          y0: ey,
          x1: ex - d[0] * len * 0.5,
          y1: ey - d[1] * len * 0.5,
          w: 0.45 * k,
          w1: 0.8 * k,
          a: 0.28 * k,
          fade: 'end',
        });
      }
    }
    const cuffLine = flip(cut.cuffLine);
    const into = side;
    stage.piece({
      shape: flip(cut.shape),
      bolt,
      grain: side * (cut.dir - Math.PI / 2),
      folds,
      edge: 0.6 * k,
      shadow: 0.5 * k,
      after: (c) => {
        if (s.sleeve.fold) return;
        const hemInset = (f('roll-up-sleeve') && s.sleeve.kind === 'full' ? 0 : 1.6) * k;
        if (bolt.cloth.border !== 'none' && !j.man && s.sleeve.len > 12 * k)
          stage.border(c, bolt, side > 0 ? reversed(cuffLine) : cuffLine, 3.4 * k, false);
        else if (s.sleeve.band > 0) {
          const top = cuffLine.map(([x, y]): Pt => [x - d[0] * s.sleeve.band, y - d[1] * s.sleeve.band]);
          stage.overlap(c, top, bolt.base, -into);
          stage.stitch(c, offset(top, -into * 0.5 * k), threadOn(bolt.base));
          stage.stitch(c, offset(cuffLine, into * 0.5 * k), threadOn(bolt.base));
          const m = top[Math.floor(top.length * 0.72)] as Pt;
          stage.button(
            c,
            m[0] + d[0] * s.sleeve.band * 0.5,
            m[1] + d[1] * s.sleeve.band * 0.5,
            0.55 * k,
            buttonKind(j),
            bolt.base,
          );
        } else if (hemInset > 0)
          stage.stitch(c, offset(cuffLine, into * hemInset), threadOn(bolt.base), { alpha: 0.65 });
        if (s.knit) {
          stage.stitch(c, offset(cuffLine, into * 1.5 * k), threadOn(bolt.base), { alpha: 0.5 });
          stage.stitch(c, offset(cuffLine, into * 2.0 * k), threadOn(bolt.base), { alpha: 0.5 });
        }
        if (f('piping') && !j.man) pipe(stage, c, offset(cuffLine, into * 0.2 * k), bolt.accent, 0.4 * k);
      },
    });
    if (f('roll-up-sleeve') && s.sleeve.kind !== 'none' && !s.sleeve.fold) {
      const w = 5 * k;
      const out = cuffLine;
      const inner = out.map(([x, y]): Pt => [x - d[0] * w, y - d[1] * w]);
      const grown = (pts: Pt[], by: number): Pt[] => {
        const a = pts[0] as Pt;
        const z = pts[pts.length - 1] as Pt;
        const dx = ((z[0] - a[0]) / Math.hypot(z[0] - a[0], z[1] - a[1])) * by;
        const dy = ((z[1] - a[1]) / Math.hypot(z[0] - a[0], z[1] - a[1])) * by;
        return pts.map(
          ([x, y], i): Pt => [x + (i / (pts.length - 1) - 0.5) * 2 * dx, y + (i / (pts.length - 1) - 0.5) * 2 * dy],
        );
      };
      const rolled: Pt[] = [
        ...grown(inner, 0.5 * k),
        ...reversed(
          grown(
            out.map(([x, y]): Pt => [x + d[0] * 0.4, y + d[1] * 0.4]),
            0.7 * k,
          ),
        ),
      ];
      stage.piece({
        shape: rolled,
        bolt,
        grain: side * (cut.dir - Math.PI / 2),
        from: [3, 5],
        dark: 0.12,
        edge: 0.8 * k,
        shadow: 0.5 * k,
        after: (c) => {
          const mid = inner.map(([x, y]): Pt => [x + d[0] * w * 0.48, y + d[1] * w * 0.48]);
          stage.overlap(c, mid, bolt.base, -side);
          stage.stitch(c, offset(inner, -side * 0.5 * k), threadOn(bolt.base), { alpha: 0.4 });
        },
      });
    }
    if (s.sleeve.fold) {
      // The forearm comes back across the body.
      forearms.push(() => {
        if (!bent) return;
        const flipPt = (p: Pt): Pt => [side * p[0], p[1]];
        const d2 = flipPt(bent.d2);
        const n = flipPt(bent.n2);
        const a = Math.atan2(d2[1], d2[0]);
        const len2 = s.sleeve.len * 0.46;
        const w2 = s.sleeve.cuff;
        const A = flipPt(bent.E1);
        const B = flipPt(bent.E2);
        const mid = flipPt(bent.M);
        const end: Pt = [mid[0] + d2[0] * len2, mid[1] + d2[1] * len2];
        const C: Pt = [end[0] + n[0] * w2, end[1] + n[1] * w2];
        const D: Pt = [end[0] - n[0] * w2, end[1] - n[1] * w2];
        const w1 = s.sleeve.cuff * 1.2;
        const shape = new Pen(A[0], A[1])
          .q((A[0] + B[0]) / 2 - d2[0] * 0.9 * k, (A[1] + B[1]) / 2 - d2[1] * 0.9 * k, B[0], B[1])
          .q((B[0] + C[0]) / 2 + n[0] * 0.7, (B[1] + C[1]) / 2 + n[1] * 0.7, C[0], C[1])
          .l(D[0], D[1])
          .q((A[0] + D[0]) / 2 - n[0] * 0.4, (A[1] + D[1]) / 2 - n[1] * 0.4, A[0], A[1]).pts;
        const top: Pt[] = new Pen(C[0] - d2[0] * s.sleeve.band, C[1] - d2[1] * s.sleeve.band).l(
          D[0] - d2[0] * s.sleeve.band,
          D[1] - d2[1] * s.sleeve.band,
        ).pts;
        stage.piece({
          shape,
          bolt,
          grain: a - Math.PI / 2,
          from: [2, 8],
          edge: 0.8 * k,
          shadow: 1.0 * k,
          folds: [
            {
              x0: mid[0] - d2[0],
              y0: mid[1] - d2[1],
              x1: mid[0] + d2[0] * len2 * 0.6 + n[0] * 3,
              y1: mid[1] + d2[1] * len2 * 0.6 + n[1] * 3,
              w: 1.2 * k,
              a: 0.4 * k,
              fade: 'end',
            },
            {
              x0: mid[0] + n[0] * w1,
              y0: mid[1] + n[1] * w1,
              x1: mid[0] + d2[0] * 7 * k,
              y1: mid[1] + d2[1] * 7 * k,
              w: 0.8 * k,
              a: -0.3 * k,
              fade: 'end',
            },
          ],
          after: (c) => {
            if (s.sleeve.band > 0) {
              stage.overlap(c, top, bolt.base, 1);
              const m: Pt = [
                C[0] * 0.3 + D[0] * 0.7 - d2[0] * s.sleeve.band * 0.5,
                C[1] * 0.3 + D[1] * 0.7 - d2[1] * s.sleeve.band * 0.5,
              ];
              stage.button(c, m[0], m[1], 0.55 * k, buttonKind(j), bolt.base);
            }
            stage.stitch(
              c,
              new Pen(C[0] - d2[0] * 1.3, C[1] - d2[1] * 1.3).l(D[0] - d2[0] * 1.3, D[1] - d2[1] * 1.3).pts,
              threadOn(bolt.base),
              { alpha: 0.6 },
            );
          },
        });
      });
    }
  }
}
function buttonKind(j: Job): 'wood' | 'shell' | 'cloth' | 'metal' {
  if (j.brief.features.includes('buttons-wood')) return 'wood';
  if (j.brief.features.includes('buttons-shell')) return j.brief.kind === 'sherwani' ? 'metal' : 'shell';
  return j.brief.kind === 'sherwani' ? 'metal' : j.rng.chance(0.5) ? 'shell' : 'cloth';
}
/** A rolled cord of the second colour sewn into an edge. */
export function pipe(stage: Stage, c: Ctx, line: readonly Pt[], colour: Rgb, w: number): void {
  trace(c, line, false);
  c.lineJoin = 'round';
  c.strokeStyle = css(darker(colour, 0.35));
  c.lineWidth = w * 1.5;
  c.stroke();
  c.strokeStyle = css(colour);
  c.lineWidth = w;
  c.stroke();
  c.strokeStyle = css(lighter(colour, 0.45), 0.6);
  c.lineWidth = w * 0.35;
  trace(c, offset(line, -w * 0.15 - 0 / stage.u), false);
  c.stroke();
}

/** Embroidery along a line, in the manner of the cloth. */
export function embroider(j: Job, c: Ctx, line: readonly Pt[], size: number, side: number): void {
  const { bolt } = j;
  const white = bolt.cloth.pattern === 'chikankari';
  const thread: Rgb = white
    ? Math.abs(luma(bolt.ink) - luma(bolt.base)) < 0.08
      ? lighter(bolt.ink, 0.5)
      : bolt.ink
    : Math.abs(luma(bolt.accent) - luma(bolt.base)) > 0.12
      ? bolt.accent
      : bolt.ink;
  const other: Rgb = white
    ? thread
    : Math.abs(luma(bolt.ink) - luma(bolt.base)) > 0.12
      ? bolt.ink
      : lighter(thread, 0.4);
  c.save();
  c.shadowColor = 'rgba(20,10,0,0.45)';
  c.shadowBlur = 2;
  c.shadowOffsetY = 1;
  let n = 0;
  for (const p of along(offset(line, side * size * 1.15), size * 2.1)) {
    n++;
    c.strokeStyle = css(thread);
    c.fillStyle = css(other);
    sprig(c, p.x, p.y, size, white ? n % 3 : 0, Math.max(0.13, 1.3 / j.stage.u), p.a + (side > 0 ? 0 : Math.PI));
  }
  for (const [off, step, rad, col] of [
    [0.15, size * 0.5, size * 0.1, other],
    [2.35, size * 0.7, size * 0.11, thread],
  ] as const)
    for (const p of along(offset(line, side * size * off), step)) {
      c.fillStyle = css(col);
      c.beginPath();
      c.arc(p.x, p.y, rad, 0, 7);
      c.fill();
    }
  c.restore();
  c.strokeStyle = css(thread);
  c.lineWidth = Math.max(0.14, 1.2 / j.stage.u);
  trace(c, offset(line, side * size * 0.35), false);
  c.stroke();
  trace(c, offset(line, side * size * 2.1), false);
  c.stroke();
}
function mirrors(j: Job, c: Ctx, line: readonly Pt[], side: number, k: number): void {
  for (const p of along(offset(line, side * 1.7 * k), 3.1 * k)) {
    const R = 0.85 * k;
    c.fillStyle = css(j.bolt.accent);
    c.beginPath();
    for (let i = 0; i < 10; i++) {
      const a = (i / 10) * 6.283;
      c.moveTo(p.x, p.y);
      c.arc(p.x + Math.cos(a) * R, p.y + Math.sin(a) * R, R * 0.32, 0, 7);
    }
    c.fill();
    const g = c.createLinearGradient(p.x - R, p.y - R, p.x + R, p.y + R);
    g.addColorStop(0, '#fdfdfa');
    g.addColorStop(0.45, '#b9bdbd');
    g.addColorStop(0.55, '#eef0ee');
    g.addColorStop(1, '#8b8f90');
    c.fillStyle = g;
    c.beginPath();
    c.arc(p.x, p.y, R * 0.72, 0, 7);
    c.fill();
  }
}

/** The flared or gathered part below a waist seam. */
export function drawSkirt(
  j: Job,
  o: {
    y: number;
    w0: number;
    y1: number;
    w1: number;
    gathers: number;
    kalis: number;
    tiers: number;
    seamTop: boolean;
    k: number;
  },
): void {
  const { stage, bolt, rng: r } = j;
  const { k } = o;
  for (let t = o.tiers - 1; t >= 0; t--) {
    const a = t / o.tiers;
    const z = (t + 1) / o.tiers;
    const curve = (q: number) => o.w0 + (o.w1 - o.w0) * q ** 0.86;
    const step = o.tiers > 1 ? 1.08 : 1;
    const yA = o.y + (o.y1 - o.y) * a - (t ? 0.8 : 0);
    const yB = o.y + (o.y1 - o.y) * z;
    const wA = curve(a) * (t ? 0.99 : 1);
    const wB = curve(z) * (t < o.tiers - 1 ? step : 1);
    const drop = (yB - o.y) * 0.055 + 1.2 * k;
    const waves = o.gathers > 0.3 ? r.int(6, 9) : 5;
    const phase = r.range(0, 6);
    const hem = (t0: number): Pt => {
      // Ends of the hem ride up, the middle hangs; each flute dips a little.
      const x = (wB * Math.sin(((t0 * Math.PI) / 2) * 0.96)) / Math.sin((Math.PI / 2) * 0.96);
      return [x, yB + drop * (1 - t0 * t0) + Math.sin(t0 * waves * 3.14 + phase) * 0.45 * k * (0.4 + o.gathers)];
    };
    const hemLine: Pt[] = [];
    for (let i = 0; i <= 60; i++) hemLine.push(hem(1 - i / 30));
    const side = new Pen(wA, yA).c(
      wA + (wB - wA) * 0.22,
      yA + (yB - yA) * 0.3,
      wA + (wB - wA) * 0.78,
      yA + (yB - yA) * 0.7,
      wB,
      (hemLine[0] as Pt)[1],
    ).pts;
    const shape: Pt[] = [...side, ...hemLine, ...reversed(mirror(side))];
    const topCurve: Pt[] = new Pen(-wA, yA).q(0, yA + (t ? drop * 0.55 : 0.5), wA, yA, 20).pts;
    shape.push(...topCurve);
    const folds: Fold[] = [];
    const n = Math.round((o.gathers > 0.8 ? 15 : o.gathers > 0.5 ? 11 : 8) * (o.tiers > 1 ? 0.95 + t * 0.2 : 1));
    for (let i = 0; i < n; i++) {
      const q = ((i + r.range(0.25, 0.75)) / n) * 2 - 1;
      const x0 = q * wA;
      const x1 = q * wB * 0.97 + r.bell() * 1.2 * k;
      const stop = o.gathers > 0.8 && r.chance(0.4) ? r.range(0.35, 0.7) : 1.05;
      const amp = (0.3 + 0.45 * o.gathers) * k * r.range(0.6, 1.15);
      folds.push({
        x0,
        y0: yA,
        x1: x0 + (x1 - x0) * stop,
        y1: yA + (yB - yA + drop) * stop,
        w: (o.gathers > 0.5 ? 0.55 : 0.8) * k,
        w1: (wB / n) * r.range(0.42, 0.6),
        a: r.chance(0.22) ? -amp * 0.8 : amp,
        bow: r.bell() * 0.9 * k,
        fade: stop < 1 ? 'both' : o.gathers > 0.5 ? 'none' : 'start',
      });
    }
    if (o.gathers > 0.5) {
      const m = Math.round((wA * 2) / (1.5 * k));
      for (let i = 0; i < m; i++) {
        const q = ((i + r.next()) / m) * 2 - 1;
        const x = q * wA;
        const len = r.range(2, 7) * k;
        folds.push({
          x0: x,
          y0: yA - 0.3,
          x1: x + q * (wB - wA) * (len / (yB - yA)),
          y1: yA + len + (t ? drop * 0.5 * (1 - q * q) : 0),
          w: 0.28 * k,
          a: 0.2 * k * (r.chance(0.3) ? -1 : 1),
          fade: 'end',
        });
      }
    }
    const kalis = o.kalis > 1 ? o.kalis : o.w1 / o.w0 > 1.5 ? 5 : 1;
    stage.piece({
      shape,
      bolt,
      folds,
      edge: 0.5 * k,
      shadow: (o.tiers > 1 ? 0.5 : 0.7) * k,
      fill: (c) => {
        for (let i = 0; i < kalis; i++) {
          const q0 = (i / kalis) * 2 - 1;
          const q1 = ((i + 1) / kalis) * 2 - 1;
          const qm = (q0 + q1) / 2;
          c.save();
          c.beginPath();
          // The outer panels reach past the outline, whatever its curve.
          const out0 = i === 0 ? -60 : 0;
          const out1 = i === kalis - 1 ? 60 : 0;
          c.moveTo(q0 * wA + out0 - 0.05, yA - 2);
          c.lineTo(q1 * wA + out1 + 0.05, yA - 2);
          c.lineTo(q1 * wB + out1 + 0.05, yB + drop + 4);
          c.lineTo(q0 * wB + out0 - 0.05, yB + drop + 4);
          c.closePath();
          c.clip();
          const lean = -Math.atan2(qm * (wB - wA), yB - yA);
          c.scale(1 / stage.u, 1 / stage.u);
          c.fillStyle = boltFill(c, bolt, qm * ((wA + wB) / 2) * stage.u, ((yA + yB) / 2) * stage.u, lean);
          c.fillRect(-2000, -2000, 5000, 5000);
          c.restore();
        }
      },
      print: (c) => {
        if (t === o.tiers - 1 && bolt.cloth.border !== 'none')
          stage.border(c, bolt, reversed(hemLine), (bolt.cloth.border === 'lace' ? 2.4 : r.range(5, 7)) * k);
      },
      after: (c) => {
        if (o.kalis > 1)
          for (let i = 1; i < o.kalis; i++) {
            const q = (i / o.kalis) * 2 - 1;
            stage.seam(c, new Pen(q * wA, yA).l(q * wB, yB + drop, 20).pts, bolt.base, 0.5);
          }
        if (t === o.tiers - 1) {
          if (j.brief.features.includes('hem-embroidery')) embroider(j, c, reversed(hemLine), 1.9 * k, 1);
          stage.stitch(c, offset(reversed(hemLine), 1.7 * k), threadOn(bolt.base), { alpha: 0.55 });
        } else stage.stitch(c, offset(reversed(hemLine), 0.5 * k), threadOn(bolt.base), { alpha: 0.3 });
        if (t > 0) {
          c.save();
          c.shadowColor = 'rgba(30,16,6,0.6)';
          c.shadowBlur = stage.u * 0.9 * k;
          c.strokeStyle = css(darker(bolt.base, 0.5), 0.5);
          c.lineWidth = 0.3 * k;
          trace(c, topCurve, false);
          c.stroke();
          c.restore();
        }
      },
    });
    if (t === o.tiers - 1 && j.brief.features.includes('lace-hem')) {
      stage.draw((c) => {
        const lace = { ...bolt, cloth: { ...bolt.cloth, border: 'lace' } };
        c.save();
        c.shadowColor = 'rgba(38,24,12,0.4)';
        c.shadowBlur = stage.u * 0.4;
        c.shadowOffsetY = stage.u * 0.15;
        stage.border(c, lace, offset(reversed(hemLine), -2 * k), 3 * k);
        c.restore();
      });
    }
    if (t === o.tiers - 1 && j.brief.features.includes('ruffle')) ruffle(j, reversed(hemLine), 5 * k, k);
  }
}
/** A gathered strip sewn to a line and falling from it. */
export function ruffle(j: Job, line: readonly Pt[], height: number, k: number, down = true): void {
  const { stage, bolt, rng: r } = j;
  const outer: Pt[] = [];
  const side = down ? -1 : 1;
  const phase = r.range(0, 6);
  const pts = along(line, 0.6 * k);
  for (const [i, p] of pts.entries()) {
    const wave = Math.sin(i * 0.62 + phase) * 0.45 * k + Math.sin(i * 0.23) * 0.3 * k;
    const d = height + wave;
    outer.push([p.x + Math.sin(p.a) * d * side, p.y - Math.cos(p.a) * d * side]);
  }
  const inner = pts.map((p): Pt => [p.x, p.y]);
  const folds: Fold[] = [];
  for (let i = 1; i < pts.length; i += 2) {
    const p = pts[i] as { x: number; y: number; a: number };
    const d = height * r.range(0.8, 1.05);
    folds.push({
      x0: p.x,
      y0: p.y,
      x1: p.x + Math.sin(p.a) * d * side,
      y1: p.y - Math.cos(p.a) * d * side,
      w: 0.25 * k,
      w1: 0.5 * k,
      a: 0.3 * k * (i % 4 === 1 ? 1 : -0.6),
      fade: 'none',
    });
  }
  stage.piece({
    shape: [...inner, ...reversed(outer)],
    bolt,
    folds,
    edge: 0.3 * k,
    shadow: 0.5 * k,
    after: (c) => stage.seam(c, inner, bolt.base),
  });
}

export function drawTop(j: Job, s: TopSpec): void {
  const { stage, bolt, second, brief, back, rng: r } = j;
  const f = (name: string) => brief.features.includes(name);
  const k = s.ch / 24.5;
  const thread = threadOn(bolt.base);
  const leanR = r.range(-0.5, 0.6) * k;
  const leanL = r.range(-0.5, 0.6) * k;
  const right = rightSide(s, leanR);
  const left = mirror(rightSide(s, leanL));
  const hem = hemPoints(s, leanR, leanL);
  const neckKind = back ? 'round' : s.neck;
  const nd = back ? (s.neck === 'boat' ? 2.5 : 2.3) * (j.kid ? 0.7 : 1) : s.nd;
  const neck = neckPoints(s, nd, neckKind);
  const trim = f('contrast-collar') ? second : bolt;
  const forearms: (() => void)[] = [];
  const slitTop = f('side-slits') && !s.skirt ? (s.L > 85 ? s.L * 0.68 : s.L > 70 * k ? s.L * 0.78 : s.L * 0.88) : 0;

  if (brief.neck === 'hood') hood(j, s, k, back);
  // skirt first: the bodice lies over its seam
  if (s.skirt)
    drawSkirt(j, {
      y: s.skirt.y - 0.5,
      w0: s.skirt.w0,
      y1: s.L,
      w1: s.skirt.w1,
      gathers: s.skirt.gathers,
      kalis: s.skirt.kalis,
      tiers: s.skirt.tiers,
      seamTop: true,
      k,
    });
  drawSleeves(j, s, forearms);

  // inside of the back
  if (!back) {
    const insideNeck = neckPoints(s, 1.6 * k, 'round');
    const shape: Pt[] = [
      ...insideNeck,
      ...right.slice(0, 10),
      ...new Pen(s.sh, s.sd).l(s.sh * 0.9, s.nd + 12 * k).l(-s.sh * 0.9, s.nd + 12 * k).pts,
      ...reversed(left.slice(0, 10)),
    ];
    stage.piece({
      shape,
      bolt,
      dark: 0.62,
      edge: 0.4,
      shadow: 0.3,
      crumple: 0.2,
      after: (c) => {
        stage.stitch(c, offset(insideNeck, -1 * k), thread, { alpha: 0.4 });
        if (s.neck !== 'boat') {
          c.fillStyle = luma(bolt.base) > 0.6 ? '#5a6377' : '#efe6d4';
          c.fillRect(-1.5 * k, 2.5 * k, 3 * k, 1.9 * k);
          c.strokeStyle = 'rgba(40,25,10,0.35)';
          c.lineWidth = 1 / stage.u;
          c.strokeRect(-1.5 * k, 2.5 * k, 3 * k, 1.9 * k);
        }
        if (s.open && !j.kid) {
          c.fillStyle = css(bolt.accent, 0.35);
          c.fillRect(-30, -5, 60, 60);
        }
      },
    });
    collarBehind(j, s, k, trim);
  }
  if (slitTop > 0) {
    // The back panel shows a little past the front at the slits.
    const e = s.L - s.hemRise;
    for (const side of [1, -1]) {
      const rim = (side > 0 ? right : left).filter((p) => p[1] > slitTop - 3);
      const shape: Pt[] = [
        ...rim.map((p): Pt => [p[0] - side * 0.2 * k, p[1] - 0.5]),
        [side * s.hem * 0.8, e - 0.4],
        [side * s.hem * 0.8, slitTop - 3],
      ];
      stage.piece({ shape, bolt, dark: back ? 0.2 : 0.5, edge: 0.3, shadow: 0.5, crumple: 0.2 });
    }
  }
  if (slitTop > 0)
    for (const line of [right, left]) {
      const sg = line === right ? 1 : -1;
      for (const p of line) {
        const t = (p[1] - slitTop) / (s.L - slitTop);
        if (t > 0) p[0] -= sg * t ** 0.8 * 1.5 * k;
      }
    }
  if (slitTop > 0) for (const p of hem) p[0] *= 1 - (1.5 * k) / s.hem;

  // the body
  const outline: Pt[] = [...neck, ...right, ...hem, ...reversed(left)];
  const folds = bodyFolds(s, r, 0.7 + bolt.crumple * 0.5);
  const gatherAt = f('gathers') && !s.skirt ? (f('yoke') ? s.ua * 0.62 : undefined) : undefined;
  if (gatherAt !== undefined)
    for (let i = 0; i < 14; i++) {
      const x = (i / 13 - 0.5) * s.sh * 1.5;
      folds.push({
        x0: x,
        y0: gatherAt,
        x1: x * 1.25,
        y1: gatherAt + r.range(8, 24) * k,
        w: 0.35 * k,
        w1: 0.9 * k,
        a: 0.28 * k * (r.chance(0.3) ? -1 : 1),
        fade: 'end',
      });
    }
  if (f('pintucks') && !back) {
    const y1 = s.skirt ? s.skirt.y - 2 : Math.min(s.L * 0.5, 36 * k);
    for (const side of [1, -1])
      for (let i = 0; i < 7; i++) {
        const x = side * (2.6 + i * 1.15) * k;
        folds.push({ x0: x, y0: s.nd * 0.2, x1: x, y1, w: 0.2 * k, a: 0.3 * k, fade: 'none' });
      }
  }
  if (f('smocking') && !back)
    for (let y = s.nd + 1.5 * k; y < (s.skirt?.y ?? s.ua + 14 * k); y += 1.5 * k)
      for (let x = -s.ch; x < s.ch; x += 1.1 * k)
        folds.push({
          x0: x + r.bell() * 0.1,
          y0: y,
          x1: x + r.bell() * 0.1,
          y1: y + 1.5 * k,
          w: 0.26 * k,
          a: 0.26 * k,
          fade: 'both',
        });
  if (f('pleats') && s.skirt === undefined && !j.man)
    for (const x of [-6, 6])
      folds.push({ x0: x * k, y0: s.ua, x1: x * k * 1.5, y1: s.L, w: 0.4 * k, w1: 1 * k, a: 0.35 * k, fade: 'start' });
  // creases from the shelf
  if (!s.skirt && s.L > 55 * k && bolt.crumple > 0.35) {
    const y = s.L * r.range(0.46, 0.56);
    folds.push({ x0: -s.hem, y0: y, x1: s.hem, y1: y + r.bell() * 0.6, w: 0.34 * k, a: 0.13 * k, fade: 'none' });
  }
  const yokeY = back ? s.sd + 8 * k : s.sd + 7 * k;
  stage.piece({
    shape: outline,
    bolt,
    folds,
    edge: 0.75 * k,
    shadow: 0.8 * k,
    print: (c) => {
      if (!s.skirt && bolt.cloth.border !== 'none')
        stage.border(c, bolt, reversed(hem), (bolt.cloth.border === 'lace' ? 2.4 : s.L > 85 ? 6.5 : 4.5) * k);
      if (f('yoke') && !back && !j.man && brief.kind !== 'shirt') {
        // the yoke is cut from other cloth
        c.save();
        c.beginPath();
        c.rect(-40, -5, 80, yokeY + 9 * k);
        c.clip();
        c.scale(1 / stage.u, 1 / stage.u);
        c.fillStyle = boltFill(
          c,
          bolt.cloth.pattern === 'solid' ? bolt : second,
          0,
          0,
          bolt.cloth.pattern === 'solid' ? Math.PI / 2 : 0,
        );
        c.fillRect(-2000, -2000, 4000, 4000);
        c.restore();
      }
    },
    after: (c) => {
      // armholes
      const arm = right.filter((p) => p[1] >= s.sd - 0.01 && p[1] <= s.ua + 0.01);
      const armL = left.filter((p) => p[1] >= s.sd - 0.01 && p[1] <= s.ua + 0.01);
      for (const [line, sg] of [
        [arm, 1],
        [armL, -1],
      ] as const) {
        stage.stitch(c, offset(line, -sg * (s.sleeve.kind === 'none' ? 1.1 : 0.5) * k), thread, { alpha: 0.45 });
        if (s.sleeve.kind === 'none' && f('piping')) pipe(stage, c, offset(line, -sg * 0.2 * k), bolt.accent, 0.45 * k);
      }
      if (!s.skirt) {
        const hemStitch = offset(reversed(hem), (s.knit ? 1.9 : 1.7) * k);
        stage.stitch(c, hemStitch, thread, { alpha: 0.6 });
        if (s.knit) stage.stitch(c, offset(reversed(hem), 2.4 * k), thread, { alpha: 0.6 });
        if (f('hem-embroidery')) embroider(j, c, offset(reversed(hem), 1.8 * k), 2 * k, 1);
      }
      if (slitTop > 0)
        for (const line of [right, left]) {
          const sg = line === right ? 1 : -1;
          const part = line.filter((p) => p[1] > slitTop);
          stage.stitch(c, offset(part, -sg * 0.9 * k), thread, { alpha: 0.55 });
          stage.stitch(
            c,
            [
              [sg * (s.hem - 3 * k), slitTop - 0.2],
              [sg * (s.hem + 1), slitTop - 0.2],
            ],
            thread,
            { alpha: 0.6 },
          );
        }
      if (f('yoke') && !back && !j.man && brief.kind !== 'shirt') {
        stage.overlap(c, new Pen(-30, yokeY + 4 * k).q(0, yokeY + 4.6 * k, 30, yokeY + 4 * k).pts, bolt.base, -1);
        stage.stitch(c, new Pen(-30, yokeY + 3.5 * k).q(0, yokeY + 4.1 * k, 30, yokeY + 3.5 * k).pts, thread);
      } else if (f('yoke') || (back && (brief.kind === 'shirt' || brief.kind === 'dress-shirt'))) {
        if (back) {
          stage.overlap(c, new Pen(-30, yokeY).q(0, yokeY + 0.5, 30, yokeY).pts, bolt.base, -1);
          stage.stitch(c, new Pen(-30, yokeY - 0.5).q(0, yokeY, 30, yokeY - 0.5).pts, thread);
          for (const x of [-1.6, 1.6])
            stage.seam(c, new Pen(x * k, yokeY).l(x * 0.9 * k, yokeY + 24 * k).pts, bolt.base, 0.7);
          c.strokeStyle = css(thread, 0.8);
          c.lineWidth = 0.25 * k;
          c.beginPath();
          c.arc(0, yokeY - 0.2, 0.9 * k, 0.2, Math.PI - 0.2);
          c.stroke();
        } else
          for (const sg of [1, -1]) {
            const line = new Pen(sg * (s.nw * 0.9), s.sd + 3 * k).l(sg * (s.sh + 1), s.sd + 4.4 * k).pts;
            stage.seam(c, line, bolt.base);
            stage.stitch(c, offset(line, sg * 0.5 * k), thread);
          }
      }
      if (back && !f('yoke')) {
        if (brief.kind === 'kurta-straight' || brief.kind.startsWith('dress') || brief.kind === 'sherwani' || s.open) {
          if (s.open || (!j.man && !s.skirt && r.chance(0.5)))
            stage.seam(c, new Pen(0, nd).l(0.2, s.skirt ? s.skirt.y : s.L, 20).pts, bolt.base, 0.6);
          if (!j.man && !s.open)
            for (const sg of [1, -1])
              stage.seam(
                c,
                new Pen(sg * s.ch * 0.46, s.ua + 6 * k).c(
                  sg * s.ch * 0.42,
                  s.waY,
                  sg * s.ch * 0.44,
                  s.waY + 4,
                  sg * s.ch * 0.48,
                  Math.min(s.L, s.waY + 14 * k),
                ).pts,
                bolt.base,
                0.4,
              );
        }
      }
      if (f('pintucks') && !back) {
        const y1 = s.skirt ? s.skirt.y - 2 : Math.min(s.L * 0.5, 36 * k);
        for (const sg of [1, -1])
          for (let i = 0; i < 7; i++)
            stage.seam(
              c,
              [
                [sg * (2.9 + i * 1.15) * k, 0],
                [sg * (2.9 + i * 1.15) * k, y1],
              ],
              bolt.base,
              0.55,
            );
      }
      if (f('smocking') && !back)
        for (let y = s.nd + 1.5 * k; y < (s.skirt?.y ?? s.ua + 14 * k); y += 1.5 * k)
          stage.stitch(c, new Pen(-30, y).l(30, y).pts, thread, { alpha: 0.6, dash: 0.6 * k });
      if (f('side-pockets') && !back && !s.skirt && s.L > 60 * k)
        for (const [line, sg] of [
          [right, 1],
          [left, -1],
        ] as const) {
          const part = line.filter((p) => p[1] > s.waY + 6 * k && p[1] < s.waY + 23 * k);
          if (part.length > 2) {
            stage.seam(c, offset(part, -sg * 0.5 * k), bolt.base, 1);
            stage.stitch(c, offset(part, -sg * 1.1 * k), thread, { alpha: 0.6 });
          }
        }
    },
  });
  if (s.skirt) {
    stage.draw((c) => {
      const y = (s.skirt?.y ?? 0) + 0.3;
      const line = new Pen(-s.wa, y - 0.2).q(0, y + 0.7, s.wa, y - 0.2).pts;
      stage.overlap(c, line, bolt.base, -1);
    });
  }
  if (!back) {
    neckFinish(j, s, k, neck, trim);
    pockets(j, s, k);
    placket(j, s, k, trim);
    if (s.skirt && f('bow')) bow(j, 0, s.skirt.y, 7 * k, k);
    else if (f('bow')) bow(j, 0, s.nd + 1.5 * k, 5 * k, k);
    if (f('ruffle') && !s.skirt) ruffle(j, reversed(hem), 4.5 * k, k);
    if (f('ruffle') && s.skirt && s.neck !== 'collar' && j.brief.features.includes('smocking'))
      ruffle(
        j,
        new Pen(-s.ch * 0.86, s.nd * 0.98 + 1).q(0, s.nd * 1.05 + 1.4, s.ch * 0.86, s.nd * 0.98 + 1).pts,
        4.5 * k,
        k,
      );
  } else {
    stage.draw((c) => {
      stage.stitch(c, offset(neck, -0.9 * k), thread, { alpha: 0.6 });
    });
    collarBack(j, s, k, trim);
  }
  if (f('belt') || (f('elastic-waist') && s.skirt && !f('smocking'))) belt(j, s, k);
  if (f('tassels') && !back) {
    const y = neckBottom(s);
    if (s.neck !== 'band' && s.neck !== 'collar') {
      const len = r.range(10, 15) * k;
      for (const sg of [1, -1]) {
        const x = sg * r.range(1.4, 2.6) * k;
        stage.cord(
          new Pen(sg * 0.7 * k, y - 3 * k).c(sg * 2 * k, y, x + sg, y + len * 0.4, x, y + len).pts,
          0.38 * k,
          bolt.accent,
        );
        stage.tassel(x, y + len - 0.4, 4.2 * k, bolt.accent, bolt.ink, sg * 0.08);
      }
    }
  }
  for (const draw of forearms) draw();
}
function neckBottom(s: TopSpec): number {
  return s.neck === 'notch' ? s.nd + 8.5 : s.nd;
}

function hood(j: Job, s: TopSpec, k: number, back: boolean): void {
  const w = s.nw * 1.45;
  const shape = new Pen(-w, 3 * k)
    .c(-w * 1.25, -9 * k, -w * 0.7, -17 * k, 0, -17 * k)
    .c(w * 0.7, -17 * k, w * 1.25, -9 * k, w, 3 * k)
    .q(0, 7 * k, -w, 3 * k).pts;
  j.stage.piece({
    shape,
    bolt: j.bolt,
    dark: back ? 0 : 0.5,
    edge: 1 * k,
    shadow: 0.8 * k,
    folds: [{ x0: 0, y0: -16 * k, x1: 0, y1: 4 * k, w: 1 * k, a: 0.4 * k }],
    after: (c) =>
      j.stage.seam(
        c,
        [
          [0, -17 * k],
          [0, 6 * k],
        ],
        j.bolt.base,
      ),
  });
  if (back) return;
  const rim = new Pen(-w * 0.98, 2 * k)
    .c(-w * 1.2, -9 * k, -w * 0.66, -16.6 * k, 0, -16.6 * k)
    .c(w * 0.66, -16.6 * k, w * 1.2, -9 * k, w * 0.98, 2 * k)
    .c(w * 0.86, -7 * k, w * 0.5, -12.6 * k, 0, -12.6 * k)
    .c(-w * 0.5, -12.6 * k, -w * 0.86, -7 * k, -w * 0.98, 2 * k).pts;
  j.stage.piece({ shape: rim, bolt: j.bolt, edge: 0.8 * k, shadow: 0.4 * k });
}
/** The part of a collar that stands behind the neck opening. */
function collarBehind(j: Job, s: TopSpec, k: number, trim: Bolt): void {
  const { stage } = j;
  if (s.neck === 'band' || s.neck === 'collar') {
    const hgt = (s.neck === 'collar' ? 2.9 : 2.8) * k;
    const w = s.nw * 0.97;
    // inside of the stand
    stage.piece({
      shape: new Pen(-w, 0.8)
        .c(-w * 0.95, -hgt * 0.72, -w * 0.5, -hgt, 0, -hgt)
        .c(w * 0.5, -hgt, w * 0.95, -hgt * 0.72, w, 0.8)
        .c(w * 0.6, 2 * k, w * 0.3, 2.4 * k, 0, 2.4 * k)
        .c(-w * 0.3, 2.4 * k, -w * 0.6, 2 * k, -w, 0.8).pts,
      bolt: trim,
      dark: 0.22,
      edge: 0.5 * k,
      shadow: 0.4 * k,
      from: [0, 4],
      grain: Math.PI / 2,
      crumple: 0.15,
      after: (c) => {
        stage.stitch(c, new Pen(-w, 0.4).c(-w * 0.6, 1.5 * k, w * 0.6, 1.5 * k, w, 0.4).pts, threadOn(trim.base), {
          alpha: 0.5,
        });
      },
    });
    if (s.neck === 'collar') {
      // fall of the collar seen over the top edge
      stage.piece({
        shape: new Pen(-w - 0.6, 0.6)
          .c(-w, -hgt * 1.05, -w * 0.5, -hgt * 1.3, 0, -hgt * 1.3)
          .c(w * 0.5, -hgt * 1.3, w, -hgt * 1.05, w + 0.6, 0.6)
          .c(w * 0.85, -hgt * 0.5, w * 0.5, -hgt * 0.72, 0, -hgt * 0.72)
          .c(-w * 0.5, -hgt * 0.72, -w * 0.85, -hgt * 0.5, -w - 0.6, 0.6).pts,
        bolt: trim,
        edge: 0.7 * k,
        shadow: 0.3 * k,
        grain: Math.PI / 2,
        crumple: 0.1,
      });
    }
  }
}
function collarBack(j: Job, s: TopSpec, k: number, trim: Bolt): void {
  if (s.neck !== 'band' && s.neck !== 'collar' && s.neck !== 'peter-pan') return;
  const w = s.nw + 0.5;
  const up = (s.neck === 'band' ? 3 : 3.2) * k;
  const down = s.neck === 'band' ? 2 * k : s.neck === 'collar' ? 4.4 * k : 6 * k;
  const flare = s.neck === 'band' ? 0 : 2.2 * k;
  j.stage.piece({
    shape: new Pen(-w, 0.3)
      .c(-w * 0.9, -up * 0.8, -w * 0.5, -up, 0, -up)
      .c(w * 0.5, -up, w * 0.9, -up * 0.8, w, 0.3)
      .l(w + flare, 1.6 * k + down * 0.3)
      .c(w * 0.6, down * 1.05, w * 0.3, down * 1.15, 0, down * 1.15)
      .c(-w * 0.3, down * 1.15, -w * 0.6, down * 1.05, -w - flare, 1.6 * k + down * 0.3).pts,
    bolt: trim,
    edge: 0.7 * k,
    shadow: 0.6 * k,
    grain: Math.PI / 2,
    crumple: 0.15,
    after: (c) => {
      j.stage.stitch(c, new Pen(-w, down * 0.9).q(0, down * 1.2, w, down * 0.9).pts, threadOn(trim.base), {
        alpha: 0.3,
      });
    },
  });
}
function neckFinish(j: Job, s: TopSpec, k: number, neck: Pt[], trim: Bolt): void {
  const { stage, bolt, brief, rng: r } = j;
  const f = (name: string) => brief.features.includes(name);
  const thread = threadOn(bolt.base);
  if (s.neck === 'band') {
    const hgt = 3.1 * k;
    for (const sg of [1, -1]) {
      const line = neck.filter((p) => (sg > 0 ? p[0] >= -0.01 : p[0] <= 0.01));
      const ordered = sg > 0 ? reversed(line) : line;
      // from neck point to centre; band stands inside
      const outer = ordered;
      const reach = ordered.map((_, i): Pt => {
        const o = outer[i] as Pt;
        const t = i / (ordered.length - 1);
        return [
          o[0] - sg * hgt * 0.95 * Math.cos((t * Math.PI) / 2) ** 0.8 * (1 - t * 0.1),
          o[1] - hgt * (0.35 + 0.65 * t),
        ];
      });
      const shape: Pt[] = [...outer, ...reversed(reach)];
      stage.piece({
        shape,
        bolt: trim,
        edge: 0.5 * k,
        shadow: 0.4 * k,
        grain: sg * 0.9,
        crumple: 0.1,
        after: (c) => {
          stage.stitch(c, offset(outer, sg * 0.4 * k), thread, { alpha: 0.5 });
          stage.stitch(c, offset(reach, -sg * 0.4 * k), thread, { alpha: 0.5 });
          if (f('piping')) pipe(stage, c, reach, bolt.accent, 0.35 * k);
        },
      });
    }
  } else if (s.neck === 'collar') {
    const polo = brief.kind === 'polo';
    const open = brief.kind === 'shirt' && !f('placket') ? 2 : 0.25;
    const y = s.nd;
    for (const sg of [-1, 1]) {
      const tip: Pt = [sg * (polo ? 6.8 : r.range(6.6, 7.8)) * k, y + (polo ? 3.6 : r.range(4.8, 6.5)) * k];
      const w = s.nw;
      const shape = new Pen(sg * (w + 0.4), -0.5)
        .c(sg * w * 0.78, y * 0.3, sg * w * 0.4, y * 0.75, sg * open, y - 0.6 * k)
        .q(sg * (open + 1), y + 0.8 * k, tip[0], tip[1])
        .q(sg * (w * 1.12), y * 0.7, sg * (w + 3.3 * k), 2.1 * k)
        .q(sg * (w + 2.4 * k), 0, sg * (w + 0.4), -0.5).pts;
      const fold: Fold = {
        x0: sg * (w + 0.6),
        y0: 0,
        x1: sg * (open + 0.4),
        y1: y - 0.6,
        w: 0.9 * k,
        a: 0.34 * k,
        bow: sg * -0.6,
        fade: 'none',
      };
      stage.piece({
        shape,
        bolt: trim,
        edge: 0.55 * k,
        shadow: 0.7 * k,
        grain: sg * -0.55,
        from: [sg * 3, 6],
        folds: [fold],
        crumple: 0.12,
        ragged: 0.12,
        after: (c) => {
          const rim = new Pen(sg * (open + 0.6), y + 0.1)
            .q(sg * (open + 1.2), y + 0.5 * k, tip[0] - sg * 0.5, tip[1] - 0.7 * k)
            .q(sg * (w * 1.1 - 0.6), y * 0.7, sg * (w + 2.7 * k), 2.0 * k).pts;
          stage.stitch(c, rim, threadOn(trim.base), { alpha: 0.7 });
          if (f('piping'))
            pipe(
              stage,
              c,
              new Pen(sg * open, y - 0.3 * k)
                .q(sg * (open + 1), y + 0.7 * k, tip[0], tip[1] - 0.2)
                .q(sg * (w * 1.12 - 0.1), y * 0.7, sg * (w + 3.2 * k), 2.1 * k).pts,
              bolt.accent,
              0.4 * k,
            );
        },
      });
    }
  } else if (s.neck === 'peter-pan') {
    for (const sg of [-1, 1]) {
      const w = s.nw;
      const y = s.nd;
      const shape = new Pen(sg * w, -0.4)
        .c(sg * w * 0.98, y * 0.6, sg * w * 0.5, y, sg * 0.15, y)
        .c(sg * 0.2, y + 5.6 * k, sg * 6 * k, y + 7 * k, sg * (w * 0.75 + 3 * k), y + 2.5 * k)
        .c(sg * (w + 4.4 * k), y * 0.7, sg * (w + 4.6 * k), 3 * k, sg * (w + 3.6 * k), 1.6 * k)
        .q(sg * (w + 2 * k), 0.2, sg * w, -0.4).pts;
      stage.piece({
        shape,
        bolt: trim,
        edge: 0.6 * k,
        shadow: 0.6 * k,
        grain: sg * -0.5,
        crumple: 0.15,
        after: (c) => {
          const rim = shape.slice(19, 60);
          if (f('piping') || f('lace-hem')) pipe(stage, c, rim, bolt.accent, 0.4 * k);
          else stage.stitch(c, offset(rim, sg * 0.6 * k), threadOn(trim.base));
        },
      });
    }
  } else {
    // bound or faced edge
    stage.draw((c) => {
      c.save();
      trace(c, [...neck, ...reversed(neck.map(([x, y]): Pt => [x * 1.9, y + 20]))], true);
      const rib = s.knit;
      const wide = (rib ? 2.1 : 0.9) * k;
      c.restore();
      c.save();
      c.lineJoin = 'round';
      const band = offset(neck, -wide / 2);
      const tint = f('contrast-collar')
        ? bolt.accent
        : rib
          ? darker(bolt.base, bolt.cloth.pattern === 'stripe' ? 0 : 0.08)
          : bolt.base;
      if (rib || f('contrast-collar')) {
        trace(c, band, false);
        c.strokeStyle = css(tint);
        c.lineWidth = wide;
        c.stroke();
        c.strokeStyle = css(darker(tint, 0.5), 0.22);
        c.lineWidth = 0.12 * k;
        for (const p of along(band, 0.4 * k)) {
          c.beginPath();
          c.moveTo(p.x + Math.sin(p.a) * wide * 0.5, p.y - Math.cos(p.a) * wide * 0.5);
          c.lineTo(p.x - Math.sin(p.a) * wide * 0.5, p.y + Math.cos(p.a) * wide * 0.5);
          c.stroke();
        }
        stage.overlap(c, offset(neck, -wide), bolt.base, -1);
      }
      stage.seam(c, offset(neck, -0.12), bolt.base, 0.8);
      stage.stitch(c, offset(neck, -(rib ? wide + 0.5 * k : 0.9 * k)), thread, { alpha: 0.7 });
      if (f('piping')) pipe(stage, c, offset(neck, -0.25 * k), bolt.accent, 0.5 * k);
      c.restore();
    });
    if (s.neck === 'keyhole') {
      const y = s.nd + 1.3 * k;
      stage.draw((c) => {
        const drop = new Pen(0, y)
          .c(1.1 * k, y + 2.4 * k, 2 * k, y + 5 * k, 0, y + 7.2 * k)
          .c(-2 * k, y + 5 * k, -1.1 * k, y + 2.4 * k, 0, y).pts;
        trace(c, drop);
        c.fillStyle = css(darker(mix(bolt.base, [90, 70, 50], 0.3), 0.55));
        c.fill();
        trace(c, drop);
        c.strokeStyle = css(darker(bolt.base, 0.55));
        c.lineWidth = 0.18 * k;
        c.stroke();
        stage.stitch(
          c,
          new Pen(0.6 * k, y - 0.2)
            .c(1.9 * k, y + 2.4 * k, 2.9 * k, y + 6 * k, 0, y + 8.2 * k)
            .c(-2.9 * k, y + 6 * k, -1.9 * k, y + 2.4 * k, -0.6 * k, y - 0.2).pts,
          thread,
        );
        if (f('piping')) pipe(stage, c, drop, bolt.accent, 0.35 * k);
        stage.button(c, 0, y - 0.25 * k, 0.55 * k, 'cloth', bolt.accent);
      });
    }
  }
  if (f('neck-embroidery') || f('mirror-work'))
    stage.draw((c) => {
      const line = s.neck === 'band' || s.neck === 'collar' ? undefined : neck;
      if (line) {
        if (f('neck-embroidery')) embroider(j, c, offset(line, -0.8 * k), 1.55 * k, -1);
        if (f('mirror-work')) mirrors(j, c, offset(line, -1.2 * k), -1, k);
      } else {
        const y0 = s.nd + 1 * k;
        const y1 = y0 + 26 * k;
        for (const sg of [1, -1]) {
          const col =
            sg > 0 ? new Pen(2.4 * k, y1).l(2.4 * k, y0, 16).pts : new Pen(-2.4 * k, y0).l(-2.4 * k, y1, 16).pts;
          if (f('neck-embroidery')) embroider(j, c, col, 1.3 * k, -1);
          else mirrors(j, c, col, -1, k);
        }
      }
    });
}
function placket(j: Job, s: TopSpec, k: number, trim: Bolt): void {
  const { stage, bolt, brief, rng: r } = j;
  const f = (name: string) => brief.features.includes(name);
  const wants =
    f('placket') ||
    f('half-placket') ||
    s.open ||
    brief.kind === 'shirt' ||
    brief.kind === 'polo' ||
    brief.kind === 'sherwani';
  if (!wants) {
    if (f('buttons-wood') || f('buttons-shell'))
      stage.draw((c) => {
        const y0 = neckBottom(s) + 1.5 * k;
        for (let i = 0; i < 3; i++) stage.button(c, 0, y0 + i * 3.4 * k, 0.6 * k, buttonKind(j), bolt.base);
      });
    return;
  }
  const half =
    !s.open &&
    (f('half-placket') || brief.kind === 'polo' || (brief.kind.startsWith('kurta') && s.L > 85 && !f('placket')));
  const y0 =
    s.neck === 'v'
      ? s.nd - 0.4
      : s.neck === 'notch'
        ? s.nd + 0.3
        : s.nd - (s.neck === 'band' || s.neck === 'collar' ? 1.2 * k : 0);
  const end = half
    ? Math.min(s.skirt ? s.skirt.y - 2 : s.L * 0.62, y0 + (brief.kind === 'polo' ? 14 : r.range(24, 31)) * k)
    : s.skirt
      ? s.skirt.y
      : s.L + s.hemDrop * 0.9;
  const w = (half ? 1.75 : 1.6) * k;
  const kind = buttonKind(j);
  const thread = threadOn(bolt.base);
  if (s.open && brief.kind !== 'sherwani') {
    stage.draw((c) => {
      // one front over the other
      const line = new Pen(w * 0.9, y0).l(w * 0.9 + 0.2, end, 30).pts;
      stage.overlap(c, line, bolt.base, 1);
      stage.stitch(c, offset(line, -0.8 * k), thread, { alpha: 0.6 });
      if (f('piping')) pipe(stage, c, line, bolt.accent, 0.4 * k);
      const n = brief.kind === 'jacket' ? 5 : s.neck === 'v' ? 4 : 6;
      for (let i = 0; i < n; i++) {
        const y = y0 + (s.neck === 'v' ? 2 : 2.2) * k + ((end - y0 - 9 * k) * i) / (n - 1);
        c.strokeStyle = css(darker(bolt.base, 0.6), 0.7);
        c.lineWidth = 0.16 * k;
        c.beginPath();
        c.moveTo(-0.2 * k, y);
        c.lineTo(1.3 * k, y);
        c.stroke();
        stage.button(c, 0, y, (brief.kind === 'jacket' ? 1 : 0.85) * k, kind, bolt.base);
      }
    });
    return;
  }
  const cloth = f('contrast-collar') ? trim : bolt;
  const shape = half
    ? new Pen(-w, y0)
        .l(w, y0)
        .l(w, end - w)
        .l(0, end + 0.2)
        .l(-w, end - w)
        .l(-w, y0).pts
    : new Pen(-w, y0)
        .l(w, y0)
        .l(w, end + 0.1, 30)
        .l(-w, end + 0.1)
        .l(-w, y0, 30).pts;
  stage.piece({
    shape,
    bolt: cloth,
    from: [r.range(0.4, 1.2), (y0 + end) / 2],
    edge: 0.22 * k,
    shadow: 0.3 * k,
    crumple: bolt.crumple * 0.35,
    ragged: 0.1,
    after: (c) => {
      for (const sg of [1, -1])
        stage.stitch(c, new Pen(sg * (w - 0.45 * k), y0).l(sg * (w - 0.45 * k), end - (half ? w : 0), 20).pts, thread, {
          alpha: 0.65,
        });
      if (half) {
        stage.stitch(c, new Pen(-w, end - w * 1.9).l(w, end - w * 1.9).pts, thread);
        stage.stitch(
          c,
          new Pen(-w + 0.3, end - w * 1.7)
            .l(w - 0.3, end - w * 0.9)
            .l(-w + 0.3, end - w * 0.9)
            .l(w - 0.3, end - w * 1.7).pts,
          thread,
          { alpha: 0.45 },
        );
      }
      if (f('piping')) pipe(stage, c, new Pen(w - 0.1, y0).l(w - 0.1, end, 20).pts, bolt.accent, 0.3 * k);
    },
  });
  stage.draw((c) => {
    const run = end - y0 - (half ? 5 : 12) * k;
    const n = half
      ? brief.kind === 'polo'
        ? 3
        : r.int(4, 5)
      : Math.max(5, Math.round(run / ((brief.kind === 'sherwani' ? 6 : 9) * k)) + 1);
    for (let i = 0; i < n; i++) {
      const y = y0 + 1.8 * k + (run * i) / (n - 1);
      if (brief.kind !== 'sherwani') {
        c.strokeStyle = css(darker(cloth.base, 0.55), 0.55);
        c.lineWidth = 0.13 * k;
        c.beginPath();
        c.moveTo(0, y - 0.95 * k);
        c.lineTo(0, y + 0.95 * k);
        c.stroke();
      }
      stage.button(c, 0, y, (brief.kind === 'sherwani' ? 0.8 : 0.62) * k, kind, cloth.base);
    }
  });
}
export function patchPocket(
  j: Job,
  x: number,
  y: number,
  w: number,
  h: number,
  k: number,
  o: { flap?: boolean; bolt?: Bolt; tilt?: number } = {},
): void {
  const { stage, rng: r } = j;
  const bolt = o.bolt ?? j.bolt;
  const cut = r.range(0.6, 1.6) * k;
  const shape = new Pen(x - w / 2, y)
    .l(x + w / 2, y)
    .l(x + w / 2 - 0.1, y + h - cut)
    .q(x + w / 2 - 0.1, y + h - 0.1, x + w / 2 - cut * 1.3, y + h)
    .l(x - w / 2 + cut * 1.3, y + h)
    .q(x - w / 2 + 0.1, y + h - 0.1, x - w / 2 + 0.1, y + h - cut)
    .l(x - w / 2, y).pts;
  const thread = threadOn(bolt.base);
  stage.piece({
    shape,
    bolt,
    from: [x * 0.3 + r.range(-2, 2), y * 0.3 + r.range(-2, 2)],
    grain: o.tilt ?? 0,
    edge: 0.3 * k,
    shadow: 0.4 * k,
    ragged: 0.1,
    crumple: bolt.crumple * 0.5,
    after: (c) => {
      stage.stitch(
        c,
        new Pen(x - w / 2 + 0.4 * k, y)
          .l(x - w / 2 + 0.45 * k, y + h - cut)
          .q(x - w / 2 + 0.5 * k, y + h - 0.5 * k, x - w / 2 + cut * 1.3, y + h - 0.45 * k)
          .l(x + w / 2 - cut * 1.3, y + h - 0.45 * k)
          .q(x + w / 2 - 0.5 * k, y + h - 0.5 * k, x + w / 2 - 0.45 * k, y + h - cut)
          .l(x + w / 2 - 0.4 * k, y).pts,
        thread,
      );
      stage.stitch(
        c,
        [
          [x - w / 2, y + 1.8 * k],
          [x + w / 2, y + 1.8 * k],
        ],
        thread,
      );
      if (j.brief.features.includes('piping'))
        pipe(
          stage,
          c,
          [
            [x - w / 2, y + 0.15],
            [x + w / 2, y + 0.15],
          ],
          bolt.accent,
          0.4 * k,
        );
    },
  });
}
function pockets(j: Job, s: TopSpec, k: number): void {
  const { stage, bolt, brief, rng: r } = j;
  const f = (name: string) => brief.features.includes(name);
  const thread = threadOn(bolt.base);
  if (f('chest-pocket')) {
    if (s.open && brief.kind !== 'jacket')
      stage.draw((c) => {
        const x = s.ch * 0.48;
        const y = s.ua - 2 * k;
        const slant = -0.12;
        c.save();
        c.translate(x, y);
        c.rotate(slant);
        c.fillStyle = css(darker(bolt.base, 0.12));
        c.shadowColor = 'rgba(20,10,0,0.5)';
        c.shadowBlur = stage.u * 0.4;
        c.shadowOffsetY = stage.u * 0.12;
        c.fillRect(-5 * k, -1.1 * k, 10 * k, 2.2 * k);
        c.restore();
        // a folded square peeps out
        if (r.chance(0.6)) {
          const p = new Pen(x - 4 * k, y - 0.6 * k)
            .l(x - 2.4 * k, y - 3.6 * k)
            .l(x - 0.6 * k, y - 1.4 * k)
            .l(x + 1.4 * k, y - 4 * k)
            .l(x + 4 * k, y - 1.4 * k)
            .l(x - 4 * k, y - 0.6 * k).pts;
          trace(c, p);
          c.fillStyle = css(bolt.accent);
          c.fill();
          c.strokeStyle = css(darker(bolt.accent, 0.4), 0.5);
          c.lineWidth = 0.12 * k;
          c.stroke();
        }
      });
    else patchPocket(j, s.ch * 0.48, s.ua - 6 * k, 10 * k, 11.5 * k, k);
  }
  if (f('patch-pockets')) {
    const low = s.skirt ? s.skirt.y + 12 * k : s.L < 75 * k ? s.L - 22 * k : s.waY + 12 * k;
    const x = s.skirt ? s.skirt.w0 * 0.72 : s.hem * 0.56;
    for (const sg of [-1, 1]) patchPocket(j, sg * x, low, 13 * k, 14.5 * k, k, { tilt: r.bell() * 0.02 });
    if (brief.kind === 'jacket' || (brief.kind === 'shirt' && f('yoke')))
      for (const sg of [-1, 1]) patchPocket(j, sg * s.ch * 0.5, s.ua - 5 * k, 10.5 * k, 11 * k, k);
  }
  if (f('side-pockets') && s.open)
    stage.draw((c) => {
      for (const sg of [1, -1]) {
        const line = new Pen(sg * s.ch * 0.36, s.L - 19 * k).l(sg * s.ch * 0.82, s.L - 20.5 * k).pts;
        stage.overlap(c, line, bolt.base, sg);
        stage.stitch(c, offset(line, -sg * 0.7 * k), thread);
        stage.stitch(c, offset(line, sg * 1.5 * k), thread);
      }
    });
}
function belt(j: Job, s: TopSpec, k: number): void {
  const { stage, bolt, second, back, brief, rng: r } = j;
  const y = s.skirt ? s.skirt.y - 0.6 : s.waY + 2;
  const w = (s.skirt ? s.wa : s.wa) + 0.5;
  const h = (brief.features.includes('elastic-waist') && !brief.features.includes('belt') ? 1.6 : 2.1) * k;
  const cloth = brief.features.includes('belt') && r.chance(0.5) ? second : bolt;
  const shape = new Pen(-w, y - h)
    .q(0, y - h + 0.9, w, y - h, 20)
    .l(w + 0.2, y + h)
    .q(0, y + h + 0.9, -w - 0.2, y + h, 20)
    .l(-w, y - h).pts;
  const folds: Fold[] = [];
  for (let i = 0; i < 26; i++) {
    const x = (i / 25 - 0.5) * 2 * w;
    folds.push({
      x0: x,
      y0: y - h * 1.1,
      x1: x + r.bell() * 0.3,
      y1: y + h * 1.2,
      w: 0.3 * k,
      a: brief.features.includes('belt') ? 0.05 * k : 0.24 * k,
      fade: 'both',
    });
  }
  stage.piece({
    shape,
    bolt: cloth,
    grain: Math.PI / 2,
    folds,
    edge: 0.35 * k,
    shadow: 0.5 * k,
    crumple: 0.2,
    after: (c) => {
      stage.stitch(c, new Pen(-w, y - h + 0.5).q(0, y - h + 1.4, w, y - h + 0.5).pts, threadOn(cloth.base), {
        alpha: 0.5,
      });
      stage.stitch(c, new Pen(-w, y + h - 0.5).q(0, y + h + 0.4, w, y + h - 0.5).pts, threadOn(cloth.base), {
        alpha: 0.5,
      });
    },
  });
  if (brief.features.includes('belt') && !back) tieKnot(j, r.range(-7, 7) * k, y + 0.4, k, cloth, r.range(17, 26) * k);
}
/** A knot with two hanging ends. */
export function tieKnot(j: Job, x: number, y: number, k: number, cloth: Bolt, len: number): void {
  const { stage, rng: r } = j;
  for (const sg of [-1, 1]) {
    const ex = x + sg * r.range(3, 6) * k;
    const L = len * r.range(0.85, 1.1);
    const w = 1.7 * k;
    const shape = new Pen(x - w * 0.6, y)
      .c(x + sg * 2 * k - w, y + L * 0.4, ex - w * 0.9, y + L * 0.6, ex - w, y + L)
      .l(ex + w, y + L + sg * 0.8 * k)
      .c(ex + w * 1.1, y + L * 0.6, x + sg * 2 * k + w, y + L * 0.4, x + w * 0.6, y).pts;
    stage.piece({
      shape,
      bolt: cloth,
      grain: -sg * 0.15,
      edge: 0.5 * k,
      shadow: 0.7 * k,
      folds: [{ x0: x, y0: y, x1: ex, y1: y + L, w: 0.5 * k, a: 0.3 * k, bow: sg * -0.6, fade: 'end' }],
    });
  }
  stage.piece({
    shape: new Pen(x - 1.9 * k, y - 1.7 * k)
      .q(x, y - 2.5 * k, x + 1.9 * k, y - 1.7 * k)
      .q(x + 2.3 * k, y, x + 1.7 * k, y + 2 * k)
      .q(x, y + 2.6 * k, x - 1.7 * k, y + 2 * k)
      .q(x - 2.3 * k, y, x - 1.9 * k, y - 1.7 * k).pts,
    bolt: cloth,
    grain: 0.6,
    edge: 0.9 * k,
    shadow: 0.6 * k,
    folds: [{ x0: x - 1.5 * k, y0: y - 1.5 * k, x1: x + 1 * k, y1: y + 2 * k, w: 0.4 * k, a: -0.3 * k }],
  });
}
/** A bow: two loops, two ends, a knot. */
export function bow(j: Job, x: number, y: number, size: number, k: number): void {
  const { stage, second, rng: r } = j;
  for (const sg of [-1, 1]) {
    const tail = new Pen(x, y)
      .c(x + sg * size * 0.2, y + size * 0.5, x + sg * size * 0.5, y + size * 0.8, x + sg * size * 0.55, y + size * 1.2)
      .l(x + sg * size * 0.95, y + size * 1.05)
      .c(x + sg * size * 0.8, y + size * 0.6, x + sg * size * 0.4, y + size * 0.3, x, y).pts;
    stage.piece({ shape: tail, bolt: second, grain: -sg * 0.4, edge: 0.4 * k, shadow: 0.5 * k });
    const loop = new Pen(x, y - size * 0.08)
      .c(
        x + sg * size * 0.4,
        y - size * 0.7,
        x + sg * size * 1.15,
        y - size * 0.6,
        x + sg * size * 1.1,
        y - size * 0.02,
      )
      .c(x + sg * size * 1.15, y + size * 0.45, x + sg * size * 0.5, y + size * 0.4, x, y + size * 0.1).pts;
    stage.piece({
      shape: loop,
      bolt: second,
      grain: sg * 1.3,
      edge: 0.8 * k,
      shadow: 0.6 * k,
      folds: [
        { x0: x, y0: y, x1: x + sg * size * 0.8, y1: y - size * 0.25, w: 0.4 * k, a: 0.4 * k, fade: 'end' },
        { x0: x, y0: y, x1: x + sg * size * 0.8, y1: y + size * 0.15, w: 0.4 * k, a: -0.3 * k, fade: 'end' },
      ],
    });
  }
  stage.piece({
    shape: new Pen(x - size * 0.17, y - size * 0.2)
      .q(x, y - size * 0.28, x + size * 0.17, y - size * 0.2)
      .q(x + size * 0.22, y, x + size * 0.15, y + size * 0.22)
      .q(x, y + size * 0.28, x - size * 0.15, y + size * 0.22)
      .q(x - size * 0.22, y, x - size * 0.17, y - size * 0.2).pts,
    bolt: second,
    edge: 0.6 * k,
    shadow: 0.4 * k,
    grain: r.bell() * 0.2,
  });
}
export function printMotif(c: Ctx, bolt: Bolt, motif: string, x: number, y: number, size: number, seed: string): void {
  stamp(
    { ctx: c, ink: bolt.ink, accent: bolt.accent, base: bolt.base, off: [0.02, 0.02], rng: new Rng(seed) },
    motif,
    x,
    y,
    size,
  );
}
