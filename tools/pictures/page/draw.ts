// One picture from one brief: chooses the table, the cloth and the drawing for a kind and a shot.
import { drawDungarees, drawLegs, drawLongSkirt, drawRomper, legReach, legSpec } from './bottoms.ts';
import { type Bolt, plainBolt, weaveBolt } from './cloth.ts';
import { type Brief, type Colour, luma, mix, type Rgb, Rng, sheet } from './core.ts';
import { drawSet } from './sets.ts';
import { type Fold, Stage } from './stage.ts';
import { lay, table } from './table.ts';
import {
  cover,
  drawBib,
  drawCushion,
  drawLength,
  drawTote,
  drawTowel,
  foldedBlock,
  roll,
  rule,
  selvedge,
  stack,
} from './textiles.ts';
import { drawTop, type Job, topReach, topSpec } from './tops.ts';

export const LENGTHS = ['dupatta', 'stole', 'shawl', 'saree', 'scarf', 'swaddle'];
export const SETS = ['co-ord', 'kurta-pyjama', 'lehenga-set', 'kids-set', 'night-suit'];

export function isKid(b: Brief): boolean {
  return b.batch.startsWith('child') || ['romper', 'frock', 'dungarees', 'kids-set', 'bib', 'swaddle'].includes(b.kind);
}
export function isMan(b: Brief): boolean {
  return b.batch.startsWith('men') || ['sherwani', 'jacket-nehru', 'polo'].includes(b.kind);
}

export function garmentBolt(b: Brief, colour: Colour, u: number, w = 900, h = 1150): Bolt {
  const pitch = u > 11 ? 4 : 3;
  return weaveBolt(b.cloth, colour, {
    w,
    h,
    u,
    pitch,
    strength: ['khadi', 'linen', 'slub', 'denim', 'corduroy', 'wool', 'terry'].includes(b.cloth.weave) ? 0.34 : 0.2,
    seed: b.slug,
  });
}
/** The second cloth of a garment: its accent, or for a plain one a shade of its own. */
export function secondBolt(b: Bolt): Bolt {
  const c: Rgb =
    b.cloth.pattern === 'solid' || Math.abs(luma(b.accent) - luma(b.base)) > 0.08
      ? b.accent
      : mix(b.base, luma(b.base) > 0.5 ? [90, 70, 50] : [240, 230, 210], 0.3);
  return plainBolt(b, c, b.u > 11 ? 4 : 3, 0.22);
}
export function newJob(b: Brief, colour: Colour, stage: Stage, back: boolean): Job {
  const bolt = garmentBolt(b, colour, stage.u, stage.w + 100, stage.h + 150);
  let second: Bolt | undefined;
  return {
    brief: b,
    stage,
    bolt,
    back,
    rng: new Rng(`${b.slug}/cut`),
    kid: isKid(b),
    man: isMan(b),
    get second() {
      second ??= secondBolt(bolt);
      return second;
    },
  };
}

function front(b: Brief, colour: Colour, back: boolean): HTMLCanvasElement {
  const W = 800;
  const H = 1000;
  const out = sheet(W, H);
  const pose = new Rng(`${b.slug}/pose`);
  out.ctx.drawImage(table(W, H, pose.int(0, 2)), 0, 0);
  let turn = (pose.bell() * 2.2 * Math.PI) / 180;
  if (back) turn = -turn * 0.7;
  const seed = `${b.slug}/${back ? 'back' : 'front'}`;
  const onTable = (stage: Stage, lift = 1) => lay(out.ctx, stage.el, { turn, lift });
  const page = (): Stage => new Stage({ w: W, h: H, u: 8, cx: W / 2, top: 0, seed });
  if (LENGTHS.includes(b.kind)) {
    const stage = page();
    turn *= 0.4;
    drawLength(newJob(b, colour, stage, back));
    onTable(stage);
  } else if (b.kind === 'fabric') {
    const stage = page();
    drawFabricFold(newJob(b, colour, stage, back));
    onTable(stage);
  } else if (b.kind === 'towel' || b.kind === 'cushion-cover' || b.kind === 'tote' || b.kind === 'bib') {
    const stage = page();
    const job = newJob(b, colour, stage, back);
    (b.kind === 'towel' ? drawTowel : b.kind === 'tote' ? drawTote : b.kind === 'bib' ? drawBib : drawCushion)(job);
    onTable(stage);
  } else if (SETS.includes(b.kind)) {
    drawSet(out.ctx, b, colour, back, seed, turn);
  } else if (['palazzo', 'trousers', 'shorts'].includes(b.kind)) {
    const probe = legSpec({ brief: b, rng: new Rng(`${b.slug}/cut`), kid: isKid(b), man: isMan(b) } as Job);
    const u = Math.min(700 / (legReach(probe) * 2), 850 / probe.len);
    const stage = new Stage({ w: W, h: H, u, cx: W / 2, top: (H - probe.len * u) / 2 - 4, seed });
    const job = newJob(b, colour, stage, back);
    drawLegs(job, legSpec(job));
    onTable(stage);
  } else if (b.kind === 'skirt') {
    const kid = isKid(b);
    const L = ({ knee: 58, calf: 76, ankle: 94, thigh: 42 } as Record<string, number>)[b.length] ?? 80;
    const len = L * (kid ? 0.55 : 1);
    const w0 = 18 * (kid ? 0.66 : 1);
    const w1 = w0 * new Rng(`${b.slug}/flare`).range(2.1, 2.5);
    const u = Math.min(720 / (w1 * 2.05), 830 / (len * 1.06));
    const stage = new Stage({ w: W, h: H, u, cx: W / 2, top: (H - len * 1.05 * u) / 2, seed });
    drawLongSkirt(newJob(b, colour, stage, back), 0, len, { w0, w1 });
    onTable(stage);
  } else if (b.kind === 'dungarees' || b.kind === 'romper') {
    const dung = b.kind === 'dungarees';
    const long = dung ? !['thigh', 'knee', 'hip', 'crop'].includes(b.length) : ['calf', 'ankle'].includes(b.length);
    const tall = dung ? (long ? 77 : 62) : long ? 60 : 47;
    const u = Math.min(850 / tall, 720 / (dung ? 40 : b.sleeve === 'full' || b.sleeve === 'three-quarter' ? 50 : 42));
    const stage = new Stage({ w: W, h: H, u, cx: W / 2, top: (H - tall * u) / 2 + (dung ? 9 * u : 0.5 * u), seed });
    const job = newJob(b, colour, stage, back);
    (dung ? drawDungarees : drawRomper)(job);
    onTable(stage, 1.1);
  } else {
    const kid = isKid(b);
    const man = isMan(b);
    const probe = topSpec(b, new Rng(`${b.slug}/cut`), kid, man);
    const reach = topReach(probe);
    const above = b.neck === 'hood' ? 18 * (kid ? 0.6 : 1) : b.neck === 'collar' || b.neck === 'band' ? 4 : 0;
    const tall = probe.L + above + (probe.skirt ? probe.L * 0.04 : 1);
    const u = Math.min(740 / (reach * 2), 880 / tall);
    const stage = new Stage({ w: W, h: H, u, cx: W / 2, top: (H - tall * u) / 2 + above * u, seed });
    const job = newJob(b, colour, stage, back);
    drawTop(job, topSpec(b, job.rng, kid, man));
    onTable(stage);
  }
  return out.el;
}

function drawFabricFold(j: Job): void {
  const r = j.rng;
  const way = r.int(0, 3);
  if (way === 3) {
    roll(j);
    return;
  }
  if (way === 2) {
    foldedBlock(j, { x: -32, y: 16, w: 62, h: 88, corner: true, layers: 5 });
    return;
  }
  const n = r.int(3, 5);
  stack(j, { n, bolts: [j.bolt], x: 0, y: 104, w: 37, slab: n === 3 ? 17 : n === 4 ? 14.5 : 12 });
}

/** Cloth close by: threads, a soft fold across. */
function closeUp(b: Brief, colour: Colour): HTMLCanvasElement {
  const W = 640;
  const H = 800;
  const r = new Rng(`${b.slug}/cloth`);
  const u =
    b.cloth.scale === 'large' || ['ikat', 'kalamkari', 'madras', 'shibori', 'ajrakh'].includes(b.cloth.pattern)
      ? 22
      : 28;
  const stage = new Stage({ w: W, h: H, u, cx: W / 2, top: 0, seed: `${b.slug}/cloth` });
  const bolt = weaveBolt(b.cloth, colour, { w: W + 60, h: H + 60, u, pitch: 6, strength: 0.62, seed: b.slug });
  const job = { brief: b, stage, bolt, second: bolt, back: false, rng: r, kid: false, man: false };
  const w = W / u;
  const h = H / u;
  const folds = softFolds(r, w, h);
  cover(job, w, h, { folds, crumple: bolt.crumple * 0.12, grain: r.bell() * 0.2, bend: 1.2 });
  return stage.el;
}
function softFolds(r: Rng, w: number, h: number): Fold[] {
  const folds: Fold[] = [];
  const a = r.range(-0.9, 0.9);
  const kind = r.int(0, 2);
  const n = kind === 0 ? 1 : kind === 1 ? 2 : 3;
  for (let i = 0; i < n; i++) {
    const y = h * ((i + r.range(0.35, 0.65)) / n);
    folds.push({
      x0: -w * 0.8,
      y0: y - a * w * 0.8,
      x1: w * 0.8,
      y1: y + a * w * 0.8,
      w: h * r.range(0.045, 0.07),
      w1: h * r.range(0.05, 0.1),
      a: h * r.range(0.014, 0.026),
      bow: r.bell() * h * 0.06,
      fade: 'none',
    });
    folds.push({
      x0: -w * 0.8,
      y0: y - a * w * 0.8 + h * 0.13,
      x1: w * 0.8,
      y1: y + a * w * 0.8 + h * 0.15,
      w: h * 0.07,
      a: -h * r.range(0.004, 0.014),
      bow: r.bell() * h * 0.05,
      fade: 'none',
    });
  }
  return folds;
}
function near(b: Brief, colour: Colour): HTMLCanvasElement {
  const W = 640;
  const H = 800;
  const r = new Rng(`${b.slug}/near`);
  const u = b.cloth.scale === 'large' ? 30 : 40;
  const stage = new Stage({ w: W, h: H, u, cx: W / 2, top: 0, seed: `${b.slug}/near` });
  const bolt = weaveBolt(b.cloth, colour, { w: W + 60, h: H + 60, u, pitch: 8, strength: 0.7, seed: b.slug });
  const job = { brief: b, stage, bolt, second: bolt, back: false, rng: r, kid: false, man: false };
  const w = W / u;
  const h = H / u;
  const side = r.chance(0.5) ? 1 : -1;
  const x = side * w * 0.5;
  cover(job, w, h, {
    folds: [
      {
        x0: -side * w * 1.1,
        y0: h * r.range(-0.2, 0.2),
        x1: side * w * 1.1,
        y1: h * r.range(0.9, 1.3),
        w: h * 0.09,
        a: h * 0.022,
        bow: r.bell() * 2,
        fade: 'none',
      },
    ],
    crumple: bolt.crumple * 0.06,
    bend: 0.8,
    print: (c) => {
      if (b.cloth.border !== 'none')
        stage.border(
          c,
          bolt,
          side > 0
            ? [
                [x - 1.2, h + 2],
                [x - 1.2, -2],
              ]
            : [
                [x + 1.2, -2],
                [x + 1.2, h + 2],
              ],
          3.6,
        );
      selvedge(job, c, x, h, 1.1, -side);
    },
  });
  return stage.el;
}
function drape(b: Brief, colour: Colour): HTMLCanvasElement {
  const W = 800;
  const H = 1000;
  const r = new Rng(`${b.slug}/drape`);
  const u = 8.4;
  const out = sheet(W, H);
  out.ctx.drawImage(table(W, H, r.int(0, 2)), 0, 0);
  const stage = new Stage({ w: W, h: H, u, cx: W / 2, top: 0, seed: `${b.slug}/drape` });
  const job = newJob(b, colour, stage, false);
  const w = W / u;
  const h = H / u;
  const folds: Fold[] = [];
  // hung from a point up left: flutes fan out
  const n = r.int(6, 8);
  for (let i = 0; i < n; i++) {
    const t = (i + r.range(0.2, 0.8)) / n;
    const x1 = (t - 0.5) * w * 1.35;
    folds.push({
      x0: -w * 0.12 + (t - 0.5) * w * 0.5,
      y0: -4,
      x1,
      y1: h + 4,
      w: 1.7,
      w1: 3.6,
      a: r.range(1.1, 1.9),
      bow: r.bell() * 4,
      fade: 'none',
    });
    folds.push({
      x0: -w * 0.12 + (t - 0.5) * w * 0.5 + 4,
      y0: -4,
      x1: x1 + 7,
      y1: h + 4,
      w: 1.8,
      w1: 3.2,
      a: -r.range(0.6, 1.3),
      bow: r.bell() * 4,
      fade: 'none',
    });
  }
  cover(job, w, h, {
    folds,
    crumple: job.bolt.crumple * 0.8,
    bend: 1.5,
    grain: r.bell() * 0.15,
    print: (c) => {
      if (b.cloth.border !== 'none')
        stage.border(
          c,
          job.bolt,
          [
            [-w, h - 3],
            [w, h - 6],
          ],
          8,
        );
    },
  });
  out.ctx.drawImage(stage.el, 0, 0);
  return out.el;
}
function ruler(b: Brief, colour: Colour): HTMLCanvasElement {
  const W = 800;
  const H = 1000;
  const r = new Rng(`${b.slug}/ruler`);
  const u = 36;
  const stage = new Stage({ w: W, h: H, u, cx: W / 2, top: 0, seed: `${b.slug}/ruler` });
  const bolt = weaveBolt(b.cloth, colour, { w: W + 60, h: H + 60, u, pitch: 6, strength: 0.5, seed: b.slug });
  const job = { brief: b, stage, bolt, second: bolt, back: false, rng: r, kid: false, man: false };
  const w = W / u;
  const h = H / u;
  cover(job, w, h, {
    folds: [
      {
        x0: -w,
        y0: h * r.range(0.1, 0.3),
        x1: w,
        y1: h * r.range(0.2, 0.5),
        w: 2,
        a: 0.4,
        bow: r.bell() * 3,
        fade: 'none',
      },
    ],
    crumple: bolt.crumple * 0.14,
  });
  rule(stage, -w / 2 - 0.6 + r.range(0, 0.5), h - 4.4, 40, 3, r.bell() * 0.02);
  return stage.el;
}

/** Draws one catalogue picture. */
export function drawShot(b: Brief, colour: Colour, shot: string): HTMLCanvasElement {
  switch (shot) {
    case 'front':
    case 'fold':
      return front(b, colour, false);
    case 'back':
      return front(b, colour, true);
    case 'near':
      return near(b, colour);
    case 'drape':
      return drape(b, colour);
    case 'ruler':
      return ruler(b, colour);
    default:
      return closeUp(b, colour);
  }
}
