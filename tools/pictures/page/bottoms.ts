// Trousers, palazzos, shorts, skirts; and the children's pieces that hang from straps.
import { type Ctx, css, darker, mirror, offset, Pen, type Pt, reversed, threadOn } from './core.ts';
import type { Fold } from './stage.ts';
import { bow, drawSkirt, embroider, type Job, patchPocket, pipe, printMotif, ruffle, tieKnot } from './tops.ts';

export type LegSpec = {
  waist: number;
  hip: number;
  rise: number;
  len: number;
  knee: number;
  hem: number;
  flare: boolean;
  band: number;
  crop: boolean;
};

export function legSpec(j: Job): LegSpec {
  const { brief, rng: r, kid, man } = j;
  const k = kid ? 0.56 : 1;
  const w = man ? 1.08 : 1;
  const lens: Record<string, number> = { crop: 42, hip: 38, thigh: 40, knee: 52, calf: 82, ankle: 98 };
  let len = (lens[brief.length] ?? 98) * k * (man ? 1.05 : 1);
  if (brief.kind === 'shorts') len = Math.min(len, (man ? 50 : 42) * (kid ? 0.66 : 1));
  const pal = brief.kind === 'palazzo';
  return {
    waist: (pal ? 17.5 : 18.5) * (kid ? 0.68 : 1) * w * r.range(0.97, 1.04),
    hip: (pal ? 25 : 24.5) * (kid ? 0.68 : 1) * w,
    rise: 29 * (kid ? 0.68 : 1),
    len,
    knee: (pal ? 17 : brief.kind === 'shorts' ? 14 : 12.2) * k * w,
    hem:
      (pal
        ? r.range(17, 21)
        : brief.kind === 'shorts'
          ? 14.5
          : brief.features.includes('pleats')
            ? 10.5
            : r.range(8.6, 10.5)) *
      (kid ? 0.62 : 1) *
      w,
    flare: pal,
    band: 2.2 * (kid ? 0.7 : 1),
    crop: false,
  };
}
export function legReach(s: LegSpec): number {
  return Math.max(s.hip, s.hem * 2 + (s.flare ? 7 : 3)) + 2;
}

export function drawLegs(j: Job, s: LegSpec, top = 0, o: { waistband?: boolean } = {}): void {
  const { stage, bolt, brief, back, rng: r } = j;
  const f = (n: string) => brief.features.includes(n);
  const k = s.hip / 24.5;
  const thread = threadOn(bolt.base);
  const elastic = f('elastic-waist') || f('drawstring') || brief.kind === 'night-suit' || brief.kind === 'kurta-pyjama';
  const wTop = elastic ? s.waist : s.waist * 1.04;
  const y0 = top + s.band * 2;
  const y1 = top + s.len;
  const crotch = top + s.rise;
  const spread = (s.flare ? r.range(4, 7) : r.range(1.2, 3.4)) * k;
  for (const sg of back ? [1, -1] : [-1, 1]) {
    const inner = sg * spread * 0.35;
    const outerHem = sg * (spread * 0.35 + s.hem * 2);
    const hemDrop = (s.flare ? 1.4 : 0.5) * k;
    const shape = new Pen(-sg * 0.9, y0)
      .l(sg * wTop, y0)
      .c(sg * (s.hip - 1.5), y0 + 7 * k, sg * s.hip, crotch - 12 * k, sg * s.hip, crotch - 5 * k)
      .c(
        sg * (s.hip + (s.flare ? 1.2 : -0.6)),
        crotch + (y1 - crotch) * 0.3,
        outerHem - sg * (s.flare ? 1 : -1.2),
        y1 - (y1 - crotch) * 0.35,
        outerHem,
        y1 - 0.5,
      )
      .q((inner + outerHem) / 2, y1 + hemDrop * 2, inner, y1)
      .c(inner + sg * 0.6, y1 - (y1 - crotch) * 0.4, sg * 0.8, crotch + (y1 - crotch) * 0.25, -sg * 0.9, crotch)
      .l(-sg * 0.9, y0).pts;
    const hem = new Pen(outerHem, y1 - 0.5).q((inner + outerHem) / 2, y1 + hemDrop * 2, inner, y1).pts;
    const hemLR = sg > 0 ? reversed(hem) : hem;
    const folds: Fold[] = [];
    if (elastic || f('gathers'))
      for (let i = 0; i < 13; i++) {
        const x = sg * ((i + r.next()) / 13) * wTop;
        folds.push({
          x0: x,
          y0,
          x1: x * 1.2,
          y1: y0 + r.range(5, 16) * k,
          w: 0.4 * k,
          w1: 0.9 * k,
          a: 0.34 * k * (r.chance(0.3) ? -0.8 : 1),
          fade: 'end',
        });
      }
    if (s.flare || f('pleats'))
      for (let i = 0; i < (s.flare ? 6 : 2); i++) {
        const t = (i + 0.6) / (s.flare ? 6 : 2);
        folds.push({
          x0: sg * wTop * t,
          y0,
          x1: inner + (outerHem - inner) * t + r.bell() * 1.5,
          y1: y1 + 1,
          w: 0.6 * k,
          w1: (s.flare ? 1.6 : 0.9) * k,
          a: (s.flare ? 0.55 : 0.4) * k * (r.chance(0.25) ? -0.8 : 1),
          bow: r.bell(),
          fade: s.flare ? 'none' : 'both',
        });
      }
    // creases at crotch and knee, the pressed line
    for (let i = 0; i < 4; i++)
      folds.push({
        x0: sg * 0.4,
        y0: crotch - r.range(0, 5) * k,
        x1: sg * s.hip * r.range(0.5, 0.9),
        y1: crotch + r.range(-8, 6) * k,
        w: 0.8 * k,
        a: 0.24 * k,
        bow: r.bell() * 1.4,
        fade: 'end',
      });
    const midY = crotch + (y1 - crotch) * 0.42;
    for (let i = 0; i < 5; i++) {
      const y = midY + r.range(-13, 15) * k;
      const fromOut = r.chance(0.5);
      const xo = sg * s.hip * 0.96;
      const xi = sg * 1.6;
      folds.push({
        x0: fromOut ? xo : xi,
        y0: y,
        x1: (xo + xi) / 2,
        y1: y + r.range(-4, 6) * k,
        w: 0.8 * k,
        a: 0.26 * k * (r.chance(0.3) ? -1 : 1),
        fade: 'end',
      });
    }
    folds.push({
      x0: (sg * s.hip) / 2,
      y0: y0 + 12 * k,
      x1: (inner + outerHem) / 2,
      y1: y1,
      w: 0.7 * k,
      a: 0.2 * k,
      bow: r.bell() * 0.6,
      fade: 'start',
    });
    stage.piece({
      shape,
      bolt,
      folds,
      edge: 0.75 * k,
      shadow: 0.7 * k,
      from: [sg * s.hip * 0.5, (y0 + y1) / 2],
      print: (c) => {
        if (bolt.cloth.border !== 'none' && (s.flare || j.kid))
          stage.border(c, bolt, hemLR, (bolt.cloth.border === 'lace' ? 2.2 : 4.5) * k);
      },
      after: (c) => {
        stage.stitch(c, offset(hemLR, 2 * k), thread, { alpha: 0.6 });
        if (f('hem-embroidery')) embroider(j, c, offset(hemLR, 1.5 * k), 1.7 * k, 1);
        const side = new Pen(sg * wTop, y0).c(
          sg * (s.hip - 1.5),
          y0 + 7 * k,
          sg * s.hip,
          crotch - 12 * k,
          sg * s.hip,
          crotch - 5 * k,
        ).pts;
        if (f('side-pockets') && !back) {
          const a: Pt = [sg * (wTop * 0.62), y0 + 0.2];
          const b: Pt = [sg * (s.hip - 0.5), y0 + 15 * k];
          const slash = new Pen(a[0], a[1]).q(a[0] + sg * 3 * k, y0 + 9 * k, b[0], b[1]).pts;
          stage.overlap(c, slash, bolt.base, -sg);
          stage.stitch(c, offset(slash, sg * 0.6 * k), thread);
        }
        if (bolt.weave === 'denim') stage.stitch(c, offset(side, -sg * 0.6 * k), bolt.accent, { alpha: 0.9 });
        if (f('piping')) pipe(stage, c, offset(hemLR, 0.3 * k), bolt.accent, 0.4 * k);
        if (back) {
          if (!elastic)
            stage.seam(c, new Pen(sg * s.waist * 0.5, y0).l(sg * s.waist * 0.52, y0 + 8 * k).pts, bolt.base, 0.6);
          if (!s.flare && brief.kind === 'trousers' && !elastic) {
            const y = y0 + 11 * k;
            stage.overlap(c, new Pen(sg * s.hip * 0.28, y).l(sg * s.hip * 0.78, y + 0.6).pts, bolt.base, -1);
          }
        }
      },
    });
  }
  if (f('patch-pockets'))
    for (const sg of [-1, 1])
      patchPocket(j, sg * s.hip * 0.54, back ? y0 + 9 * k : y0 + 8 * k, 12.5 * k, 13.5 * k, k, { tilt: sg * -0.03 });
  stage.draw((c) => {
    // centre seam and fly
    const rise = new Pen(0.6 * k, y0).q(0.7 * k, crotch - 8 * k, -0.5 * k, crotch).pts;
    stage.overlap(c, rise, bolt.base, 1);
    if (!elastic && !back && !s.flare)
      stage.stitch(
        c,
        new Pen(4 * k, y0).l(4 * k, crotch - 13 * k).q(3.6 * k, crotch - 8.6 * k, 0.6 * k, crotch - 7 * k).pts,
        thread,
      );
  });
  if (o.waistband === false) return;
  const bandFolds: Fold[] = [];
  if (elastic)
    for (let i = 0; i < 40; i++) {
      const x = (i / 39 - 0.5) * 2 * wTop;
      bandFolds.push({
        x0: x,
        y0: top - 0.4,
        x1: x + r.bell() * 0.2,
        y1: y0 + 0.6,
        w: 0.26 * k,
        a: 0.28 * k,
        fade: 'both',
      });
    }
  stage.piece({
    shape: new Pen(-wTop, top + 0.3)
      .q(0, top + 1.4 * k, wTop, top + 0.3, 20)
      .l(wTop + 0.1, y0)
      .q(0, y0 + 1.4 * k, -wTop - 0.1, y0, 20)
      .l(-wTop, top + 0.3).pts,
    bolt,
    grain: Math.PI / 2,
    folds: bandFolds,
    edge: 0.5 * k,
    shadow: 0.35 * k,
    crumple: 0.2,
    after: (c) => {
      for (const t of elastic ? [0.25, 0.5, 0.75] : [0.14, 0.86]) {
        const y = top + (y0 - top) * t;
        stage.stitch(c, new Pen(-wTop, y).q(0, y + 1.3 * k, wTop, y, 20).pts, thread, { alpha: 0.6 });
      }
      if (!elastic) {
        if (!back)
          stage.button(c, 1.4 * k, top + s.band + 0.6 * k, 0.75 * k, f('buttons-wood') ? 'wood' : 'shell', bolt.base);
        for (const x of [-0.55, 0.55, -0.88, 0.88]) {
          c.fillStyle = css(darker(bolt.base, 0.18));
          c.fillRect(x * wTop - 0.5 * k, top + 0.6 * k, 1 * k, s.band * 2);
        }
      }
    },
  });
  if (f('belt') && !back) {
    stage.draw((c) => {
      c.fillStyle = '#5b3a22';
      c.fillRect(-wTop * 0.99, top + 1.4 * k, wTop * 1.98, 2.5 * k);
      c.strokeStyle = 'rgba(255,230,190,.35)';
      c.lineWidth = 0.12;
      c.strokeRect(-wTop * 0.99, top + 1.7 * k, wTop * 1.98, 1.9 * k);
      c.strokeStyle = '#c2a266';
      c.lineWidth = 0.5 * k;
      c.strokeRect(-2.2 * k, top + 1 * k, 4.4 * k, 3.4 * k);
    });
  }
  if ((f('drawstring') || brief.kind === 'night-suit' || brief.kind === 'kurta-pyjama') && !back) {
    const tone = Math.abs(bolt.accent[0] - bolt.base[0]) > 30 ? bolt.accent : threadOn(bolt.base);
    const y = top + s.band + 0.8 * k;
    for (const sg of [-1, 1]) {
      const L = r.range(11, 17) * k;
      const ex = sg * r.range(1.5, 4) * k;
      stage.cord(
        new Pen(sg * 1.3 * k, y).c(sg * 3.2 * k, y + 3 * k, ex + sg * 2, y + L * 0.5, ex, y + L).pts,
        0.55 * k,
        tone,
      );
      if (f('tassels')) stage.tassel(ex, y + L - 0.5, 4.4 * k, tone, bolt.ink, 0);
    }
    stage.cord(
      new Pen(-1.3 * k, y)
        .c(-3.4 * k, y - 1.8 * k, -4 * k, y + 2.5 * k, 0, y + 0.3 * k)
        .c(4 * k, y + 2.5 * k, 3.4 * k, y - 1.8 * k, 1.3 * k, y).pts,
      0.55 * k,
      tone,
    );
  }
}

export function drawLongSkirt(j: Job, top: number, L: number, o: { w0: number; w1: number }): void {
  const { stage, bolt, brief, rng: r } = j;
  const k = o.w0 / 18;
  const f = (n: string) => brief.features.includes(n);
  drawSkirt(j, {
    y: top + 4 * k,
    w0: o.w0,
    y1: top + L,
    w1: o.w1,
    gathers: f('pleats') ? 0.6 : 1,
    kalis: brief.kind === 'lehenga-set' ? 8 : 1,
    tiers: f('tiered') ? 3 : 1,
    seamTop: true,
    k,
  });
  const folds: Fold[] = [];
  for (let i = 0; i < 36; i++) {
    const x = (i / 35 - 0.5) * 2 * o.w0;
    folds.push({ x0: x, y0: top, x1: x, y1: top + 4.6 * k, w: 0.26 * k, a: 0.22 * k, fade: 'both' });
  }
  stage.piece({
    shape: new Pen(-o.w0, top + 0.4)
      .q(0, top + 1.4 * k, o.w0, top + 0.4, 20)
      .l(o.w0 + 0.2, top + 4.6 * k)
      .q(0, top + 5.8 * k, -o.w0 - 0.2, top + 4.6 * k, 20)
      .l(-o.w0, top + 0.4).pts,
    bolt,
    grain: Math.PI / 2,
    folds,
    edge: 0.5 * k,
    shadow: 0.4 * k,
    after: (c) =>
      stage.stitch(c, new Pen(-o.w0, top + 2.4 * k).q(0, top + 3.4 * k, o.w0, top + 2.4 * k).pts, threadOn(bolt.base)),
  });
  if ((f('drawstring') || f('tassels') || brief.kind === 'lehenga-set') && !j.back) {
    const x = o.w0 * r.range(0.3, 0.7) * (r.chance(0.5) ? 1 : -1);
    for (const sg of [-1, 1]) {
      const L2 = r.range(16, 22) * k;
      const ex = x + sg * r.range(1.5, 3.5) * k;
      stage.cord(
        new Pen(x, top + 3 * k).c(x + sg * 3 * k, top + 8 * k, ex + sg, top + L2 * 0.6, ex, top + L2).pts,
        0.45 * k,
        bolt.accent,
      );
      stage.tassel(ex, top + L2 - 0.5, 5.5 * k, bolt.accent, bolt.ink);
    }
  }
}

/** Dungarees: bib, straps, side buttons, legs. */
export function drawDungarees(j: Job): void {
  const { stage, bolt, brief, back, rng: r } = j;
  const f = (n: string) => brief.features.includes(n);
  const thread = bolt.weave === 'denim' ? bolt.accent : threadOn(bolt.base);
  const short = ['thigh', 'knee', 'hip', 'crop'].includes(brief.length);
  const w = 15.5 * r.range(0.96, 1.05);
  const bibW = w * r.range(0.6, 0.68);
  const bibTop = 8;
  const waist = 24;
  const s: LegSpec = {
    waist: w * 1.0,
    hip: w * 1.12,
    rise: 21,
    len: short ? 30 : 46,
    knee: 9,
    hem: short ? 8.6 : r.range(7, 8.4),
    flare: false,
    band: 1.1,
    crop: short,
  };
  const legs: Job = {
    ...j,
    brief: { ...brief, features: brief.features.filter((x) => x !== 'drawstring' && x !== 'patch-pockets') },
  };
  // straps from behind
  for (const sg of [-1, 1]) {
    const strap = new Pen(sg * (bibW - 3.2), bibTop + 2)
      .c(sg * (bibW - 3.4), -2, sg * 4, -6, sg * 3.2, -7.5)
      .q(sg * 5, -8.8, sg * 7, -7.6)
      .c(sg * 8.4, -3, sg * (bibW + 0.2), 1, sg * (bibW - 0.1), bibTop + 2)
      .l(sg * (bibW - 3.2), bibTop + 2).pts;
    const behind = new Pen(sg * 3.2, -7.5)
      .q(sg * 5, -8.8, sg * 7, -7.6)
      .c(sg * 6, -2, sg * 2, 8, -sg * 1.4, 22)
      .l(-sg * 4.6, 21)
      .c(-sg * 1, 8, sg * 2.4, -2, sg * 3.2, -7.5).pts;
    if (!back) stage.piece({ shape: behind, bolt, dark: 0.4, grain: sg * 0.3, edge: 0.4, shadow: 0.4 });
    j.stage.piece({
      shape: strap,
      bolt,
      grain: sg * 0.1,
      edge: 0.45,
      shadow: 0.5,
      after: (c) => {
        stage.stitch(c, offset(strap.slice(0, 20), -sg * 0.45), thread);
        stage.stitch(c, offset(strap.slice(30), -sg * 0.45), thread);
      },
    });
  }
  // back of the waist seen inside
  if (!back)
    stage.piece({
      shape: new Pen(-w * 0.98, waist - 4)
        .q(0, waist - 7, w * 0.98, waist - 4)
        .l(w, waist + 3)
        .l(-w, waist + 3)
        .l(-w * 0.98, waist - 4).pts,
      bolt,
      dark: 0.55,
      edge: 0.4,
      shadow: 0.3,
    });
  drawLegs(legs, s, waist - 2, { waistband: false });
  const bib = new Pen(-bibW, bibTop + 0.2)
    .q(0, bibTop + 0.8, bibW, bibTop + 0.2)
    .c(bibW + 0.3, bibTop + 8, bibW + 2, waist - 4, w + 0.1, waist - 1.5)
    .l(w + 0.2, waist + 2.6)
    .q(0, waist + 3.6, -w - 0.2, waist + 2.6)
    .l(-w - 0.1, waist - 1.5)
    .c(-bibW - 2, waist - 4, -bibW - 0.3, bibTop + 8, -bibW, bibTop + 0.2).pts;
  stage.piece({
    shape: bib,
    bolt,
    edge: 0.6,
    shadow: 0.5,
    folds: [
      { x0: -bibW, y0: waist - 6, x1: 2, y1: waist + 1, w: 0.8, a: 0.22, fade: 'end' },
      { x0: bibW, y0: waist - 7, x1: -1, y1: waist, w: 0.8, a: 0.22, fade: 'end' },
      ...(f('elastic-waist') || f('gathers')
        ? Array.from(
            { length: 24 },
            (_, i): Fold => ({
              x0: (i / 23 - 0.5) * 2 * w,
              y0: waist - 2,
              x1: (i / 23 - 0.5) * 2 * w,
              y1: waist + 3,
              w: 0.3,
              a: 0.22,
              fade: 'both',
            }),
          )
        : []),
    ],
    after: (c) => {
      stage.stitch(c, new Pen(-bibW + 0.6, bibTop + 1.6).q(0, bibTop + 2.2, bibW - 0.6, bibTop + 1.6).pts, thread);
      for (const sg of [-1, 1])
        stage.stitch(
          c,
          new Pen(sg * (bibW - 0.7), bibTop + 0.4).c(
            sg * (bibW - 0.4),
            bibTop + 8,
            sg * (bibW + 1.2),
            waist - 4,
            sg * (w - 0.6),
            waist - 1.2,
          ).pts,
          thread,
        );
      for (const y of [waist - 1.3, waist + 2]) stage.stitch(c, new Pen(-w, y).q(0, y + 1, w, y).pts, thread);
      stage.overlap(c, new Pen(-w, waist - 1.6).q(0, waist - 0.6, w, waist - 1.6).pts, bolt.base, -1);
    },
  });
  if (!back) {
    const y = bibTop + 4;
    patchPocket(j, 0, y, bibW * 1.22, 9.4, 0.62, { tilt: r.chance(0.3) ? Math.PI / 2 : 0 });
    if (bolt.cloth.pattern === 'solid' && r.chance(0.8))
      stage.draw((c) =>
        printMotif(
          c,
          bolt,
          bolt.cloth.motif in { x: 1 } ? 'star' : r.pick(['star', 'mushroom', 'moon', 'fish', 'kite']),
          0,
          y + 5.4,
          3.4,
          stage.seed,
        ),
      );
  }
  stage.draw((c) => {
    for (const sg of [-1, 1]) {
      if (!back) {
        stage.button(
          c,
          sg * (bibW - 1.7),
          bibTop + 2,
          1.05,
          f('buttons-wood') ? 'wood' : f('buttons-shell') ? 'shell' : 'metal',
          bolt.base,
        );
        for (const y of [waist - 4.2, waist + 0.4])
          stage.button(c, sg * (w - 1.3), y + 0.4, 0.65, f('buttons-wood') ? 'wood' : 'metal', bolt.base);
      }
    }
  });
  if (f('patch-pockets'))
    for (const sg of [-1, 1]) patchPocket(j, sg * w * 0.58, waist + (back ? 5 : 6), 8.4, 9, 0.62, { tilt: sg * -0.03 });
  if (short || r.chance(0.5)) {
    // turned-up hems, both from the same cloth
    const turned = r.chance(0.5) ? j.second : bolt;
    for (const sg of [-1, 1]) {
      const y1 = waist - 2 + s.len;
      const inner = sg * 0.6;
      const outer = sg * (0.6 + s.hem * 2 + 0.4);
      stage.piece({
        shape: new Pen(inner, y1 - 3.2)
          .l(outer, y1 - 3.6)
          .l(outer + sg * 0.2, y1)
          .q((inner + outer) / 2, y1 + 0.8, inner - sg * 0.1, y1 + 0.4)
          .l(inner, y1 - 3.2).pts,
        bolt: turned,
        edge: 0.5,
        shadow: 0.4,
        grain: Math.PI / 2,
      });
    }
  }
}

/** A baby's romper: body and short legs in one, snaps between the legs. */
export function drawRomper(j: Job): void {
  const { stage, bolt, brief, back, rng: r } = j;
  const f = (n: string) => brief.features.includes(n);
  const thread = threadOn(bolt.base);
  const long = ['calf', 'ankle'].includes(brief.length);
  const cw = 13.2 * r.range(0.96, 1.05);
  const hip = cw * r.range(1.12, 1.22);
  const crotch = 38;
  const nw = 6 * r.range(0.94, 1.08);
  const sh = 11.4;
  const sleeveless = brief.sleeve === 'none';
  const nd = back
    ? 1.6
    : ((
        {
          v: 8,
          round: 5.4,
          band: 4.4,
          collar: 5,
          'peter-pan': 5,
          boat: 3,
          square: 7,
          keyhole: 5,
          hood: 5,
          notch: 5,
        } as Record<string, number>
      )[brief.neck] ?? 5.4);
  const legEnd = long ? 56 : crotch + r.range(4, 8);
  // sleeves
  if (!sleeveless) {
    const len = ({ cap: 5, short: 10, 'three-quarter': 18, full: 25 } as Record<string, number>)[brief.sleeve] ?? 10;
    for (const sg of [-1, 1]) {
      const a = (brief.sleeve === 'full' ? 62 : 44) * (Math.PI / 180);
      const d: Pt = [Math.cos(a) * sg, Math.sin(a)];
      const q: Pt = [-d[1] * sg, d[0] * sg];
      const cuff = brief.sleeve === 'full' ? 3.9 : 5.2;
      const S: Pt = [sg * sh, 2.6];
      const E: Pt = [S[0] + d[0] * len, S[1] + d[1] * len];
      const F: Pt = [E[0] + q[0] * cuff * 2, E[1] + q[1] * cuff * 2];
      const shape = new Pen(S[0] - sg * 3, S[1] - 0.8)
        .q(S[0], S[1] - 0.4, (S[0] + E[0]) / 2 - q[0] * 0.6, (S[1] + E[1]) / 2 - q[1] * 0.6)
        .l(E[0], E[1])
        .q((E[0] + F[0]) / 2 + d[0] * 0.6, (E[1] + F[1]) / 2 + d[1] * 0.6, F[0], F[1])
        .q(sg * cw + d[0] * 3, 15.5 + d[1] * 2, sg * (cw - 0.2), 15.2)
        .l(sg * 7, 12).pts;
      stage.piece({
        shape,
        bolt,
        grain: sg * (a - Math.PI / 2),
        edge: 0.5,
        shadow: 0.4,
        folds: [
          { x0: sg * cw, y0: 14, x1: E[0], y1: E[1], w: 0.7, a: 0.25, fade: 'end' },
          { x0: sg * (sh + 1), y0: 6, x1: F[0], y1: F[1], w: 0.6, a: -0.2 },
        ],
        after: (c) => stage.stitch(c, offset([E, F], sg * -1), thread),
      });
    }
  }
  const neckHalf =
    brief.neck === 'v' && !back
      ? new Pen(nw, 0).q(nw * 0.5, nd * 0.6, 0, nd).pts
      : brief.neck === 'square' && !back
        ? new Pen(nw * 1.1, 0).l(nw, nd).l(0, nd + 0.2).pts
        : new Pen(nw, 0).c(nw, nd * 0.65, nw * 0.6, nd, 0, nd).pts;
  const neck: Pt[] = [...mirror(neckHalf), ...reversed(neckHalf).slice(1)];
  if (!back)
    stage.piece({
      shape: [
        ...new Pen(-nw, 0).q(0, 2.4, nw, 0).pts,
        ...new Pen(nw, 0)
          .l(sh, 2.4)
          .l(sh * 0.8, 12)
          .l(-sh * 0.8, 12)
          .l(-sh, 2.4)
          .l(-nw, 0).pts,
      ],
      bolt,
      dark: 0.6,
      edge: 0.3,
      shadow: 0.2,
      crumple: 0.2,
    });
  const legOut = long ? hip * 0.8 : hip * 1.02;
  const legIn = long ? 1.4 : 3.2;
  const side = sleeveless
    ? new Pen(nw, 0).l(sh - 2, 1.6).c(sh - 3.6, 6, cw - 2.2, 11, cw, 14.5)
    : new Pen(nw, 0).l(sh, 2.4).c(sh - 1, 7, cw - 1, 11, cw, 14.8);
  side.c(cw - 0.3, 20, cw + 0.2, 24, hip, 31);
  if (long) side.c(hip + 0.6, 36, legOut + 1, 46, legOut, legEnd);
  else side.c(hip + 0.5, 34, hip + 0.3, legEnd - 4, legOut, legEnd - 1.4);
  const half: Pt[] = [
    ...side.pts,
    ...new Pen(side.at[0], side.at[1]).q((legOut + legIn) / 2, legEnd + 1.3, legIn, legEnd).pts.slice(1),
    ...new Pen(legIn, legEnd).q(legIn * 0.5, crotch + (long ? 4 : 1.6), 0, crotch + 0.6).pts.slice(1),
  ];
  const folds: Fold[] = [];
  for (const sg of [-1, 1]) {
    folds.push({ x0: sg * (cw - 0.5), y0: 15, x1: sg * cw * 0.35, y1: 25, w: 0.7, w1: 1.2, a: 0.25, fade: 'end' });
    for (let i = 0; i < 5; i++)
      folds.push({
        x0: sg * legIn,
        y0: crotch - i * 0.8,
        x1: sg * hip * r.range(0.4, 0.8),
        y1: crotch - r.range(2, 10),
        w: 0.6,
        a: 0.2,
        bow: r.bell(),
        fade: 'end',
      });
    for (let i = 0; i < 7; i++) {
      const x = legIn + ((legOut - legIn) * (i + 0.5)) / 7;
      folds.push({
        x0: sg * x,
        y0: legEnd + 0.5,
        x1: sg * (x * 0.95 + 0.4),
        y1: legEnd - r.range(4, 8),
        w: 0.35,
        w1: 0.6,
        a: 0.26,
        fade: 'end',
      });
    }
  }
  if (f('gathers') || f('elastic-waist') || f('smocking'))
    for (let i = 0; i < 22; i++) {
      const x = (i / 21 - 0.5) * 2 * (cw - 0.6);
      folds.push({
        x0: x,
        y0: f('smocking') ? nd + 2 : 21,
        x1: x * 1.1,
        y1: f('smocking') ? 18 : 21 + r.range(4, 9),
        w: 0.32,
        w1: 0.6,
        a: 0.22,
        fade: 'end',
      });
    }
  stage.piece({
    shape: [...neck, ...half, ...reversed(mirror(half))],
    bolt,
    folds,
    edge: 0.7,
    shadow: 0.6,
    after: (c: Ctx) => {
      stage.stitch(c, offset(neck, -0.8), thread);
      if (f('contrast-collar') || f('piping')) pipe(stage, c, offset(neck, -0.3), bolt.accent, 0.6);
      for (const sg of [-1, 1]) {
        const leg = new Pen(sg * legOut, legEnd - 1.2).q(
          (sg * (legOut + legIn)) / 2,
          legEnd + 1,
          sg * legIn,
          legEnd - 0.2,
        ).pts;
        stage.stitch(c, offset(leg, sg * 1.3), thread);
        if (f('piping')) pipe(stage, c, offset(leg, sg * 0.2), bolt.accent, 0.45);
        const arm = side.pts
          .filter((p) => p[1] < 15)
          .map((p): Pt => [sg * p[0], p[1]])
          .slice(8);
        stage.stitch(c, offset(arm, -sg * 0.7), thread, { alpha: 0.5 });
        if (sleeveless && f('piping')) pipe(stage, c, offset(arm, -sg * 0.2), bolt.accent, 0.45);
      }
      const inseam = new Pen(-legIn, legEnd - 1)
        .q(-legIn * 0.6, crotch + 0.8, 0, crotch - 0.4)
        .q(legIn * 0.6, crotch + 0.8, legIn, legEnd - 1).pts;
      stage.stitch(c, offset(inseam, 1.1), thread);
      for (let i = 0; i < 3; i++)
        stage.button(c, (i - 1) * 2.1, crotch - 1.2 + Math.abs(i - 1) * 0.5, 0.5, 'metal', bolt.base);
      if (f('elastic-waist'))
        for (const y of [21, 22]) stage.stitch(c, new Pen(-20, y).q(0, y + 0.8, 20, y).pts, thread);
      if (f('yoke') && !back) stage.overlap(c, new Pen(-20, 12.5).q(0, 13, 20, 12.5).pts, bolt.base, -1);
      if (f('smocking') && !back)
        for (let y = nd + 2; y < 18; y += 1.1)
          stage.stitch(c, new Pen(-cw + 1, y).l(cw - 1, y).pts, bolt.accent, { dash: 0.4 });
      if (f('neck-embroidery') && !back) embroider(j, c, offset(neck, -0.8), 1, -1);
    },
  });
  if (!back) {
    if (f('placket') || f('half-placket') || f('buttons-wood') || f('buttons-shell')) {
      const end = f('placket') ? crotch - 2 : nd + 11;
      stage.piece({
        shape: new Pen(-1.1, nd - 0.4)
          .l(1.1, nd - 0.4)
          .l(1.1, end, 12)
          .l(-1.1, end)
          .l(-1.1, nd - 0.4, 12).pts,
        bolt,
        from: [0.7, 12],
        edge: 0.25,
        shadow: 0.25,
        after: (c) => {
          for (const sg of [-1, 1])
            stage.stitch(
              c,
              [
                [sg * 0.8, nd],
                [sg * 0.8, end],
              ],
              thread,
            );
        },
      });
      stage.draw((c) => {
        const n = f('placket') ? 6 : 3;
        for (let i = 0; i < n; i++)
          stage.button(
            c,
            0,
            nd + 1 + ((end - nd - 2.4) * i) / (n - 1),
            0.55,
            f('buttons-wood') ? 'wood' : 'shell',
            bolt.base,
          );
      });
    }
    if (brief.neck === 'peter-pan' || brief.neck === 'collar')
      for (const sg of [-1, 1]) {
        const leaf = new Pen(sg * nw, -0.3)
          .c(sg * nw, nd * 0.6, sg * nw * 0.5, nd, sg * 0.1, nd)
          .c(sg * 0.2, nd + 3.4, sg * 4, nd + 4.2, sg * 7, nd + 1.4)
          .c(sg * 8.6, nd * 0.6, sg * 8.8, 2, sg * 8, 1)
          .l(sg * nw, -0.3).pts;
        stage.piece({
          shape: leaf,
          bolt: f('contrast-collar') ? j.second : bolt,
          grain: sg * -0.5,
          edge: 0.5,
          shadow: 0.5,
          after: (c) => stage.stitch(c, offset(leaf.slice(18, 50), sg * 0.5), thread),
        });
      }
    if (brief.neck === 'band') stage.draw((c) => pipe(stage, c, offset(neck, -0.4), bolt.base, 1));
    if (f('chest-pocket')) patchPocket(j, cw * 0.45, 13, 5.6, 6, 0.55);
    if (f('patch-pockets')) for (const sg of [-1, 1]) patchPocket(j, sg * hip * 0.52, 27, 6.6, 7, 0.55);
    if (f('bow')) bow(j, 0, nd + 1.6, 3.2, 0.6);
    if (f('ruffle'))
      for (const sg of [-1, 1])
        ruffle(j, (sg > 0 ? side.pts : mirror(side.pts)).filter((p) => p[1] < 13).slice(4), 2.6, 0.55, sg < 0);
    if (f('belt') || f('drawstring')) tieKnot(j, 0, 22, 0.5, j.second, 9);
  }
}
