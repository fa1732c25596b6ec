// Things sold together, laid out together.
import { drawLegs, drawLongSkirt, legReach, legSpec } from './bottoms.ts';
import { type Bolt, plainBolt } from './cloth.ts';
import { type Brief, type Colour, type Ctx, darker, lighter, luma, mix, Rng } from './core.ts';
import { garmentBolt, isKid, isMan, secondBolt } from './draw.ts';
import { Stage } from './stage.ts';
import { lay } from './table.ts';
import { drawTop, type Job, topReach, topSpec } from './tops.ts';

export function drawSet(ctx: Ctx, b: Brief, colour: Colour, back: boolean, seed: string, turn: number): void {
  const kid = isKid(b);
  const man = isMan(b);
  const r = new Rng(`${b.slug}/set`);
  const f = (n: string) => b.features.includes(n);
  const topKind =
    b.kind === 'kurta-pyjama'
      ? 'kurta-straight'
      : b.kind === 'lehenga-set'
        ? 'top'
        : b.kind === 'night-suit'
          ? 'shirt'
          : b.kind === 'kids-set'
            ? b.neck === 'collar'
              ? 'shirt'
              : b.cloth.weave === 'jersey'
                ? 'tshirt'
                : 'tunic'
            : b.neck === 'collar' || f('placket')
              ? 'shirt'
              : 'tunic';
  const lowerFeatures = [
    'drawstring',
    'elastic-waist',
    'side-pockets',
    'pleats',
    'tassels',
    'piping',
    'gathers',
    'hem-embroidery',
    'tiered',
  ];
  const topBrief: Brief = {
    ...b,
    kind: topKind,
    length:
      b.kind === 'lehenga-set'
        ? 'crop'
        : b.kind === 'kurta-pyjama'
          ? 'knee'
          : b.length === 'ankle' || b.length === 'calf' || b.length === 'knee'
            ? 'hip'
            : b.length,
    features: b.features.filter(
      (x) =>
        !['drawstring', 'elastic-waist', 'belt', 'tiered'].includes(x) &&
        !(b.kind === 'lehenga-set' && x === 'hem-embroidery'),
    ),
  };
  const wide = b.kind === 'co-ord' && r.chance(0.6) && !man;
  const shorts =
    (b.kind === 'kids-set' || b.kind === 'co-ord') &&
    ['crop', 'hip', 'thigh', 'knee'].includes(b.length) &&
    (kid ? r.chance(0.65) : b.sleeve === 'short' && r.chance(0.5));
  const lowBrief: Brief = {
    ...b,
    kind: wide
      ? 'palazzo'
      : shorts
        ? 'shorts'
        : b.kind === 'night-suit' || b.kind === 'kurta-pyjama'
          ? b.kind
          : 'trousers',
    length: shorts ? 'thigh' : 'ankle',
    features: b.features.filter((x) => lowerFeatures.includes(x)),
  };
  const cut = () => new Rng(`${b.slug}/cut`);
  const spec = topSpec(topBrief, cut(), kid, man);
  const W = 800;
  const H = 1000;
  const probe = { brief: lowBrief, rng: new Rng(`${b.slug}/legs`), kid, man } as Job;
  const legs = legSpec(probe);
  if (kid && b.kind === 'kurta-pyjama') legs.hem *= 0.85;
  const topTall = spec.L + 6;
  const job = (brief: Brief, stage: Stage, bolt: Bolt, rng: Rng): Job => {
    let second: Bolt | undefined;
    return {
      brief,
      stage,
      bolt,
      back,
      rng,
      kid,
      man,
      get second() {
        second ??= secondBolt(bolt);
        return second;
      },
    };
  };
  const plainLower = (bolt: Bolt): Bolt => {
    // A printed top often has a plain lower half in one of its dyes.
    if (b.kind === 'kurta-pyjama')
      return plainBolt(
        bolt,
        luma(bolt.base) > 0.7 ? darker(bolt.base, 0.06) : lighter(mix(bolt.base, [240, 230, 210], 0.82), 0.1),
        3,
        0.22,
      );
    if (b.kind === 'kids-set' && bolt.cloth.pattern !== 'solid')
      return plainBolt(bolt, luma(bolt.base) > 0.7 ? bolt.ink : bolt.base, 3, 0.22);
    return bolt;
  };
  if (b.kind === 'lehenga-set') {
    const len = kid ? 56 : 96;
    const w0 = kid ? 12.5 : 18;
    const w1 = w0 * 2.7;
    const topL = spec.L * 0.7;
    const u = Math.min(740 / (w1 * 2.02), 900 / (len + topL * 0.82));
    const y0 = (H - (len + topL * 0.82) * u) / 2;
    const bolt = garmentBolt(b, colour, u);
    const blouse = bolt.cloth.pattern === 'solid' || r.chance(0.5) ? plainBolt(bolt, bolt.accent, 3, 0.22) : bolt;
    const low = new Stage({ w: W, h: H, u, cx: W / 2, top: y0 + topL * 0.8 * u, seed: `${seed}/low` });
    drawLongSkirt(
      job(
        { ...b, features: b.features.filter((x) => lowerFeatures.includes(x)) },
        low,
        bolt,
        new Rng(`${b.slug}/legs`),
      ),
      0,
      len,
      { w0, w1 },
    );
    lay(ctx, low.el, { turn });
    const up = new Stage({ w: W, h: H, u, cx: W / 2, top: y0 + 8, seed: `${seed}/top` });
    const short = { ...spec, L: topL };
    short.hem = short.ch * 0.92;
    short.wa = short.ch * 0.9;
    short.waY = topL * 0.8;
    drawTop(
      job(
        { ...topBrief, features: topBrief.features.filter((x) => x !== 'side-slits' && x !== 'side-pockets') },
        up,
        blouse,
        cut(),
      ),
      short,
    );
    lay(ctx, up.el, { turn: turn * 0.5 });
    return;
  }
  const reach = topReach(spec);
  const layout = b.kind === 'kurta-pyjama' ? 'beside' : r.pick(['below', 'below', 'beside']);
  if (layout === 'below') {
    const over = topTall * 0.86;
    const u = Math.min(720 / (Math.max(reach, legReach(legs)) * 2), 905 / (over + legs.len));
    const y0 = (H - (over + legs.len) * u) / 2;
    const bolt = garmentBolt(b, colour, u);
    const low = new Stage({ w: W, h: H, u, cx: W / 2 + r.bell() * 14, top: y0 + over * u, seed: `${seed}/low` });
    drawLegs(job(lowBrief, low, plainLower(bolt), new Rng(`${b.slug}/legs`)), legs);
    lay(ctx, low.el, { turn: -turn * 0.8 });
    const up = new Stage({ w: W, h: H, u, cx: W / 2, top: y0 + 5 * u * (kid ? 0.6 : 1), seed: `${seed}/top` });
    drawTop(job(topBrief, up, bolt, cut()), spec);
    lay(ctx, up.el, { turn });
    return;
  }
  // side by side, the lower half under the upper
  const spread = reach * 2 + legReach(legs) * 0.9;
  const u = Math.min(765 / spread, 880 / Math.max(topTall + 8, legs.len + 10));
  const bolt = garmentBolt(b, colour, u);
  const side = r.chance(0.5) ? 1 : -1;
  const low = new Stage({
    w: W,
    h: H,
    u,
    cx: W / 2 + side * (W * 0.5 - legReach(legs) * u - 22),
    top: (H - legs.len * u) / 2 + 36,
    seed: `${seed}/low`,
  });
  drawLegs(job(lowBrief, low, plainLower(bolt), new Rng(`${b.slug}/legs`)), legs);
  lay(ctx, low.el, { turn: side * 0.07 });
  const up = new Stage({
    w: W,
    h: H,
    u,
    cx: W / 2 - side * (W * 0.5 - reach * u - 20),
    top: (H - topTall * u) / 2 - 4,
    seed: `${seed}/top`,
  });
  drawTop(job(topBrief, up, bolt, cut()), spec);
  lay(ctx, up.el, { turn: turn * 0.6 - side * 0.02 });
}
