// Lengths of cloth: hung, folded, pleated, stacked, seen near.
import { type Bolt, boltFill } from './cloth.ts';
import {
  type Ctx,
  css,
  darker,
  lighter,
  luma,
  offset,
  Pen,
  type Pt,
  type Rgb,
  Rng,
  reversed,
  threadOn,
} from './core.ts';
import type { Fold, Stage } from './stage.ts';
import { type Job, pipe, printMotif } from './tops.ts';

function fringe(stage: Stage, line: readonly Pt[], len: number, colour: Rgb, seed: string, knots: boolean): void {
  const r = new Rng(seed);
  stage.draw((c) => {
    c.save();
    c.lineCap = 'round';
    c.shadowColor = 'rgba(38,24,12,0.3)';
    c.shadowBlur = stage.u * 0.25;
    c.shadowOffsetY = stage.u * 0.1;
    for (let i = 0; i < line.length; i++) {
      const [x, y] = line[i] as Pt;
      const bunch = knots ? 7 : 2;
      const lean = r.bell() * 0.14 * len;
      for (let q = 0; q < bunch; q++) {
        c.strokeStyle = css(r.chance(0.4) ? lighter(colour, 0.18) : darker(colour, r.range(0, 0.2)));
        c.lineWidth = knots ? 0.13 : 0.16;
        c.beginPath();
        c.moveTo(x + (q / bunch - 0.5) * (knots ? 0.2 : 0.3), y - 0.3);
        c.quadraticCurveTo(
          x + (q / bunch - 0.5) * 0.3,
          y + len * 0.45,
          x + lean + (q / bunch - 0.5) * (knots ? 0.9 : 0.5),
          y + len * r.range(0.86, 1.06),
        );
        c.stroke();
      }
      if (knots) {
        c.fillStyle = css(colour);
        c.beginPath();
        c.arc(x, y + len * 0.2, 0.34, 0, 7);
        c.fill();
      }
    }
    c.restore();
  });
}

/** A length thrown over a wooden rod. */
export function hung(
  j: Job,
  o: { y: number; w: number; short: number; long: number; x: number; noRod?: boolean },
): void {
  const { stage, bolt, brief, rng: r } = j;
  const f = (n: string) => brief.features.includes(n);
  const rodY = o.y;
  const tone: Rgb = [150, 108, 70];
  const rod = () =>
    stage.draw((c) => {
      const g = c.createLinearGradient(0, rodY - 1.1, 0, rodY + 1.1);
      g.addColorStop(0, css(lighter(tone, 0.35)));
      g.addColorStop(0.4, css(tone));
      g.addColorStop(1, css(darker(tone, 0.5)));
      c.save();
      c.shadowColor = 'rgba(38,24,12,0.35)';
      c.shadowBlur = 10;
      c.shadowOffsetY = 9;
      c.fillStyle = g;
      c.beginPath();
      c.roundRect(-46, rodY - 1.1, 92, 2.2, 1.1);
      c.fill();
      c.restore();
      c.strokeStyle = 'rgba(60,35,15,.25)';
      c.lineWidth = 0.12;
      for (let i = 0; i < 6; i++) {
        c.beginPath();
        c.moveTo(-45 + i * 14, rodY - 0.6 + (i % 3) * 0.5);
        c.lineTo(-38 + i * 15, rodY - 0.5 + (i % 3) * 0.5);
        c.stroke();
      }
    });
  const fall = (x: number, w: number, L: number, dark: number, n: number, seed: number): void => {
    const spread = w * r.range(1.08, 1.2);
    const phase = seed;
    const bottom: Pt[] = [];
    for (let i = 0; i <= 64; i++) {
      const t = i / 64;
      bottom.push([x - spread + t * spread * 2, rodY + L + Math.sin(t * n * 6.283 + phase) * 1.1 + (t - 0.5) * 2.4]);
    }
    const shape: Pt[] = [
      ...new Pen(x - w, rodY - 1.2)
        .q(x, rodY - 1.9, x + w, rodY - 1.2, 20)
        .c(x + w + 0.4, rodY + L * 0.3, x + spread - 0.6, rodY + L * 0.7, (bottom[64] as Pt)[0], (bottom[64] as Pt)[1])
        .pts,
      ...reversed(bottom),
      ...new Pen((bottom[0] as Pt)[0], (bottom[0] as Pt)[1]).c(
        x - spread + 0.6,
        rodY + L * 0.7,
        x - w - 0.4,
        rodY + L * 0.3,
        x - w,
        rodY - 1.2,
      ).pts,
    ];
    const folds: Fold[] = [];
    for (let i = 0; i < n; i++) {
      // ridges meet the crests of the hem
      const t = (i + 0.25 - phase / 6.283 + 3) % n;
      const q = t / n;
      const x0 = x - w + q * 2 * w + r.bell() * 0.7;
      const x1 = x - spread + q * 2 * spread;
      folds.push({
        x0,
        y0: rodY - 1,
        x1,
        y1: rodY + L + 2,
        w: (w / n) * 0.34,
        w1: (spread / n) * 0.46,
        a: r.range(1.1, 1.7),
        bow: r.bell() * 1.4,
        fade: 'none',
      });
      folds.push({
        x0: x0 + w / n,
        y0: rodY - 1,
        x1: x1 + spread / n,
        y1: rodY + L + 2,
        w: (w / n) * 0.3,
        w1: (spread / n) * 0.4,
        a: -r.range(0.4, 0.9),
        fade: 'none',
      });
    }
    folds.push({ x0: x - w, y0: rodY + 2.6, x1: x + w, y1: rodY + 2.6, w: 1.6, a: -0.5, fade: 'none' });
    const endWidth = brief.kind === 'saree' ? 22 : bolt.cloth.border === 'none' ? 0 : 9;
    stage.piece({
      shape,
      bolt,
      folds,
      dark,
      edge: 0.5,
      shadow: 1.1,
      crumple: bolt.crumple * 0.7,
      from: [x, rodY + L * 0.5],
      print: (c) => {
        if (bolt.cloth.border === 'none') return;
        // the long borders run down both sides, the end-piece across
        const sides = 4.2;
        for (const sg of [-1, 1]) {
          const line =
            sg > 0
              ? new Pen(x + spread + 0.4, rodY + L + 3).l(x + w + 0.4, rodY - 3, 40).pts
              : new Pen(x - w - 0.4, rodY - 3).l(x - spread - 0.4, rodY + L + 3, 40).pts;
          stage.border(c, bolt, reversed(line), sides);
        }
        stage.border(
          c,
          bolt,
          bottom.map((p): Pt => [p[0], p[1] + 0.2]),
          endWidth > 0 ? Math.min(endWidth, bolt.cloth.border === 'lace' ? 3 : 9) : 0,
        );
        if (brief.kind === 'saree') {
          stage.border(
            c,
            bolt,
            bottom.map((p): Pt => [p[0], p[1] - 12]),
            5,
          );
        }
      },
      after: (c) => stage.stitch(c, offset(bottom, 0.8), threadOn(bolt.base), { alpha: 0.3 }),
    });
    if (f('tassels') || brief.kind === 'shawl') {
      const pts: Pt[] = [];
      for (let i = 1; i < 64; i += f('tassels') ? 3 : 1) pts.push(bottom[i] as Pt);
      fringe(
        stage,
        pts,
        f('tassels') ? 5.5 : 3.4,
        bolt.cloth.border === 'none' ? bolt.base : bolt.accent,
        `${stage.seed}/f${seed}`,
        f('tassels'),
      );
    } else if (bolt.weave === 'linen' || bolt.weave === 'khadi')
      fringe(stage, bottom.slice(1, 64), 1.8, bolt.base, `${stage.seed}/g`, false);
  };
  const lean = r.chance(0.5) ? 1 : -1;
  if (!o.noRod) rod();
  fall(o.x + lean * o.w * 0.3, o.w * 0.92, o.long, 0.3, r.int(4, 5), r.range(0, 6));
  fall(o.x - lean * o.w * 0.12, o.w, o.short, 0, r.int(4, 6), r.range(0, 6));
}

/** Folded flat into a block, its edges and one turned corner showing. */
export function foldedBlock(
  j: Job,
  o: { x: number; y: number; w: number; h: number; corner: boolean; layers: number },
): void {
  const { stage, bolt, second, rng: r } = j;
  const { x, y, w, h } = o;
  for (let i = o.layers; i >= 1; i--) {
    const dx = i * 0.65 + r.bell() * 0.2;
    const dy = i * 0.75;
    stage.piece({
      shape: new Pen(x + dx, y + dy)
        .l(x + w + dx * 0.7, y + dy, 12)
        .q(x + w + dx + 0.9, y + h / 2 + dy, x + w + dx * 0.7, y + h + dy, 16)
        .l(x + dx, y + h + dy, 12)
        .q(x + dx - 0.4, y + h / 2, x + dx, y + dy, 16).pts,
      bolt,
      dark: 0.12 + 0.05 * i,
      edge: 0.6,
      shadow: 0.5,
      from: [x + w / 2 - i * 3, y + h / 2],
    });
  }
  const cut = o.corner ? Math.min(w, h) * r.range(0.26, 0.36) : 0;
  const shape = new Pen(x, y + 0.4)
    .q(x + w * 0.5, y - 0.3, x + w - 0.2, y, 24)
    .q(x + w + 0.5, y + h * 0.5, x + w, y + h - cut * 1.05, 24)
    .l(x + w - cut, y + h, 10)
    .l(x + 0.4, y + h, 20)
    .q(x - 0.5, y + h * 0.5, x, y + 0.4, 24).pts;
  const folds: Fold[] = [
    { x0: x + w * 0.5, y0: y, x1: x + w * 0.5 + r.bell(), y1: y + h, w: 0.5, a: 0.22, fade: 'none' },
    {
      x0: x,
      y0: y + h * r.range(0.45, 0.55),
      x1: x + w,
      y1: y + h * r.range(0.45, 0.55),
      w: 0.5,
      a: 0.2,
      fade: 'none',
    },
    { x0: x + 2, y0: y + h * 0.8, x1: x + w * 0.7, y1: y + h * r.range(0.6, 0.9), w: 1.6, a: 0.3 },
    { x0: x + w * 0.2, y0: y + 3, x1: x + w * r.range(0.5, 0.9), y1: y + h * 0.4, w: 2, a: 0.3 },
  ];
  stage.piece({
    shape,
    bolt,
    folds,
    edge: 1.1,
    shadow: 0.9,
    from: [x + w / 2, y + h / 2],
    print: (c) => {
      if (bolt.cloth.border === 'none') return;
      stage.border(
        c,
        bolt,
        new Pen(x + w + 0.6, y - 2).l(x + w + 0.6, y + h + 2, 30).pts.reverse() as Pt[],
        Math.min(10, w * 0.16),
      );
      if (j.brief.kind === 'saree' || j.brief.kind === 'shawl')
        stage.border(c, bolt, new Pen(x - 2, y + h + 0.4).l(x + w + 2, y + h + 0.4, 30).pts, Math.min(13, h * 0.2));
    },
  });
  if (cut > 0) {
    // the corner turned back, its wrong side up
    const a: Pt = [x + w, y + h - cut * 1.05];
    const b: Pt = [x + w - cut, y + h];
    const tip: Pt = [x + w - cut * 1.02, y + h - cut * 1.08];
    stage.piece({
      shape: new Pen(a[0] + 0.1, a[1])
        .q((a[0] + tip[0]) / 2, a[1] - 0.8, tip[0], tip[1])
        .q(tip[0] - 0.6, (tip[1] + b[1]) / 2, b[0], b[1] + 0.1)
        .q((a[0] + b[0]) / 2 + 0.8, (a[1] + b[1]) / 2 + 0.8, a[0] + 0.1, a[1]).pts,
      bolt: j.brief.kind === 'saree' ? second : bolt,
      grain: Math.PI / 2 + 0.04,
      dark: 0.16,
      edge: 0.9,
      shadow: 1.2,
      folds: [{ x0: a[0], y0: a[1], x1: b[0], y1: b[1], w: 1.6, a: 0.9, fade: 'none' }],
    });
  }
}

/** A pleated end laid out like a fan. */
export function pleats(
  j: Job,
  o: { x: number; y: number; w: number; h: number; n: number; flare: number; end: number },
): void {
  const { stage, bolt } = j;
  const f = (n: string) => j.brief.features.includes(n);
  const folds: Fold[] = [];
  const bottom: Pt[] = [];
  const total = o.n * 8;
  const X = (t: number, q: number) => o.x + o.w / 2 + (t - 0.5) * o.w * (1 + (o.flare - 1) * q);
  for (let i = 0; i <= total; i++) {
    const t = i / total;
    const saw = (t * o.n) % 1;
    bottom.push([
      X(t, 1),
      o.y + o.h + (saw < 0.85 ? saw * 1.1 : (1 - saw) * 6) - 0.5 + Math.abs(t - 0.5) * -4 * (o.flare - 1),
    ]);
  }
  for (let i = 0; i < o.n; i++) {
    const t = (i + 0.86) / o.n;
    folds.push({
      x0: X(t, 0),
      y0: o.y - 1,
      x1: X(t, 1),
      y1: o.y + o.h + 2,
      w: (o.w / o.n) * 0.16,
      w1: ((o.w * o.flare) / o.n) * 0.16,
      a: 0.9,
      fade: 'none',
    });
    const t2 = (i + 1.06) / o.n;
    folds.push({
      x0: X(t2, 0),
      y0: o.y - 1,
      x1: X(t2, 1),
      y1: o.y + o.h + 2,
      w: (o.w / o.n) * 0.14,
      w1: ((o.w * o.flare) / o.n) * 0.13,
      a: -0.8,
      fade: 'none',
    });
  }
  const shape: Pt[] = [...new Pen(X(0, 0), o.y).q(o.x + o.w / 2, o.y - 0.8, X(1, 0), o.y, 20).pts, ...reversed(bottom)];
  stage.piece({
    shape,
    bolt,
    folds,
    edge: 0.4,
    shadow: 1,
    crumple: bolt.crumple * 0.3,
    print: (c) => {
      if (bolt.cloth.border === 'none') return;
      const flat = new Pen(X(0, 1) - 1, o.y + o.h + 1).q(
        o.x + o.w / 2,
        o.y + o.h + 2,
        X(1, 1) + 1,
        o.y + o.h + 1,
        40,
      ).pts;
      stage.border(c, bolt, flat, o.end);
      stage.border(
        c,
        bolt,
        flat.map((p): Pt => [p[0], p[1] - o.end * 1.25]),
        o.end * 0.5,
      );
    },
    after: (c) => {
      for (let i = 1; i < o.n; i++) {
        const t = i / o.n;
        stage.seam(c, new Pen(X(t, 0), o.y).l(X(t, 1), o.y + o.h + 1, 20).pts, bolt.base, 0.55);
      }
    },
  });
  if (f('tassels'))
    fringe(
      stage,
      bottom.filter((_, i) => i % 2 === 1),
      4.6,
      bolt.cloth.border === 'none' ? bolt.base : bolt.accent,
      `${stage.seed}/pf`,
      true,
    );
}

/** The saree, dupatta, stole and shawl fronts, three ways. */
export function drawLength(j: Job): void {
  const { brief, rng: r } = j;
  const kind = brief.kind;
  const way =
    kind === 'saree'
      ? r.chance(0.65)
        ? 'pleated'
        : 'hung'
      : kind === 'shawl'
        ? r.pick(['hung', 'folded'])
        : kind === 'swaddle'
          ? 'folded'
          : r.pick(['hung', 'hung', 'pleated', 'folded']);
  if (j.back) {
    if (way === 'hung') foldedBlock(j, { x: -31, y: 24, w: 60, h: 74, corner: true, layers: 4 });
    else hung(j, { y: 13, w: 21, short: 88, long: 97, x: 0 });
    return;
  }
  if (way === 'hung')
    hung(j, {
      y: 12,
      w: kind === 'saree' ? 27 : r.range(17, 23),
      short: r.range(78, 88),
      long: r.range(92, 98),
      x: r.range(-3, 3),
    });
  else if (way === 'pleated') {
    foldedBlock(j, { x: -33, y: 12, w: 64, h: 52, corner: false, layers: 4 });
    pleats(j, {
      x: -25 + r.range(-3, 3),
      y: 46,
      w: 46,
      h: 62,
      n: r.int(7, 9),
      flare: r.range(1.12, 1.3),
      end: brief.kind === 'saree' ? 12 : 7,
    });
  } else foldedBlock(j, { x: -31, y: 20, w: 60, h: 80, corner: true, layers: kind === 'shawl' ? 3 : 5 });
}

/** The yardage, folded and piled, seen from a little above the table. */
export function stack(
  j: Job,
  o: { n: number; bolts: readonly Bolt[]; x: number; y: number; w: number; slab: number },
): void {
  const { stage, rng: r } = j;
  let y = o.y;
  const tops: { x: number; w: number; y: number; bolt: Bolt }[] = [];
  for (let i = 0; i < o.n; i++) {
    const bolt = o.bolts[i % o.bolts.length] as Bolt;
    const h = o.slab * r.range(0.88, 1.12);
    const w = o.w * r.range(0.94, 1);
    const x = o.x + r.bell() * 1.6;
    y -= h * 0.92;
    tops.push({ x, w, y, bolt });
    const last = i === o.n - 1;
    if (last) {
      // top face in perspective
      const depth = 24;
      const inset = 6.5;
      const face = new Pen(x - w + 2.2, y + 2.6)
        .l(x - w + inset, y - depth, 14)
        .q(x, y - depth - 1.2, x + w - inset, y - depth, 24)
        .l(x + w - 2.2, y + 2.6, 14)
        .l(x - w + 2.2, y + 2.6, 20).pts;
      stage.piece({
        shape: face,
        bolt,
        edge: 0.9,
        shadow: 0.6,
        bend: 0.6,
        folds: [
          { x0: x - w * 0.5, y0: y - depth, x1: x - w * 0.4, y1: y, w: 2.2, a: 0.5 },
          { x0: x - w * 0.8, y0: y - depth * 0.4, x1: x + w * 0.8, y1: y - depth * 0.52, w: 1.3, a: 0.35 },
          { x0: x + w * 0.3, y0: y - depth, x1: x + w * 0.5, y1: y, w: 2.6, a: -0.4 },
        ],
        fill: (c) => {
          // squeezed toward the far edge, strip by strip
          c.scale(1 / stage.u, 1 / stage.u);
          const strips = 26;
          for (let s = 0; s < strips; s++) {
            const t0 = s / strips;
            const t1 = (s + 1) / strips;
            const yy0 = (y + 3 - (depth + 4) * t0) * stage.u;
            const yy1 = (y + 3 - (depth + 4) * t1) * stage.u;
            const sx = 1 - (inset / w) * t0;
            c.save();
            c.beginPath();
            c.rect(-2000, yy1 - 0.7, 4000, yy0 - yy1 + 1.4);
            c.clip();
            c.translate(x * stage.u, yy0);
            c.scale(sx, 0.52 * sx);
            c.translate(0, 0);
            c.fillStyle = boltFill(c, bolt, 0, (t0 * (depth + 4) * stage.u) / 0.56, 0);
            c.translate(0, 0);
            c.fillRect(-2000, -400, 4000, 800);
            c.restore();
          }
        },
      });
    }
    const rr = h * 0.46;
    const shape = new Pen(x - w + rr, y)
      .l(x + w - rr * 0.5, y + r.bell() * 0.3, 30)
      .q(x + w + 0.4, y, x + w, y + h * 0.5, 8)
      .q(x + w + 0.2, y + h, x + w - rr * 0.6, y + h)
      .l(x - w + rr, y + h + r.bell() * 0.3, 30)
      .c(x - w - rr * 0.5, y + h, x - w - rr * 0.5, y, x - w + rr, y).pts;
    const lines: Pt[][] = [];
    const layers = r.int(2, 4);
    for (let q = 1; q < layers; q++) {
      const ly = y + (h * q) / layers;
      lines.push(
        new Pen(x - w + rr * 0.5 + r.range(0, 3), ly).c(
          x - w * 0.4,
          ly + r.bell() * 0.5,
          x + w * 0.4,
          ly + r.bell() * 0.6,
          x + w,
          ly + r.bell() * 0.3,
          30,
        ).pts,
      );
    }
    stage.piece({
      shape,
      bolt,
      from: [x + r.range(-8, 8), y + r.range(-8, 8)],
      edge: h * 0.13,
      shadow: 1.1,
      bend: 1,
      folds: [
        { x0: x - w, y0: y + h * 0.3, x1: x + w, y1: y + h * 0.3, w: h * 0.28, a: 0.4, fade: 'none' },
        { x0: x - w, y0: y + h * 1.0, x1: x + w, y1: y + h * 1.0, w: h * 0.22, a: -0.7, fade: 'none' },
        ...lines.flatMap((l): Fold[] => [
          {
            x0: (l[0] as Pt)[0],
            y0: (l[0] as Pt)[1],
            x1: (l[l.length - 1] as Pt)[0],
            y1: (l[l.length - 1] as Pt)[1],
            w: 0.5,
            a: -0.5,
            fade: 'start',
          },
        ]),
        { x0: x + w * r.range(-0.6, 0), y0: y, x1: x + w * r.range(0, 0.6), y1: y + h, w: 1.5, a: 0.3 },
      ],
      after: (c) => {
        for (const l of lines) stage.seam(c, l, bolt.base, 0.8);
      },
    });
  }
}

/** A roll of cloth lying down, a length running off it. */
export function roll(j: Job): void {
  const { stage, bolt, rng: r } = j;
  const R = 13;
  const y = 34;
  const lenL = -41;
  const lenR = 33;
  // the loose length
  const bottom: Pt[] = [];
  for (let i = 0; i <= 50; i++)
    bottom.push([lenL + 3 + (i / 50) * (lenR - lenL - 4), 112 + Math.sin(i * 0.35 + 1) * 1.4]);
  const folds: Fold[] = [];
  for (let i = 0; i < 6; i++) {
    const x = lenL + 6 + ((i + r.next() * 0.6) * (lenR - lenL - 10)) / 6;
    folds.push({
      x0: x,
      y0: y + r.range(10, 30),
      x1: x + r.range(-7, 7),
      y1: 116,
      w: 2.2,
      w1: 3.4,
      a: r.chance(0.3) ? -1 : 1.3,
      bow: r.bell() * 2,
      fade: 'start',
    });
  }
  stage.piece({
    shape: [
      ...new Pen(lenL, y).l(lenR, y, 20).c(lenR + 0.5, 60, lenR - 1, 90, (bottom[50] as Pt)[0], (bottom[50] as Pt)[1])
        .pts,
      ...reversed(bottom),
      ...new Pen((bottom[0] as Pt)[0], (bottom[0] as Pt)[1]).c(lenL + 1, 90, lenL - 0.5, 60, lenL, y).pts,
    ],
    bolt,
    folds,
    edge: 0.5,
    shadow: 1.1,
    print: (c) => {
      if (bolt.cloth.border !== 'none') stage.border(c, bolt, bottom, 8);
    },
  });
  const lip: Fold[] = [{ x0: lenL, y0: y - 4, x1: lenR, y1: y - 4, w: R * 0.5, a: 4.4, fade: 'none' }];
  stage.piece({
    shape: new Pen(lenL, y - R)
      .l(lenR, y - R, 24)
      .q(lenR + 5.4, y, lenR, y + R, 16)
      .l(lenL, y + R, 24)
      .q(lenL - 3, y, lenL, y - R, 16).pts,
    bolt,
    from: [0, 40],
    folds: lip,
    edge: 0.6,
    shadow: 1.6,
    bend: 1.4,
  });
  stage.draw((c) => {
    // the end: a spiral of layers round a card tube
    c.save();
    c.translate(lenR, y);
    c.scale(0.4, 1);
    c.fillStyle = css(darker(bolt.base, 0.25));
    c.beginPath();
    c.arc(0, 0, R, 0, 7);
    c.fill();
    c.lineWidth = 0.34;
    for (let i = 0; i < 15; i++) {
      c.strokeStyle = css(i & 1 ? lighter(bolt.base, 0.12) : darker(bolt.base, 0.45));
      c.beginPath();
      c.arc(r.bell() * 0.12, r.bell() * 0.12, R - 0.4 - i * 0.58, 0, 7);
      c.stroke();
    }
    c.fillStyle = '#b99b72';
    c.beginPath();
    c.arc(0, 0, 4, 0, 7);
    c.fill();
    c.fillStyle = '#4a3a2a';
    c.beginPath();
    c.arc(0, 0, 3.1, 0, 7);
    c.fill();
    c.restore();
  });
}

/** Cloth that fills the frame: W×H in cm, soft folds across. */
export function cover(
  j: Job,
  W: number,
  H: number,
  o: {
    folds: Fold[];
    crumple?: number;
    after?: (c: Ctx) => void;
    print?: (c: Ctx) => void;
    grain?: number;
    bend?: number;
  },
): void {
  const m = 2;
  j.stage.piece({
    shape: new Pen(-W / 2 - m, -m)
      .l(W / 2 + m, -m)
      .l(W / 2 + m, H + m)
      .l(-W / 2 - m, H + m).pts,
    bolt: j.bolt,
    edge: 0.1,
    shadow: 0,
    from: [0, H / 2],
    ...o,
  });
}
/** The woven edge: denser, a little paler, with the marks of the stenter. */
export function selvedge(j: Job, c: Ctx, x: number, H: number, w: number, side: number): void {
  const { bolt, rng: r } = j;
  const pale = luma(bolt.base) > 0.6 ? darker(bolt.base, 0.14) : lighter(bolt.base, 0.3);
  c.save();
  c.globalAlpha = 0.75;
  c.fillStyle = css(pale);
  c.fillRect(Math.min(x, x + side * w), -2, w, H + 4);
  c.globalAlpha = 0.9;
  c.fillStyle = css(bolt.accent);
  c.fillRect(x + side * w * 0.86 - w * 0.04, -2, w * 0.08, H + 4);
  c.globalAlpha = 0.4;
  c.fillStyle = css(darker(bolt.base, 0.6));
  for (let y = 0; y < H; y += w * 0.9) {
    c.beginPath();
    c.arc(x + side * w * 0.4, y + r.bell() * w * 0.05, w * 0.045, 0, 7);
    c.arc(x + side * w * 0.55, y + w * 0.2, w * 0.045, 0, 7);
    c.fill();
  }
  c.restore();
}
/** A wooden rule in centimetres along the lower edge. */
export function rule(stage: Stage, x0: number, y: number, length: number, height: number, turn: number): void {
  stage.draw((c) => {
    c.save();
    c.translate(x0, y);
    c.rotate(turn);
    c.save();
    c.shadowColor = 'rgba(38,24,12,0.5)';
    c.shadowBlur = stage.u * 0.35;
    c.shadowOffsetX = stage.u * 0.08;
    c.shadowOffsetY = stage.u * 0.16;
    const g = c.createLinearGradient(0, 0, 0, height);
    g.addColorStop(0, '#e3c38d');
    g.addColorStop(0.12, '#d8b377');
    g.addColorStop(0.85, '#cda468');
    g.addColorStop(1, '#a87f49');
    c.fillStyle = g;
    c.fillRect(0, 0, length, height);
    c.restore();
    const r = new Rng('ruler');
    c.lineWidth = height * 0.012;
    for (let i = 0; i < 26; i++) {
      c.strokeStyle = `rgba(110,70,30,${r.range(0.08, 0.24)})`;
      const yy = r.range(0.05, 0.97) * height;
      const xx = r.range(-5, length);
      c.beginPath();
      c.moveTo(xx, yy);
      c.bezierCurveTo(xx + 3, yy + r.bell() * 0.05, xx + 6, yy + r.bell() * 0.05, xx + r.range(5, 14), yy);
      c.stroke();
    }
    c.strokeStyle = '#3d2712';
    c.fillStyle = '#3d2712';
    c.lineWidth = height * 0.016;
    c.font = `${height * 0.27}px sans-serif`;
    c.textAlign = 'center';
    for (let mm = 0; mm <= length * 10 - 1; mm++) {
      const x = 0.35 + mm / 10;
      const len = mm % 10 === 0 ? 0.36 : mm % 5 === 0 ? 0.27 : 0.17;
      c.beginPath();
      c.moveTo(x, 0);
      c.lineTo(x, height * len);
      c.stroke();
      if (mm % 10 === 0) c.fillText(String(mm / 10), x, height * 0.7);
    }
    c.restore();
  });
}

export function drawTowel(j: Job): void {
  const { stage, bolt, rng: r } = j;
  const way = r.int(0, 1);
  if (j.back || way === 0) {
    foldedBlock(j, { x: -29, y: 22, w: 56, h: 76, corner: true, layers: 4 });
    stage.draw((c) => {
      if (bolt.cloth.border === 'stripe')
        for (const [y, h, col] of [
          [34, 1.2, bolt.accent],
          [36.4, 2.6, bolt.accent],
          [40.2, 1.2, bolt.accent],
        ] as const) {
          c.fillStyle = css(col, 0.8);
          c.fillRect(-28.6, y, 55.4, h);
        }
    });
  } else hung(j, { y: 13, w: 22, short: 74, long: 84, x: 0 });
}
export function drawCushion(j: Job): void {
  const { stage, bolt, brief, back } = j;
  const s = 36;
  const cy = 60;
  const q = 2.4;
  const shape = new Pen(-s, cy - s)
    .q(0, cy - s + q, s, cy - s, 30)
    .q(s - q, cy, s, cy + s, 30)
    .q(0, cy + s - q, -s, cy + s, 30)
    .q(-s + q, cy, -s, cy - s, 30).pts;
  const folds: Fold[] = [];
  for (const [sx, sy] of [
    [1, 1],
    [1, -1],
    [-1, 1],
    [-1, -1],
  ] as const)
    for (let i = 0; i < 4; i++)
      folds.push({
        x0: sx * s,
        y0: cy + sy * s,
        x1: sx * (s - 12 - i * 3),
        y1: cy + sy * (s - 22 + i * 5),
        w: 0.8,
        w1: 2,
        a: 0.4 * (i % 2 ? -1 : 1),
        fade: 'end',
      });
  for (const [x0, y0, x1, y1] of [
    [-s, 0, s, 0],
    [0, -s, 0, s],
  ] as const)
    folds.push({ x0, y0: cy + y0, x1, y1: cy + y1, w: s * 0.5, a: 3, fade: 'both' });
  stage.piece({
    shape,
    bolt,
    folds,
    edge: 6,
    shadow: 2.2,
    from: [0, cy],
    print: (c) => {
      if (bolt.cloth.border === 'none' || back) return;
      for (let i = 0; i < 4; i++) {
        c.save();
        c.translate(0, cy);
        c.rotate((i * Math.PI) / 2);
        stage.border(
          c,
          bolt,
          [
            [-s + 0.5, s - 1],
            [s - 0.5, s - 1],
          ],
          7.5,
        );
        c.restore();
      }
    },
    after: (c) => {
      if (brief.features.includes('piping')) pipe(stage, c, offset([...shape, shape[0] as Pt], -0.4), bolt.accent, 1);
      if (back) {
        stage.overlap(
          c,
          [
            [-s, cy + 4],
            [s, cy + 5],
          ],
          bolt.base,
          1,
        );
        for (const x of [-18, 0, 18]) stage.button(c, x, cy + 2, 1.3, 'wood', bolt.base);
      }
    },
  });
  if (brief.features.includes('tassels'))
    for (const [sx, sy] of [
      [1, 1],
      [-1, 1],
    ] as const)
      stage.tassel(sx * s, cy + sy * s - 1, 8, bolt.accent, bolt.ink, sx * 0.3);
}
export function drawTote(j: Job): void {
  const { stage, bolt, second, brief, back, rng: r } = j;
  const jhola = brief.slug.includes('jhola') || brief.features.includes('tassels');
  const w = jhola ? 25 : 23;
  const top = jhola ? 50 : 44;
  const bottom = jhola ? 104 : 112;
  const strap = jhola ? second : bolt.cloth.border === 'stripe' ? second : bolt;
  if (jhola) {
    const band = new Pen(-w + 0.5, top + 8)
      .c(-w - 2, 20, -15, 8, 0, 8)
      .c(15, 8, w + 2, 20, w - 0.5, top + 8)
      .l(w - 6, top + 8)
      .c(w - 5, 24, 11, 14, 0, 14)
      .c(-11, 14, -w + 5, 24, -w + 6, top + 8).pts;
    stage.piece({
      shape: band,
      bolt: bolt,
      edge: 0.7,
      shadow: 0.9,
      folds: [
        { x0: -w + 3, y0: top, x1: -8, y1: 12, w: 0.9, a: 0.5, bow: 4 },
        { x0: 8, y0: 12, x1: w - 3, y1: top, w: 0.9, a: 0.5, bow: 4 },
      ],
    });
  } else
    for (const layer of [1, 0]) {
      const up = layer ? 8 : 15;
      const x = 11 + layer * 0.8;
      const t = 2.5;
      const loop = new Pen(-x - t / 2, top + 9)
        .c(-x - t / 2 - 1, top - 10, -x + 1, up, 0, up)
        .c(x - 1, up, x + t / 2 + 1, top - 10, x + t / 2, top + 9)
        .l(x - t / 2, top + 9)
        .c(x - t / 2 - 0.6, top - 8, x - 4, up + t, 0, up + t)
        .c(-x + 4, up + t, -x + t / 2 + 0.6, top - 8, -x + t / 2, top + 9).pts;
      stage.piece({
        shape: loop,
        bolt: strap,
        dark: layer ? 0.35 : 0,
        edge: 0.5,
        shadow: 0.8,
        after: (c) => stage.stitch(c, offset(loop, -0.5), threadOn(strap.base)),
      });
      if (layer)
        stage.piece({
          shape: new Pen(-w, top - 1.5)
            .q(0, top - 2.6, w, top - 1.5)
            .l(w, top + 6)
            .l(-w, top + 6).pts,
          bolt,
          dark: 0.6,
          edge: 0.4,
          shadow: 0.4,
        });
    }
  const folds: Fold[] = [];
  for (let i = 0; i < 6; i++)
    folds.push({
      x0: r.range(-w, w) * 0.9,
      y0: r.range(top + 6, top + 30),
      x1: r.range(-w, w),
      y1: r.range(bottom - 26, bottom),
      w: r.range(1.4, 2.6),
      a: r.range(0.4, 0.8) * (r.chance(0.3) ? -1 : 1),
      bow: r.bell() * 3,
    });
  folds.push({ x0: -w, y0: bottom - 8, x1: w, y1: bottom - 7, w: 0.9, a: 0.3, fade: 'none' });
  const shape = new Pen(-w, top)
    .q(0, top + 1.4, w, top, 20)
    .q(w + 1.8, (top + bottom) / 2, w + 0.8, bottom - 2)
    .q(w, bottom + 0.6, w - 3, bottom + 0.4)
    .q(0, bottom + 1.8, -w + 3, bottom + 0.4)
    .q(-w, bottom + 0.6, -w - 0.8, bottom - 2)
    .q(-w - 1.8, (top + bottom) / 2, -w, top).pts;
  stage.piece({
    shape,
    bolt,
    folds,
    edge: 1,
    shadow: 1.3,
    print: (c) => {
      if (bolt.cloth.border !== 'none')
        stage.border(
          c,
          bolt,
          new Pen(-w - 2, bottom - (jhola ? 4 : 12)).q(
            0,
            bottom - (jhola ? 3 : 11),
            w + 2,
            bottom - (jhola ? 4 : 12),
            30,
          ).pts,
          7,
        );
    },
    after: (c) => {
      stage.stitch(c, new Pen(-w, top + 3).q(0, top + 4.4, w, top + 3).pts, threadOn(bolt.base));
      if (!jhola)
        for (const sg of [-1, 1]) {
          const x = sg * 11;
          stage.stitch(
            c,
            [
              [x - 1.4, top + 8],
              [x + 1.4, top + 8],
              [x + 1.4, top + 4],
              [x - 1.4, top + 4],
              [x - 1.4, top + 8],
              [x + 1.4, top + 4],
            ],
            threadOn(strap.base),
          );
        }
      if (bolt.cloth.pattern === 'solid' && !back)
        printMotif(
          c,
          { ...bolt, ink: bolt.accent, accent: bolt.ink },
          r.pick(['lotus', 'paisley', 'fish', 'tree']),
          0,
          (top + bottom) / 2,
          11,
          stage.seed,
        );
    },
  });
  if (!jhola) {
    for (const sg of [-1, 1]) {
      const x = sg * 11;
      stage.piece({
        shape: new Pen(x - 1.3, top + 0.6)
          .l(x + 1.3, top + 0.6)
          .l(x + 1.3, top + 9)
          .l(x - 1.3, top + 9)
          .l(x - 1.3, top + 0.6).pts,
        bolt: strap,
        edge: 0.4,
        shadow: 0.4,
        ragged: 0.1,
        after: (c) =>
          stage.stitch(
            c,
            [
              [x - 1, top + 8.4],
              [x + 1, top + 8.4],
              [x + 1, top + 5],
              [x - 1, top + 5],
              [x - 1, top + 8.4],
            ],
            threadOn(strap.base),
          ),
      });
    }
  } else for (let i = 0; i < 9; i++) stage.tassel(-w + 3 + (i * (2 * w - 6)) / 8, bottom, 6, bolt.accent, bolt.ink);
}
export function drawBib(j: Job): void {
  const { stage, bolt, back, rng: r } = j;
  const outer = new Pen(-4, 12)
    .c(-15, 14, -18, 26, -17, 40)
    .c(-17, 60, -22, 92, 0, 96)
    .c(22, 92, 17, 60, 17, 40)
    .c(18, 26, 15, 14, 4, 12)
    .l(4.6, 17.6)
    .c(11, 20, 13, 28, 12, 36)
    .c(11, 46, 6, 50, 0, 50)
    .c(-6, 50, -11, 46, -12, 36)
    .c(-13, 28, -11, 20, -4.6, 17.6)
    .l(-4, 12)
    .pts.map(([x, y]): Pt => [x * 1.45, (y - 12) * 1.14 + 12]);
  stage.piece({
    shape: outer,
    bolt: back ? j.second : bolt,
    edge: 1.1,
    shadow: 1.2,
    folds: [
      { x0: -16, y0: 70, x1: 10, y1: 96, w: 2, a: 0.5 },
      { x0: 14, y0: 62, x1: 2, y1: 84, w: 1.8, a: -0.4 },
    ],
    after: (c) => {
      pipe(stage, c, offset([...outer, outer[0] as Pt], -0.5), bolt.accent, 1.3);
      stage.stitch(c, offset([...outer, outer[0] as Pt], -1.9), threadOn(bolt.base));
      if (bolt.cloth.pattern === 'solid' && !back)
        printMotif(c, bolt, r.pick(['elephant', 'rabbit', 'lion']), 0, 82, 11, stage.seed);
      for (const sg of [-1, 1]) stage.button(c, sg * 4.9, 15, 1, 'metal', bolt.base);
    },
  });
}
