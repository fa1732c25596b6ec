// Larger compositions of the same goods: slides, collection tiles, the banner, the journal's pictures.
import { drawDungarees, drawLegs, drawRomper, legReach, legSpec } from './bottoms.ts';
import { type Bolt, weaveBolt } from './cloth.ts';
import {
  along,
  type Brief,
  type Cloth,
  type Colour,
  type Ctx,
  css,
  darker,
  lighter,
  noiseTile,
  Pen,
  type Rgb,
  Rng,
  sheet,
  trace,
} from './core.ts';
import { isKid, isMan, newJob } from './draw.ts';
import { stamp } from './motifs.ts';
import { type Fold, Stage } from './stage.ts';
import { lay, table } from './table.ts';
import {
  cover,
  drawBib,
  drawCushion,
  drawTote,
  drawTowel,
  foldedBlock,
  hung,
  pleats,
  roll,
  stack,
} from './textiles.ts';
import { drawTop, type Job, topReach, topSpec } from './tops.ts';

function brief(kind: string, o: Partial<Omit<Brief, 'cloth'>> & { cloth?: Partial<Cloth> }): Brief {
  const { cloth, ...rest } = o;
  return {
    slug: `scene-${kind}-${cloth?.pattern ?? 'solid'}`,
    batch: 'women',
    kind,
    sleeve: 'three-quarter',
    neck: 'round',
    length: 'knee',
    features: [],
    colours: [],
    ...rest,
    cloth: { weave: 'plain', pattern: 'solid', motif: '', scale: 'medium', border: 'none', ...cloth },
  };
}
const dye = (base: string, ink = '#f3ead9', accent = '#c8963e'): Colour => ({ name: '', base, ink, accent });
const INDIGO = dye('#2b3a67', '#f3ead9', '#c8963e');
const MADDER = dye('#9c2f2a', '#f0dfc2', '#2b2220');
const TURMERIC = dye('#d79a24', '#8f2f1f', '#2b3a67');
const KORA = dye('#e9dec6', '#2b3a67', '#9c2f2a');
const LEAF = dye('#5b7a4a', '#f0ead2', '#c4653f');
const SKY = dye('#9fbfd2', '#fbf8ef', '#d98a3a');

type Cut = { el: HTMLCanvasElement; u: number; cx: number; top: number; tall: number };
/** A garment without a table, its shoulders at the middle of the top. */
function cutOut(b: Brief, colour: Colour, u: number): Cut {
  const kid = isKid(b);
  const man = isMan(b);
  const seed = `${b.slug}/scene`;
  if (['trousers', 'palazzo', 'shorts', 'night-suit-legs'].includes(b.kind)) {
    const probe = legSpec({ brief: b, rng: new Rng(`${b.slug}/cut`), kid, man } as Job);
    const w = Math.ceil(legReach(probe) * 2 * u + 60);
    const stage = new Stage({ w, h: Math.ceil(probe.len * u + 80), u, cx: w / 2, top: 30, seed });
    const job = newJob(b, colour, stage, false);
    drawLegs(job, legSpec(job));
    return { el: stage.el, u, cx: w / 2, top: 30, tall: probe.len * u };
  }
  if (b.kind === 'dungarees' || b.kind === 'romper') {
    const tall = (b.kind === 'dungarees' ? 76 : 48) * u;
    const w = Math.ceil(52 * u + 60);
    const top = b.kind === 'dungarees' ? 11 * u : 30;
    const stage = new Stage({ w, h: Math.ceil(tall + 90), u, cx: w / 2, top, seed });
    (b.kind === 'dungarees' ? drawDungarees : drawRomper)(newJob(b, colour, stage, false));
    return { el: stage.el, u, cx: w / 2, top, tall };
  }
  const probe = topSpec(b, new Rng(`${b.slug}/cut`), kid, man);
  const reach = topReach(probe);
  const w = Math.ceil(reach * 2 * u + 70);
  const top = 40 + 6 * u;
  const stage = new Stage({ w, h: Math.ceil(probe.L * 1.06 * u + top + 50), u, cx: w / 2, top, seed });
  const job = newJob(b, colour, stage, false);
  drawTop(job, topSpec(b, job.rng, kid, man));
  return { el: stage.el, u, cx: w / 2, top, tall: probe.L * u };
}
/** Puts a cut-out with its neck point at (x, y). */
function put(ctx: Ctx, c: Cut, x: number, y: number, turn = 0, lift = 1): void {
  lay(ctx, c.el, { x: x - c.cx, y: y - c.top, turn, lift });
}
function bench(w: number, h: number, v: number): { el: HTMLCanvasElement; ctx: Ctx } {
  const s = sheet(w, h);
  s.ctx.drawImage(table(w, h, v), 0, 0);
  return s;
}
/** A lime-washed wall, with light that falls through leaves. */
function wall(w: number, h: number, tone: Rgb, leaves: boolean, seed: string): { el: HTMLCanvasElement; ctx: Ctx } {
  const s = sheet(w, h);
  const c = s.ctx;
  const g = c.createLinearGradient(0, 0, w, h);
  g.addColorStop(0, css(lighter(tone, 0.35)));
  g.addColorStop(1, css(darker(tone, 0.06)));
  c.fillStyle = g;
  c.fillRect(0, 0, w, h);
  const n = sheet(256, 256);
  const img = n.ctx.createImageData(256, 256);
  const t = noiseTile('plaster', 5, 4);
  for (let i = 0; i < 65536; i++) {
    const v = 128 + (t[i] as number) * 80;
    img.data.set([v, v, v, 255], i * 4);
  }
  n.ctx.putImageData(img, 0, 0);
  c.globalCompositeOperation = 'soft-light';
  c.globalAlpha = 0.5;
  const p = c.createPattern(n.el, 'repeat') as CanvasPattern;
  p.setTransform(new DOMMatrix([4, 0, 0, 3, 60, 0]));
  c.fillStyle = p;
  c.fillRect(0, 0, w, h);
  c.globalCompositeOperation = 'source-over';
  c.globalAlpha = 1;
  if (leaves) {
    const r = new Rng(seed);
    const sh = sheet(w, h);
    sh.ctx.fillStyle = 'rgba(70,60,40,0.5)';
    for (let b = 0; b < 7; b++) {
      const x0 = r.range(w * 0.35, w * 1.05);
      const y0 = r.range(-40, h * 0.4);
      for (let i = 0; i < 16; i++) {
        const x = x0 - i * r.range(8, 20);
        const y = y0 + i * r.range(6, 16);
        sh.ctx.beginPath();
        sh.ctx.ellipse(x, y, r.range(20, 42), r.range(6, 13), r.range(0.2, 2.4), 0, 7);
        sh.ctx.fill();
      }
    }
    c.filter = 'blur(9px)';
    c.globalAlpha = 0.2;
    c.drawImage(sh.el, 0, 0);
    c.filter = 'none';
    c.globalAlpha = 1;
  }
  return s;
}
function rope(c: Ctx, w: number, y: number, sag: number): (x: number) => number {
  const at = (x: number) => y + sag * 4 * (x / w) * (1 - x / w);
  const line = (colour: string, width: number, dy: number) => {
    c.strokeStyle = colour;
    c.lineWidth = width;
    c.beginPath();
    for (let x = -10; x <= w + 10; x += 10) c.lineTo(x, at(x) + dy);
    c.stroke();
  };
  line('rgba(60,40,20,0.25)', 5, 9);
  line('#8d7450', 5, 0);
  line('#cdb48a', 2, -1);
  return at;
}
function peg(c: Ctx, x: number, y: number, turn: number): void {
  c.save();
  c.translate(x, y);
  c.rotate(turn);
  c.shadowColor = 'rgba(40,25,10,0.4)';
  c.shadowBlur = 5;
  c.shadowOffsetY = 3;
  c.fillStyle = '#b98f5c';
  c.beginPath();
  c.roundRect(-5.5, -14, 11, 38, 3);
  c.fill();
  c.shadowColor = 'transparent';
  c.fillStyle = '#d9b98a';
  c.fillRect(-3.6, -13, 2.6, 36);
  c.strokeStyle = '#7b6a58';
  c.lineWidth = 2;
  c.strokeRect(-6, -1, 12, 3);
  c.restore();
}
function onLine(
  c: Ctx,
  cuts: readonly { cut: Cut; x: number; turn: number; half: number }[],
  at: (x: number) => number,
): void {
  for (const { cut, x, turn, half } of cuts) {
    const y = at(x) + 4;
    put(c, cut, x, y, turn, 1.5);
    for (const s of [-1, 1]) peg(c, x + s * half, at(x + s * half) + 6, turn + s * 0.06);
  }
}
function coverScene(
  b: Brief,
  colour: Colour,
  w: number,
  h: number,
  u: number,
  pitch: number,
  folds: (W: number, H: number, r: Rng) => Fold[],
  strength = 0.5,
): { stage: Stage; bolt: Bolt } {
  const stage = new Stage({ w, h, u, cx: w / 2, top: 0, seed: b.slug });
  const bolt = weaveBolt(b.cloth, colour, { w: w + 60, h: h + 60, u, pitch, strength, seed: b.slug });
  const job: Job = { brief: b, stage, bolt, second: bolt, back: false, rng: new Rng(b.slug), kid: false, man: false };
  cover(job, w / u, h / u, {
    folds: folds(w / u, h / u, new Rng(`${b.slug}/f`)),
    crumple: bolt.crumple * 0.2,
    bend: 1.4,
  });
  return { stage, bolt };
}
function lengthJob(b: Brief, colour: Colour, stage: Stage): Job {
  return newJob(b, colour, stage, false);
}
function wood(c: Ctx, x0: number, y0: number, x1: number, y1: number, tone: Rgb, vertical: boolean): CanvasGradient {
  const g = vertical ? c.createLinearGradient(x0, 0, x1, 0) : c.createLinearGradient(0, y0, 0, y1);
  g.addColorStop(0, css(lighter(tone, 0.28)));
  g.addColorStop(0.35, css(tone));
  g.addColorStop(1, css(darker(tone, 0.42)));
  return g;
}
function soft(c: Ctx, blur: number, dx: number, dy: number, a = 0.35): void {
  c.shadowColor = `rgba(50,32,14,${a})`;
  c.shadowBlur = blur;
  c.shadowOffsetX = dx;
  c.shadowOffsetY = dy;
}

const FABRICS: [Partial<Cloth>, Colour][] = [
  [{ weave: 'khadi' }, INDIGO],
  [{ pattern: 'block-print', motif: 'buti', scale: 'small' }, MADDER],
  [{ weave: 'slub' }, TURMERIC],
  [{ weave: 'linen' }, KORA],
  [{ pattern: 'ikat', scale: 'small' }, dye('#2b3a67', '#efe6d6', '#9c2f2a')],
  [{ weave: 'khadi', pattern: 'stripe', scale: 'small' }, dye('#e9dec6', '#9c2f2a', '#2b3a67')],
];
function bolts(stage: Stage): Bolt[] {
  return FABRICS.map(([cloth, colour], i) =>
    weaveBolt({ weave: 'plain', pattern: 'solid', motif: '', scale: 'medium', border: 'none', ...cloth }, colour, {
      w: 900,
      h: 700,
      u: stage.u,
      pitch: 3,
      strength: 0.3,
      seed: `bolt${i}`,
    }),
  );
}
function pile(
  w: number,
  h: number,
  u: number,
  cx: number,
  base: number,
  half: number,
  n: number,
  slab: number,
): HTMLCanvasElement {
  const s = bench(w, h, 0);
  const stage = new Stage({ w, h, u, cx, top: 0, seed: 'pile' });
  const job = lengthJob(brief('fabric', { slug: 'pile' }), KORA, stage);
  stack(job, { n, bolts: bolts(stage), x: 0, y: base / u, w: half / u, slab: slab / u });
  lay(s.ctx, stage.el, { lift: 1.4 });
  return s.el;
}

const KURTAS: [Brief, Colour][] = [
  [
    brief('kurta-straight', {
      slug: 'line-a',
      neck: 'notch',
      sleeve: 'full',
      length: 'knee',
      features: ['side-slits'],
      cloth: { pattern: 'block-print', motif: 'buti', scale: 'small' },
    }),
    INDIGO,
  ],
  [
    brief('kurta-aline', {
      slug: 'line-b',
      neck: 'v',
      sleeve: 'three-quarter',
      length: 'knee',
      features: ['piping'],
      cloth: { weave: 'slub' },
    }),
    TURMERIC,
  ],
  [
    brief('shirt', {
      slug: 'line-c',
      batch: 'men',
      neck: 'collar',
      sleeve: 'short',
      length: 'hip',
      features: ['placket', 'buttons-shell', 'chest-pocket'],
      cloth: { pattern: 'check', scale: 'medium' },
    }),
    dye('#efe6d3', '#3f6a5c', '#c8963e'),
  ],
  [
    brief('kurta-straight', {
      slug: 'line-d',
      neck: 'round',
      sleeve: 'three-quarter',
      length: 'knee',
      features: ['side-slits', 'neck-embroidery'],
      cloth: { pattern: 'bandhani', scale: 'small' },
    }),
    MADDER,
  ],
];
function washingLine(w: number, h: number, tall: boolean): HTMLCanvasElement {
  const s = wall(w, h, [238, 226, 203], false, 'leaves');
  const at = rope(s.ctx, w, tall ? h * 0.42 : h * 0.13, tall ? 26 : 34);
  const u = tall ? 4.15 : 5.2;
  const xs = tall ? [148, 398, 650] : [655, 922, 1168, 1412];
  onLine(
    s.ctx,
    KURTAS.slice(tall ? 1 : 0, tall ? 4 : 4).map(([b, c], i) => ({
      cut: cutOut(b, c, u),
      x: xs[i] as number,
      turn: [-0.03, 0.02, -0.02, 0.03][i] as number,
      half: u * 12,
    })),
    at,
  );
  return s.el;
}
function vat(w: number, h: number, tall: boolean): HTMLCanvasElement {
  const s = wall(w, h, [232, 222, 204], false, 'vat');
  const c = s.ctx;
  const cx = tall ? w / 2 : w * 0.68;
  // floor
  const floorY = h * (tall ? 0.86 : 0.83);
  const f = c.createLinearGradient(0, floorY, 0, h);
  f.addColorStop(0, '#b9a78a');
  f.addColorStop(1, '#a08c6e');
  c.fillStyle = f;
  c.fillRect(0, floorY, w, h - floorY);
  const blues = ['#1f2d56', '#35508c', '#6f8fbe', '#a9c0da'];
  const stage = new Stage({ w, h, u: tall ? 6 : 6.6, cx: 0, top: 0, seed: 'vat' });
  const u = stage.u;
  const y = tall ? h * 0.3 : 34;
  // the rod
  stage.draw((q) => {
    q.fillStyle = wood(q, 0, y / u - 1, 0, y / u + 1, [150, 108, 70], false);
    q.fillRect(tall ? -5 : (w * 0.37) / u, y / u - 1, w / u, 2);
  });
  const xs = tall ? [0.17, 0.4, 0.62, 0.84] : [0.44, 0.59, 0.75, 0.91];
  xs.forEach((t, i) => {
    const b = brief('dupatta', {
      slug: `vat-${i}`,
      cloth: { weave: i % 2 ? 'plain' : 'khadi', pattern: i === 1 ? 'shibori' : 'solid', scale: 'large' },
    });
    const job = lengthJob(b, dye(blues[i] as string, i === 1 ? '#dfe6ef' : (blues[(i + 1) % 4] as string)), stage);
    const reach = (floorY - y) / u;
    hung(job, {
      y: y / u,
      x: (t * w) / u,
      w: tall ? 9 : 10.5,
      short: reach * (0.62 + (i % 2) * 0.06),
      long: reach * (0.7 + (i % 3) * 0.05),
      noRod: true,
    });
  });
  lay(c, stage.el, { lift: 1.6 });
  // the vat: a wide clay pot of dye
  const rx = tall ? 250 : 300;
  const ry = rx * 0.26;
  const top = floorY - (tall ? 70 : 95);
  c.save();
  soft(c, 50, 14, 26, 0.5);
  c.fillStyle = wood(c, cx - rx, 0, cx + rx, 0, [150, 92, 62], true);
  c.beginPath();
  c.moveTo(cx - rx, top);
  c.bezierCurveTo(cx - rx * 1.02, h * 0.97, cx - rx * 0.5, h + 10, cx, h + 12);
  c.bezierCurveTo(cx + rx * 0.5, h + 10, cx + rx * 1.02, h * 0.97, cx + rx, top);
  c.fill();
  c.restore();
  c.fillStyle = '#a86a48';
  c.beginPath();
  c.ellipse(cx, top, rx * 1.03, ry * 1.08, 0, 0, 7);
  c.fill();
  const dk = c.createRadialGradient(cx - rx * 0.3, top - ry * 0.2, 10, cx, top, rx);
  dk.addColorStop(0, '#32508a');
  dk.addColorStop(0.5, '#1b2a54');
  dk.addColorStop(1, '#0f1838');
  c.fillStyle = dk;
  c.beginPath();
  c.ellipse(cx, top + 5, rx * 0.95, ry * 0.93, 0, 0, 7);
  c.fill();
  // the coppery flower on the dye
  const r = new Rng('foam');
  c.save();
  c.beginPath();
  c.ellipse(cx, top + 5, rx * 0.95, ry * 0.93, 0, 0, 7);
  c.clip();
  for (let i = 0; i < 210; i++) {
    const a = r.range(0, 6.283);
    const d = r.next() ** 0.7;
    const x = cx - rx * 0.12 + Math.cos(a) * d * rx * 0.42;
    const yy = top + 8 + Math.sin(a) * d * ry * 0.45;
    const q = r.range(2, 8) * (1.2 - d * 0.6);
    const tone: Rgb = r.chance(0.4) ? [128, 96, 140] : r.chance(0.5) ? [70, 92, 160] : [150, 160, 205];
    c.fillStyle = css(tone, 0.55);
    c.beginPath();
    c.ellipse(x, yy, q, q * 0.55, 0, 0, 7);
    c.fill();
    c.strokeStyle = 'rgba(225,230,250,0.4)';
    c.lineWidth = 1;
    c.beginPath();
    c.ellipse(x, yy, q, q * 0.55, 0, 3.4, 5.4);
    c.stroke();
  }
  c.strokeStyle = 'rgba(140,165,220,0.28)';
  c.lineWidth = 2;
  for (let i = 1; i < 4; i++) {
    c.beginPath();
    c.ellipse(cx + rx * 0.4, top + 12, rx * 0.12 * i, ry * 0.12 * i, 0, 0, 7);
    c.stroke();
  }
  c.restore();
  return s.el;
}
const FROCK = brief('frock', {
  slug: 'kid-frock',
  batch: 'children',
  neck: 'peter-pan',
  sleeve: 'short',
  length: 'knee',
  features: ['gathers', 'bow'],
  cloth: { pattern: 'block-print', motif: 'tulip', scale: 'small' },
});
const DUNGAREES = brief('dungarees', {
  slug: 'kid-dungarees',
  batch: 'children',
  length: 'ankle',
  sleeve: 'none',
  features: ['buttons-wood', 'patch-pockets'],
  cloth: { weave: 'corduroy' },
});
const NIGHT = brief('shirt', {
  slug: 'kid-night',
  batch: 'children',
  neck: 'collar',
  sleeve: 'full',
  length: 'hip',
  features: ['placket', 'piping', 'buttons-shell'],
  cloth: { weave: 'muslin', pattern: 'kids-motif', motif: 'moon', scale: 'small' },
});
const NIGHT_LEGS = brief('trousers', {
  slug: 'kid-night-legs',
  batch: 'children',
  length: 'ankle',
  sleeve: 'none',
  features: ['elastic-waist', 'drawstring'],
  cloth: { weave: 'muslin', pattern: 'kids-motif', motif: 'moon', scale: 'small' },
});
const KIDSHIRT = brief('shirt', {
  slug: 'kid-shirt',
  batch: 'children',
  neck: 'collar',
  sleeve: 'short',
  length: 'hip',
  features: ['placket', 'buttons-wood', 'chest-pocket'],
  cloth: { pattern: 'gingham', scale: 'small' },
});
const TULIP = dye('#f3ead6', '#b23f4e', '#5b7a4a');
const NIGHTBLUE = dye('#c6d5e2', '#2f4770', '#d79a24');
function childrenSide(w: number, h: number, tall: boolean): HTMLCanvasElement {
  const s = bench(w, h, 1);
  const c = s.ctx;
  if (tall) {
    put(c, cutOut(FROCK, TULIP, 8), 190, 420, -0.06);
    put(c, cutOut(NIGHT_LEGS, NIGHTBLUE, 6.4), 640, 640, 0.05);
    put(c, cutOut(NIGHT, NIGHTBLUE, 7), 610, 410, 0.05);
    put(c, cutOut(DUNGAREES, TURMERIC, 6.6), 400, 520, 0.03);
    return s.el;
  }
  put(c, cutOut(FROCK, TULIP, 10.4), 745, 130, -0.06);
  put(c, cutOut(NIGHT_LEGS, NIGHTBLUE, 7.2), 1405, 352, 0.05);
  put(c, cutOut(NIGHT, NIGHTBLUE, 8.2), 1385, 90, 0.05);
  put(c, cutOut(DUNGAREES, TURMERIC, 8.6), 1075, 150, 0.02);
  return s.el;
}

function overlap(list: readonly [Brief, Colour, number, number, number, number][], variant: number): HTMLCanvasElement {
  const s = bench(800, 1000, variant);
  for (const [b, colour, u, x, y, turn] of list) put(s.ctx, cutOut(b, colour, u), x, y, turn);
  return s.el;
}
function lengths(kind: 'festive' | 'block' | 'handloom' | 'home' | 'first'): HTMLCanvasElement {
  const w = 800;
  const h = 1000;
  const s = bench(w, h, 2);
  const page = (seed: string) => new Stage({ w, h, u: 8, cx: w / 2, top: 0, seed });
  if (kind === 'festive') {
    const a = page('fest');
    const silk = brief('saree', {
      slug: 'fest-a',
      features: ['tassels'],
      cloth: { weave: 'silk', pattern: 'brocade', motif: 'lotus', scale: 'medium', border: 'zari' },
    });
    foldedBlock(lengthJob(silk, dye('#1f5a52', '#d9b35a', '#c9a24a'), a), {
      x: -40,
      y: 8,
      w: 66,
      h: 48,
      corner: false,
      layers: 4,
    });
    lay(s.ctx, a.el, { turn: -0.05 });
    const b = page('fest2');
    pleats(
      lengthJob(
        { ...silk, slug: 'fest-b', cloth: { ...silk.cloth, motif: 'buti', scale: 'small' } },
        dye('#8f1d3f', '#e0b75a', '#c9a24a'),
        b,
      ),
      { x: -14, y: 36, w: 50, h: 74, n: 8, flare: 1.22, end: 13 },
    );
    lay(s.ctx, b.el, { turn: 0.06 });
  } else if (kind === 'block') {
    const made = coverScene(
      brief('fabric', { slug: 'stories', cloth: { pattern: 'block-print', motif: 'paisley', scale: 'large' } }),
      dye('#f0e6d2', '#8f2a2a', '#2b3a67'),
      w,
      h,
      20,
      4,
      (W, H, r) => sweep(W, H, r, 3),
    );
    s.ctx.drawImage(made.stage.el, 0, 0);
    printingBlock(s.ctx, 560, 770, 150, -0.4);
  } else if (kind === 'handloom') {
    const a = page('hand');
    roll(
      lengthJob(
        brief('fabric', { slug: 'hand-a', cloth: { weave: 'khadi', pattern: 'madras', scale: 'medium' } }),
        dye('#b5452f', '#efe0c2', '#22415f'),
        a,
      ),
    );
    lay(s.ctx, a.el, { turn: -0.05 });
  } else if (kind === 'home') {
    const t = page('home-t');
    drawTowel({
      ...lengthJob(
        brief('towel', { slug: 'home-towel', cloth: { weave: 'terry', border: 'stripe' } }),
        dye('#dfc9a2', '#c9b08a', '#9c2f2a'),
        t,
      ),
      back: true,
    });
    lay(s.ctx, t.el, { turn: 0.1, x: 130, y: -95, scale: 0.74 });
    const b = page('home-b');
    drawTote(
      lengthJob(brief('tote', { slug: 'home-tote', cloth: { pattern: 'block-print', motif: 'fish' } }), INDIGO, b),
    );
    lay(s.ctx, b.el, { turn: -0.12, x: -110, y: 20, scale: 0.78 });
    const q = page('home-c');
    drawCushion(
      lengthJob(
        brief('cushion-cover', {
          slug: 'home-cushion',
          features: ['piping'],
          cloth: { weave: 'slub', pattern: 'block-print', motif: 'marigold', scale: 'medium', border: 'contrast' },
        }),
        dye('#d79a24', '#8f2f1f', '#6b2a2a'),
        q,
      ),
    );
    lay(s.ctx, q.el, { turn: 0.16, x: 170, y: 290, scale: 0.74 });
  } else {
    const a = page('first-s');
    foldedBlock(
      lengthJob(
        brief('swaddle', {
          slug: 'first-swaddle',
          batch: 'children',
          cloth: { weave: 'muslin', pattern: 'kids-motif', motif: 'elephant', scale: 'small' },
        }),
        dye('#d5ddd0', '#5f7f78', '#d98a3a'),
        a,
      ),
      { x: -10, y: 60, w: 50, h: 52, corner: true, layers: 4 },
    );
    lay(s.ctx, a.el, { turn: 0.08 });
    const b = page('first-b');
    drawBib(
      lengthJob(
        brief('bib', { slug: 'first-bib', batch: 'children', cloth: { pattern: 'gingham', scale: 'small' } }),
        dye('#f4eee2', '#d08a4a', '#9c4a34'),
        b,
      ),
    );
    lay(s.ctx, b.el, { turn: 0.14, x: 235, y: -30, scale: 0.6 });
    put(
      s.ctx,
      cutOut(
        brief('romper', {
          slug: 'first-romper',
          batch: 'children',
          neck: 'round',
          sleeve: 'short',
          length: 'knee',
          features: ['buttons-wood', 'piping'],
          cloth: { weave: 'muslin', pattern: 'kids-motif', motif: 'bird', scale: 'small' },
        }),
        dye('#f0dcae', '#4f6f86', '#c4653f'),
        12.5,
      ),
      285,
      180,
      -0.09,
    );
  }
  return s.el;
}
function sweep(W: number, H: number, r: Rng, n: number): Fold[] {
  const folds: Fold[] = [];
  for (let i = 0; i < n; i++) {
    const y = H * ((i + 0.4) / n);
    folds.push({
      x0: -W,
      y0: y + H * 0.3,
      x1: W,
      y1: y - H * 0.3,
      w: H * 0.035,
      w1: H * 0.06,
      a: H * 0.008,
      bow: r.bell() * H * 0.08,
      fade: 'none',
    });
    folds.push({
      x0: -W,
      y0: y + H * 0.4,
      x1: W,
      y1: y - H * 0.2,
      w: H * 0.05,
      a: -H * 0.005,
      bow: r.bell() * H * 0.06,
      fade: 'none',
    });
  }
  return folds;
}
/** A carved teak block, face up. */
function printingBlock(c: Ctx, x: number, y: number, r: number, turn: number): void {
  c.save();
  c.translate(x, y);
  c.rotate(turn);
  c.save();
  soft(c, 40, 16, 26, 0.55);
  c.fillStyle = wood(c, -r, 0, r, 0, [122, 78, 46], true);
  c.beginPath();
  c.roundRect(-r, -r * 1.05, r * 2, r * 2.1, r * 0.12);
  c.fill();
  c.restore();
  c.strokeStyle = 'rgba(60,30,10,0.35)';
  c.lineWidth = 1.4;
  const g = new Rng('grain');
  for (let i = 0; i < 18; i++) {
    const gx = g.range(-r * 0.95, r * 0.95);
    c.beginPath();
    c.moveTo(gx, -r);
    c.bezierCurveTo(gx + g.bell() * 8, -r * 0.3, gx + g.bell() * 8, r * 0.3, gx + g.bell() * 5, r);
    c.stroke();
  }
  c.fillStyle = 'rgba(50,26,12,0.55)';
  c.beginPath();
  c.roundRect(-r * 0.88, -r * 0.93, r * 1.76, r * 1.86, r * 0.08);
  c.fill();
  // the figure stands up from the cleared ground
  for (const [dx, dy, ink] of [
    [5, 6, [40, 20, 10]],
    [0, 0, [150, 62, 48]],
  ] as const)
    stamp(
      {
        ctx: c,
        ink: [...ink] as Rgb,
        accent: dx ? [40, 20, 10] : [168, 96, 60],
        base: dx ? [40, 20, 10] : [74, 42, 24],
        off: [0, 0],
        rng: new Rng('b'),
      },
      'paisley',
      dx,
      dy,
      r * 0.76,
    );
  c.restore();
}

function charkha(w: number, h: number): HTMLCanvasElement {
  const s = wall(w, h, [236, 226, 206], false, 'charkha');
  const c = s.ctx;
  const floor = h * 0.72;
  const g = c.createLinearGradient(0, floor, 0, h);
  g.addColorStop(0, '#c7ab84');
  g.addColorStop(1, '#a98b62');
  c.fillStyle = g;
  c.fillRect(0, floor, w, h - floor);
  const teak: Rgb = [134, 84, 48];
  // base plank
  c.save();
  soft(c, 34, 10, 20, 0.5);
  c.fillStyle = wood(c, 0, h * 0.8, 0, h * 0.86, teak, false);
  c.beginPath();
  c.roundRect(170, h * 0.8, 700, 46, 8);
  c.fill();
  c.restore();
  const wx = 380;
  const wy = h * 0.48;
  const R = 232;
  // far rim, then spokes, then near rim
  const rim = (dx: number, tone: Rgb) => {
    c.save();
    soft(c, 16, 8, 10, 0.4);
    c.strokeStyle = css(darker(tone, 0.35));
    c.lineWidth = 22;
    c.beginPath();
    c.ellipse(wx + dx, wy, R * 0.93, R, 0, 0, 7);
    c.stroke();
    c.restore();
    c.strokeStyle = css(tone);
    c.lineWidth = 15;
    c.beginPath();
    c.ellipse(wx + dx - 1, wy - 2, R * 0.93, R, 0, 0, 7);
    c.stroke();
    c.strokeStyle = css(lighter(tone, 0.3), 0.7);
    c.lineWidth = 3;
    c.beginPath();
    c.ellipse(wx + dx - 4, wy - 5, R * 0.93, R, 0, 2.6, 5.2);
    c.stroke();
  };
  rim(34, darker(teak, 0.2));
  for (let i = 0; i < 8; i++) {
    const a = (i / 8) * 6.283 + 0.2;
    c.save();
    soft(c, 8, 5, 7, 0.35);
    c.strokeStyle = css(i % 2 ? teak : lighter(teak, 0.12));
    c.lineWidth = 13;
    c.beginPath();
    c.moveTo(wx + 17, wy);
    c.lineTo(wx + 17 + Math.cos(a) * R * 0.9, wy + Math.sin(a) * R * 0.96);
    c.stroke();
    c.restore();
  }
  rim(0, teak);
  // posts
  for (const dx of [-34, 66]) {
    c.save();
    soft(c, 12, 6, 8, 0.4);
    c.fillStyle = wood(c, wx + dx - 15, 0, wx + dx + 17, 0, teak, true);
    c.beginPath();
    c.moveTo(wx + dx - 11, wy - 30);
    c.lineTo(wx + dx + 13, wy - 30);
    c.lineTo(wx + dx + 19, h * 0.81);
    c.lineTo(wx + dx - 17, h * 0.81);
    c.fill();
    c.restore();
  }
  c.fillStyle = css(darker(teak, 0.3));
  c.beginPath();
  c.arc(wx + 2, wy, 34, 0, 7);
  c.fill();
  c.fillStyle = css(lighter(teak, 0.2));
  c.beginPath();
  c.arc(wx - 2, wy - 3, 24, 0, 7);
  c.fill();
  // spindle post and spindle
  const sx = 790;
  const sy = h * 0.62;
  c.save();
  soft(c, 12, 6, 8, 0.4);
  for (const d of [-24, 30]) {
    c.fillStyle = wood(c, sx + d - 9, 0, sx + d + 9, 0, teak, true);
    c.fillRect(sx + d - 9, sy - 34, 18, h * 0.81 - sy + 34);
  }
  c.restore();
  // driving band
  c.strokeStyle = '#e9dcc0';
  c.lineWidth = 3.4;
  c.beginPath();
  c.moveTo(wx + 10, wy - R + 2);
  c.lineTo(sx, sy - 9);
  c.moveTo(wx + 10, wy + R - 2);
  c.lineTo(sx, sy + 9);
  c.stroke();
  c.strokeStyle = '#55504a';
  c.lineWidth = 5;
  c.beginPath();
  c.moveTo(sx - 50, sy);
  c.lineTo(sx + 190, sy - 14);
  c.stroke();
  c.save();
  soft(c, 10, 4, 8, 0.35);
  const cone = c.createLinearGradient(0, sy - 30, 0, sy + 24);
  cone.addColorStop(0, '#fffaf0');
  cone.addColorStop(0.6, '#e9dcc0');
  cone.addColorStop(1, '#bba884');
  c.fillStyle = cone;
  c.beginPath();
  c.moveTo(sx + 46, sy - 6);
  c.quadraticCurveTo(sx + 90, sy - 42, sx + 112, sy - 34);
  c.quadraticCurveTo(sx + 140, sy - 26, sx + 168, sy - 14);
  c.quadraticCurveTo(sx + 140, sy + 6, sx + 112, sy + 20);
  c.quadraticCurveTo(sx + 84, sy + 28, sx + 46, sy - 2);
  c.fill();
  c.restore();
  c.strokeStyle = 'rgba(140,118,84,0.5)';
  c.lineWidth = 1;
  for (let i = 0; i < 26; i++) {
    c.beginPath();
    c.moveTo(sx + 52 + i * 4.2, sy - 24 + Math.abs(i - 14) * 1.3);
    c.lineTo(sx + 56 + i * 4.2, sy + 16 - Math.abs(i - 13) * 1.2);
    c.stroke();
  }
  c.strokeStyle = '#efe4cc';
  c.lineWidth = 2.6;
  c.beginPath();
  c.moveTo(sx + 188, sy - 14);
  c.bezierCurveTo(sx + 230, sy - 60, sx + 250, sy + 40, 1030, h * 0.72);
  c.stroke();
  // the basket and its slivers
  const bx = 1010;
  const by = h * 0.78;
  c.save();
  soft(c, 30, 10, 18, 0.5);
  c.fillStyle = '#9c7440';
  c.beginPath();
  c.moveTo(bx - 130, by - 20);
  c.bezierCurveTo(bx - 120, by + 110, bx + 120, by + 110, bx + 130, by - 20);
  c.fill();
  c.restore();
  const r = new Rng('basket');
  for (let row = 0; row < 8; row++)
    for (let i = 0; i < 24; i++) {
      const t = (i + (row & 1) * 0.5) / 24 - 0.5;
      const ww = 255 - row * row * 2.2;
      c.fillStyle = css((i + row) & 1 ? [186, 146, 92] : [150, 112, 66], 0.9);
      c.beginPath();
      c.ellipse(bx + t * ww, by - 8 + row * 12 - Math.abs(t) * 12, 6.4, 6.6, 0.1, 0, 7);
      c.fill();
    }
  c.fillStyle = '#4d3a22';
  c.beginPath();
  c.ellipse(bx, by - 20, 126, 30, 0, 0, 7);
  c.fill();
  for (let i = 0; i < 22; i++) {
    const a = r.range(-2.6, -0.5);
    const x = bx + r.range(-88, 88);
    const y = by - 24 + r.range(-8, 10);
    const L = r.range(60, 118);
    c.save();
    soft(c, 6, 3, 4, 0.3);
    c.lineCap = 'round';
    c.strokeStyle = css(darker([246, 238, 222], r.range(0, 0.12)));
    c.lineWidth = r.range(13, 18);
    c.beginPath();
    c.moveTo(x, y);
    c.quadraticCurveTo(
      x + Math.cos(a) * L * 0.5 + r.bell() * 10,
      y + Math.sin(a) * L * 0.35,
      x + Math.cos(a) * L * 0.9,
      y + Math.sin(a) * L * 0.6,
    );
    c.stroke();
    c.restore();
  }
  c.strokeStyle = '#b98d52';
  c.lineWidth = 11;
  c.beginPath();
  c.ellipse(bx, by - 18, 130, 31, 0, 0.1, 3.05);
  c.stroke();
  return s.el;
}
function kurtaRail(w: number, h: number): HTMLCanvasElement {
  const s = wall(w, h, [236, 227, 210], false, 'rail');
  const c = s.ctx;
  c.save();
  soft(c, 14, 6, 14, 0.35);
  c.fillStyle = wood(c, 0, 46, 0, 62, [150, 108, 70], false);
  c.beginPath();
  c.roundRect(60, 46, w - 120, 16, 8);
  c.fill();
  c.restore();
  const sets: [string, string, Partial<Cloth>, Colour][] = [
    ['hip', 'band', { weave: 'khadi' }, KORA],
    ['thigh', 'notch', { pattern: 'block-print', motif: 'leaf', scale: 'small' }, LEAF],
    ['knee', 'round', { pattern: 'ikat', scale: 'small' }, INDIGO],
    ['ankle', 'v', { weave: 'slub' }, MADDER],
  ];
  sets.forEach(([length, neck, cloth, colour], i) => {
    const cut = cutOut(
      brief(i === 0 ? 'tunic' : 'kurta-straight', {
        slug: `rail-${i}`,
        length,
        neck,
        sleeve: 'three-quarter',
        features: i ? ['side-slits'] : [],
        cloth,
      }),
      colour,
      4.5,
    );
    const x = 190 + i * 275;
    c.strokeStyle = '#7a7268';
    c.lineWidth = 3.4;
    c.beginPath();
    c.moveTo(x, 116);
    c.lineTo(x, 84);
    c.bezierCurveTo(x, 62, x + 22, 66, x + 20, 48);
    c.bezierCurveTo(x + 18, 36, x - 4, 36, x - 5, 50);
    c.stroke();
    c.lineCap = 'round';
    c.strokeStyle = '#b08452';
    c.lineWidth = 9;
    c.beginPath();
    c.moveTo(x - 48, 132);
    c.quadraticCurveTo(x, 104, x + 48, 132);
    c.stroke();
    put(c, cut, x, 112, (i - 1.5) * 0.006, 1.3);
  });
  return s.el;
}
function cuttingTable(w: number, h: number): HTMLCanvasElement {
  const s = sheet(w, h);
  const c = s.ctx;
  c.fillStyle = '#b98d5f';
  c.fillRect(0, 0, w, h);
  const r = new Rng('planks');
  for (let i = 0; i < 6; i++) {
    c.fillStyle = css(darker([190, 146, 98], r.range(0, 0.16)));
    c.fillRect(0, (i * h) / 6, w, h / 6 - 2);
    c.strokeStyle = 'rgba(90,55,25,0.16)';
    c.lineWidth = 1.4;
    for (let q = 0; q < 9; q++) {
      const y = ((i + r.next()) * h) / 6;
      c.beginPath();
      c.moveTo(0, y);
      c.bezierCurveTo(w * 0.3, y + r.bell() * 9, w * 0.6, y + r.bell() * 9, w, y + r.bell() * 5);
      c.stroke();
    }
  }
  const b = brief('fabric', { slug: 'cutting', cloth: { pattern: 'stripe', scale: 'small' } });
  const stage = new Stage({ w, h, u: 14, cx: 0, top: 0, seed: 'cutting' });
  const bolt = weaveBolt(b.cloth, dye('#efe6d3', '#33527f', '#a8432f'), {
    w: w + 100,
    h: h + 100,
    u: 14,
    pitch: 4,
    strength: 0.36,
    seed: 'cutting',
  });
  const W = w / 14;
  const H = h / 14;
  stage.piece({
    shape: new Pen(-4, 9)
      .l(W * 0.62, 7.5, 30)
      .l(W * 0.9, 6.8, 20)
      .l(W * 0.93, H * 0.62, 30)
      .l(W * 0.95, H + 4, 20)
      .l(-4, H + 4).pts,
    bolt,
    edge: 0.6,
    shadow: 1,
    crumple: 0.3,
    grain: 0.02,
    folds: [
      { x0: 4, y0: 12, x1: W * 0.5, y1: H, w: 1.6, a: 0.35, bow: 2 },
      { x0: W * 0.4, y0: 8, x1: W * 0.8, y1: H * 0.7, w: 2.2, a: -0.3, bow: -2 },
      { x0: -4, y0: H * 0.62, x1: W, y1: H * 0.56, w: 0.4, a: 0.22, fade: 'none' },
    ],
  });
  lay(c, stage.el, { lift: 1 });
  // tape measure
  const tape = new Pen(-20, 560)
    .c(220, 470, 330, 690, 560, 600)
    .c(720, 536, 700, 420, 860, 430)
    .c(960, 436, 1000, 520, 1230, 470).pts;
  c.save();
  soft(c, 10, 4, 7, 0.4);
  c.lineCap = 'butt';
  c.lineJoin = 'round';
  trace(c, tape, false);
  c.strokeStyle = '#e3b23c';
  c.lineWidth = 40;
  c.stroke();
  c.restore();
  c.fillStyle = '#3a2a12';
  c.strokeStyle = '#3a2a12';
  c.font = '15px sans-serif';
  c.textAlign = 'center';
  along(tape, 9).forEach((p, i) => {
    c.save();
    c.translate(p.x, p.y);
    c.rotate(p.a);
    c.lineWidth = 1.6;
    c.beginPath();
    c.moveTo(0, -20);
    c.lineTo(0, i % 10 === 0 ? -6 : i % 5 === 0 ? -10 : -14);
    c.stroke();
    if (i % 10 === 5) c.fillText(String(Math.floor(i / 10) + 1), 0, 12);
    c.restore();
  });
  // chalk and its line
  c.strokeStyle = 'rgba(255,255,255,0.75)';
  c.lineWidth = 3;
  c.setLineDash([14, 5]);
  c.beginPath();
  c.moveTo(760, 110);
  c.lineTo(778, 720);
  c.stroke();
  c.setLineDash([]);
  c.save();
  soft(c, 9, 4, 7, 0.4);
  c.translate(700, 250);
  c.rotate(0.5);
  c.fillStyle = '#f4f2ea';
  c.beginPath();
  c.moveTo(-44, -22);
  c.lineTo(44, -22);
  c.quadraticCurveTo(34, 26, 0, 30);
  c.quadraticCurveTo(-34, 26, -44, -22);
  c.fill();
  c.restore();
  scissors(c, 960, 250, 1.35, 0.7);
  return s.el;
}
function scissors(c: Ctx, x: number, y: number, k: number, turn: number): void {
  c.save();
  c.translate(x, y);
  c.rotate(turn);
  c.scale(k, k);
  soft(c, 12, 5, 9, 0.45);
  for (const sg of [-1, 1]) {
    c.save();
    c.rotate(sg * 0.13);
    const g = c.createLinearGradient(-9, 0, 9, 0);
    g.addColorStop(0, '#f0f1f2');
    g.addColorStop(0.5, '#a9adb2');
    g.addColorStop(1, '#6d7277');
    c.fillStyle = g;
    c.beginPath();
    c.moveTo(-sg * 2, -175);
    c.quadraticCurveTo(sg * 15, -60, sg * 11, 10);
    c.lineTo(-sg * 7, 14);
    c.closePath();
    c.fill();
    c.restore();
    c.save();
    c.rotate(-sg * 0.12);
    c.strokeStyle = '#2c2926';
    c.lineWidth = 13;
    c.beginPath();
    c.moveTo(-sg * 2, 8);
    c.quadraticCurveTo(sg * 6, 40, sg * 20, 58);
    c.stroke();
    c.beginPath();
    c.ellipse(sg * 32, 100, 25, 44, -sg * 0.3, 0, 7);
    c.stroke();
    c.restore();
  }
  c.shadowColor = 'transparent';
  c.fillStyle = '#d8c58e';
  c.beginPath();
  c.arc(0, 6, 7, 0, 7);
  c.fill();
  c.restore();
}
function heightChart(w: number, h: number): HTMLCanvasElement {
  const s = bench(w, h, 0);
  const c = s.ctx;
  c.save();
  soft(c, 16, 6, 9, 0.35);
  c.fillStyle = '#dcb988';
  c.fillRect(70, -10, 96, h + 20);
  c.restore();
  c.fillStyle = '#3d2712';
  c.strokeStyle = '#3d2712';
  c.font = '25px sans-serif';
  c.textAlign = 'left';
  for (let i = 0; i < 60; i++) {
    const y = 20 + i * 13;
    c.lineWidth = i % 10 === 0 ? 3 : 1.6;
    c.beginPath();
    c.moveTo(166, y);
    c.lineTo(166 - (i % 10 === 0 ? 44 : i % 5 === 0 ? 30 : 18), y);
    c.stroke();
    if (i % 10 === 0) c.fillText(String(130 - i), 76, y + 9);
  }
  put(c, cutOut(FROCK, TULIP, 9.4), 400, 120, -0.05);
  put(c, cutOut(DUNGAREES, dye('#46608c', '#f3ead9', '#d79a24'), 7.8), 730, 130, 0.02);
  put(c, cutOut(KIDSHIRT, dye('#f4efe2', '#4f8a6a', '#8a6a45'), 8.6), 1010, 170, 0.06);
  return s.el;
}
function rainyLine(w: number, h: number, wide: boolean): HTMLCanvasElement {
  const s = sheet(w, h);
  const c = s.ctx;
  const g = c.createLinearGradient(0, 0, 0, h);
  g.addColorStop(0, '#93a5a4');
  g.addColorStop(0.6, '#a9b6ab');
  g.addColorStop(1, '#8d9a84');
  c.fillStyle = g;
  c.fillRect(0, 0, w, h);
  // wet trees, far off
  const r = new Rng('monsoon');
  c.filter = 'blur(14px)';
  for (let i = 0; i < 26; i++) {
    c.fillStyle = css([92 + r.range(-16, 20), 116 + r.range(-14, 16), 88], 0.55);
    c.beginPath();
    c.ellipse(r.range(0, w), h * r.range(0.5, 0.8), r.range(60, 150), r.range(50, 120), 0, 0, 7);
    c.fill();
  }
  c.filter = 'blur(1px)';
  c.lineCap = 'round';
  for (let i = 0; i < 240; i++) {
    c.strokeStyle = `rgba(235,242,240,${r.range(0.1, 0.34)})`;
    c.lineWidth = r.range(1, 2.4);
    const x = r.range(-40, w);
    const y = r.range(-40, h);
    const L = r.range(26, 70);
    c.beginPath();
    c.moveTo(x, y);
    c.lineTo(x - L * 0.16, y + L);
    c.stroke();
  }
  c.filter = 'none';
  // the verandah: roof edge, a post, the parapet
  c.save();
  soft(c, 26, 0, 16, 0.5);
  c.fillStyle = wood(c, 0, 0, 0, 60, [112, 76, 50], false);
  c.fillRect(0, 0, w, h * 0.075);
  c.fillStyle = wood(c, w * 0.955, 0, w * 1.01, 0, [112, 76, 50], true);
  c.fillRect(w * 0.95, 0, w * 0.06, h);
  c.fillStyle = wood(c, 0, h * 0.9, 0, h, [196, 178, 146], false);
  c.fillRect(0, h * 0.9, w, h * 0.1);
  c.restore();
  const at = rope(c, w, h * (wide ? 0.17 : 0.2), wide ? 26 : 20);
  const items: [Brief, Colour][] = [
    [
      brief('shirt', {
        slug: 'rain-a',
        batch: 'men',
        neck: 'collar',
        sleeve: 'short',
        length: 'hip',
        features: ['placket', 'buttons-wood'],
        cloth: { weave: 'linen' },
      }),
      SKY,
    ],
    [
      brief('tunic', {
        slug: 'rain-b',
        neck: 'v',
        length: 'thigh',
        cloth: { weave: 'muslin', pattern: 'block-print', motif: 'buti', scale: 'small' },
      }),
      dye('#f1e9d8', '#a8432f', '#5b7a4a'),
    ],
    [
      brief('trousers', { slug: 'rain-c', length: 'calf', features: ['elastic-waist'], cloth: { weave: 'linen' } }),
      dye('#b58a4a', '#9c7439', '#6b4a2a'),
    ],
    [
      brief('top', {
        slug: 'rain-d',
        neck: 'boat',
        sleeve: 'short',
        length: 'hip',
        cloth: { weave: 'linen', pattern: 'stripe', scale: 'small' },
      }),
      dye('#e9e2d0', '#3f6a5c', '#3f6a5c'),
    ],
  ];
  const u = wide ? 5.2 : 4.9;
  const xs = wide ? [190, 465, 735, 985] : [165, 420, 650];
  onLine(
    c,
    items.slice(0, xs.length).map(([b, col], i) => ({
      cut: cutOut(b, col, u),
      x: xs[i] as number,
      turn: [0.03, -0.02, 0.02, -0.03][i] as number,
      half: u * (b.kind === 'trousers' ? 14 : 12),
    })),
    at,
  );
  return s.el;
}
function mending(w: number, h: number): HTMLCanvasElement {
  const s = bench(w, h, 1);
  const c = s.ctx;
  const stage = new Stage({ w, h, u: 30, cx: 0, top: 0, seed: 'mend' });
  const cloth: Cloth = { weave: 'twill', pattern: 'solid', motif: '', scale: 'medium', border: 'none' };
  const bolt = weaveBolt(cloth, dye('#3f5a86', '#34496f', '#d79a24'), {
    w: w + 60,
    h: h + 60,
    u: 30,
    pitch: 6,
    strength: 0.6,
    seed: 'mend',
  });
  // a sleeve, bent at the elbow
  const arm = new Pen(-2, 2.2)
    .l(13, 1.6, 20)
    .c(19, 1.5, 24, 3.6, 27.6, 9)
    .l(39, 28, 24)
    .l(24, 28, 12)
    .l(17.4, 18.6, 12)
    .c(15.8, 16.6, 13, 16, 10, 16.4)
    .l(-2, 17.6, 16)
    .l(-2, 2.2).pts;
  stage.piece({
    shape: arm,
    bolt,
    edge: 0.7,
    shadow: 0.9,
    crumple: 0.12,
    folds: [
      { x0: 12, y0: 17, x1: 20, y1: 9, w: 0.5, w1: 0.9, a: 0.3, bow: 0.6, fade: 'end' },
      { x0: 15, y0: 18, x1: 23, y1: 12.6, w: 0.5, w1: 0.9, a: 0.34, bow: 0.6, fade: 'end' },
      { x0: 13, y0: 17.4, x1: 12, y1: 6, w: 0.7, a: -0.24, bow: 1, fade: 'end' },
      { x0: 17, y0: 19, x1: 29, y1: 17, w: 0.6, a: 0.26, bow: 1, fade: 'end' },
      { x0: -2, y0: 8, x1: 9, y1: 9, w: 1, a: 0.2, fade: 'end' },
    ],
    after: (q) => {
      const seam = new Pen(-2, 3.6).l(13, 3, 20).c(18.4, 3, 22.8, 4.8, 26.2, 9.8).l(38, 29.4, 24).pts;
      stage.stitch(q, seam, [215, 154, 36]);
    },
  });
  lay(c, stage.el, { lift: 1.2 });
  const r = new Rng('darn');
  // a darn: warp laid, weft woven through
  const x0 = 505;
  const y0 = 175;
  const n = 21;
  const step = 11;
  const cell = (i: number, j: number) => ((i + j) & 1) === 0;
  c.save();
  c.translate(x0, y0);
  c.rotate(-0.06);
  c.fillStyle = 'rgba(20,28,50,0.5)';
  c.beginPath();
  c.ellipse((n * step) / 2, (n * step) / 2, n * step * 0.4, n * step * 0.36, 0.3, 0, 7);
  c.fill();
  const strand = (x1: number, y1: number, x2: number, y2: number, tone: Rgb) => {
    c.lineCap = 'round';
    c.strokeStyle = css(darker(tone, 0.5), 0.6);
    c.lineWidth = 9;
    c.beginPath();
    c.moveTo(x1 + 1, y1 + 2);
    c.lineTo(x2 + 1, y2 + 2);
    c.stroke();
    c.strokeStyle = css(tone);
    c.lineWidth = 7.4;
    c.beginPath();
    c.moveTo(x1, y1);
    c.lineTo(x2, y2);
    c.stroke();
    c.strokeStyle = css(lighter(tone, 0.4), 0.6);
    c.lineWidth = 2;
    c.beginPath();
    c.moveTo(x1 - 1, y1 - 1.4);
    c.lineTo(x2 - 1, y2 - 1.4);
    c.stroke();
  };
  const ochre: Rgb = [222, 160, 52];
  const rust: Rgb = [196, 88, 52];
  const inside = (i: number, j: number) => Math.hypot(i - n / 2, j - n / 2) < n * 0.52;
  for (let i = 0; i <= n; i++) {
    const half = Math.sqrt(Math.max(0, (n * 0.56) ** 2 - (i - n / 2) ** 2));
    if (half < 2) continue;
    strand(i * step, (n / 2 - half) * step + r.bell() * 5, i * step, (n / 2 + half) * step + r.bell() * 5, ochre);
  }
  for (let j = 0; j <= n; j++)
    for (let i = 0; i <= n; i++)
      if (inside(i, j) && cell(i, j)) strand(i * step - 6, j * step, i * step + 6, j * step, rust);
  c.restore();
  // needle, its thread, the darning mushroom
  c.save();
  c.strokeStyle = css(rust);
  c.lineWidth = 4;
  c.shadowColor = 'rgba(10,15,30,0.5)';
  c.shadowBlur = 5;
  c.shadowOffsetY = 4;
  c.beginPath();
  c.moveTo(x0 + n * step - 6, y0 + 150);
  c.bezierCurveTo(690, 520, 560, 640, 720, 620);
  c.bezierCurveTo(820, 606, 700, 470, 772, 420);
  c.stroke();
  c.translate(772, 420);
  c.rotate(-0.65);
  const g = c.createLinearGradient(0, -5, 0, 5);
  g.addColorStop(0, '#ffffff');
  g.addColorStop(1, '#7d848c');
  c.fillStyle = g;
  c.beginPath();
  c.moveTo(-16, -4);
  c.lineTo(150, -3);
  c.lineTo(196, 0);
  c.lineTo(150, 3);
  c.lineTo(-16, 4);
  c.quadraticCurveTo(-24, 0, -16, -4);
  c.fill();
  c.fillStyle = '#2c3a58';
  c.fillRect(-13, -1.4, 16, 2.8);
  c.restore();
  c.save();
  c.translate(965, 290);
  c.rotate(0.5);
  soft(c, 30, 14, 22, 0.55);
  c.fillStyle = wood(c, -26, 0, 26, 0, [160, 108, 66], true);
  c.beginPath();
  c.moveTo(-20, 20);
  c.bezierCurveTo(-15, 110, -34, 190, -24, 262);
  c.quadraticCurveTo(0, 284, 24, 262);
  c.bezierCurveTo(34, 190, 15, 110, 20, 20);
  c.fill();
  const dome = c.createRadialGradient(-50, -70, 10, 0, -10, 150);
  dome.addColorStop(0, '#e3b585');
  dome.addColorStop(0.5, '#b97f4c');
  dome.addColorStop(1, '#6f4524');
  c.fillStyle = dome;
  c.beginPath();
  c.moveTo(-132, 20);
  c.bezierCurveTo(-140, -130, 140, -130, 132, 20);
  c.quadraticCurveTo(0, 66, -132, 20);
  c.fill();
  c.restore();
  // a ball of thread
  c.save();
  soft(c, 26, 10, 16, 0.5);
  c.fillStyle = css(ochre);
  c.beginPath();
  c.arc(170, 610, 84, 0, 7);
  c.fill();
  c.restore();
  c.save();
  c.beginPath();
  c.arc(170, 610, 84, 0, 7);
  c.clip();
  for (let i = 0; i < 90; i++) {
    const a = r.pick([0.3, 1.3, 2.3]) + r.bell() * 0.25;
    c.strokeStyle = css(r.chance(0.5) ? lighter(ochre, r.range(0, 0.35)) : darker(ochre, r.range(0, 0.35)), 0.8);
    c.lineWidth = 4;
    c.beginPath();
    c.ellipse(170 + r.bell() * 30, 610 + r.bell() * 30, 100, r.range(20, 96), a, 0, 7);
    c.stroke();
  }
  const sh = c.createRadialGradient(140, 575, 20, 175, 615, 96);
  sh.addColorStop(0, 'rgba(255,240,200,0.35)');
  sh.addColorStop(0.6, 'rgba(0,0,0,0)');
  sh.addColorStop(1, 'rgba(40,20,0,0.55)');
  c.fillStyle = sh;
  c.fillRect(80, 520, 180, 180);
  c.restore();
  return s.el;
}
function shelf(w: number, h: number): HTMLCanvasElement {
  const s = wall(w, h, [226, 214, 192], false, 'shelf');
  const c = s.ctx;
  const plank = (y: number) => {
    c.save();
    soft(c, 30, 0, 22, 0.5);
    c.fillStyle = wood(c, 0, y, 0, y + 40, [142, 96, 58], false);
    c.fillRect(0, y, w, 38);
    c.restore();
  };
  const u = 8;
  const stage = new Stage({ w, h, u, cx: 0, top: 0, seed: 'shelf' });
  const all: [Partial<Cloth>, Colour][] = [
    ...FABRICS,
    [{ pattern: 'ajrakh', scale: 'small' }, dye('#1d2f52', '#efe6d6', '#962d26')],
    [{ weave: 'slub', pattern: 'check', scale: 'small' }, dye('#efe6d3', '#2b3a67', '#9c2f2a')],
    [{ weave: 'khadi' }, LEAF],
    [{ weave: 'khadi' }, dye('#35508c')],
    [{ weave: 'khadi' }, MADDER],
    [{ weave: 'linen', pattern: 'stripe', scale: 'small' }, dye('#e9dec6', '#35508c', '#9c2f2a')],
  ];
  const made = all.map(([cloth, colour], i) =>
    weaveBolt({ weave: 'plain', pattern: 'solid', motif: '', scale: 'medium', border: 'none', ...cloth }, colour, {
      w: 700,
      h: 900,
      u,
      pitch: 3,
      strength: 0.3,
      seed: `shelf${i}`,
    }),
  );
  const r = new Rng('shelf');
  for (const [row, base] of [
    [0, h * 0.46],
    [1, h * 0.94],
  ] as const) {
    let x = row ? -3 : 2;
    let i = row * 5;
    while (x < w / u) {
      const bolt = made[i++ % made.length] as Bolt;
      const bw = r.range(11, 17);
      const bh = r.range(40, 47);
      const y1 = base / u;
      const lean = r.bell() * 0.8;
      // a bolt on end: round roll face with the cloth's edge wound round it
      stage.piece({
        shape: new Pen(x + lean, y1 - bh + 2)
          .q(x + bw / 2 + lean, y1 - bh - 0.8, x + bw + lean, y1 - bh + 2)
          .l(x + bw, y1, 24)
          .q(x + bw / 2, y1 + 0.8, x, y1)
          .l(x + lean, y1 - bh + 2, 24).pts,
        bolt,
        edge: 1.4,
        shadow: 1.2,
        from: [x + bw / 2 + i * 5, y1 - bh / 2],
        crumple: 0.25,
        folds: [
          { x0: x + bw * 0.4, y0: y1 - bh, x1: x + bw * 0.4, y1, w: bw * 0.3, a: 2.2, fade: 'none' },
          { x0: x + bw * 0.78, y0: y1 - bh, x1: x + bw * 0.8, y1, w: 0.4, a: -0.5, fade: 'none' },
        ],
        after: (q) =>
          stage.overlap(
            q,
            [
              [x + bw * 0.8 + lean, y1 - bh],
              [x + bw * 0.82, y1],
            ],
            bolt.base,
            1,
          ),
      });
      x += bw + r.range(0.4, 1.2);
    }
  }
  lay(c, stage.el, { lift: 1 });
  plank(h * 0.46);
  plank(h * 0.94);
  return s.el;
}
function logo(w: number, h: number): HTMLCanvasElement {
  const made = coverScene(
    brief('fabric', { slug: 'og', cloth: { weave: 'khadi' } }),
    dye('#2b3a78', '#24326a', '#d39a22'),
    w,
    h,
    22,
    6,
    (W, H, r) => sweep(W, H, r, 2),
    0.5,
  );
  mark(made.stage.ctx, w / 2, h / 2, 170);
  return made.stage.el;
}
/** The mark: a warp of three threads crossed by one that turns back, as a weft does at the edge (taana, the warp). */
function mark(c: Ctx, x: number, y: number, r: number): void {
  c.save();
  c.translate(x, y);
  c.lineCap = 'round';
  const cream = '#f6f1e7';
  const bar = (px: number) => {
    c.strokeStyle = cream;
    c.lineWidth = r * 0.2;
    c.beginPath();
    c.moveTo(px, -r * 0.8);
    c.lineTo(px, r * 0.8);
    c.stroke();
  };
  soft(c, 18, 5, 8, 0.4);
  bar(-r * 0.5);
  bar(0);
  bar(r * 0.5);
  c.strokeStyle = '#d39a22';
  c.lineWidth = r * 0.2;
  c.beginPath();
  c.moveTo(-r * 0.85, -r * 0.35);
  c.lineTo(r * 0.72, -r * 0.35);
  c.arc(r * 0.72, 0, r * 0.35, -Math.PI / 2, Math.PI / 2);
  c.lineTo(-r * 0.85, r * 0.35);
  c.stroke();
  c.shadowColor = 'transparent';
  // over and under
  c.strokeStyle = cream;
  c.lineCap = 'butt';
  for (const [px, py] of [
    [-0.5, -0.35],
    [0.5, -0.35],
    [0, 0.35],
  ] as const) {
    c.beginPath();
    c.moveTo(px * r, (py - 0.16) * r);
    c.lineTo(px * r, (py + 0.16) * r);
    c.stroke();
  }
  c.restore();
}

export const SCENES: Record<string, () => HTMLCanvasElement> = {
  'collections/category-women': () =>
    overlap(
      [
        [
          brief('palazzo', { slug: 'cw-p', cloth: { weave: 'slub' }, length: 'ankle', features: ['pleats'] }),
          TURMERIC,
          6.6,
          590,
          420,
          0.1,
        ],
        [
          brief('kurta-anarkali', {
            slug: 'cw-a',
            sleeve: 'full',
            neck: 'v',
            length: 'knee',
            features: ['gathers', 'tassels'],
            cloth: { pattern: 'block-print', motif: 'lotus', scale: 'medium', border: 'contrast' },
          }),
          dye('#8f2a3a', '#f2dfc0', '#d79a24'),
          7.2,
          370,
          70,
          -0.05,
        ],
      ],
      0,
    ),
  'collections/category-men': () =>
    overlap(
      [
        [
          brief('kurta-straight', {
            slug: 'cm-k',
            batch: 'men',
            sleeve: 'full',
            neck: 'band',
            length: 'knee',
            features: ['half-placket', 'buttons-wood', 'side-slits'],
            cloth: { weave: 'khadi' },
          }),
          KORA,
          7,
          330,
          90,
          -0.05,
        ],
        [
          brief('jacket-nehru', {
            slug: 'cm-j',
            batch: 'men',
            sleeve: 'none',
            neck: 'band',
            length: 'hip',
            features: ['placket', 'buttons-wood', 'chest-pocket', 'side-pockets'],
            cloth: { weave: 'wool', pattern: 'windowpane' },
          }),
          dye('#3b4a5c', '#5d6f85', '#9c2f2a'),
          7.6,
          530,
          400,
          0.08,
        ],
      ],
      1,
    ),
  'collections/category-children': () =>
    overlap(
      [
        [DUNGAREES, dye('#46608c', '#f3ead9', '#d79a24'), 8.4, 220, 330, -0.06],
        [KIDSHIRT, dye('#f4efe2', '#c4653f', '#8a6a45'), 8.6, 300, 60, -0.08],
        [FROCK, TULIP, 9.2, 560, 370, 0.08],
      ],
      2,
    ),
  'collections/category-fabrics': () => pile(800, 1000, 8, 400, 900, 310, 6, 104),
  'collections/category-home': () => lengths('home'),
  'collections/summer-cottons': () =>
    overlap(
      [
        [
          brief('dress-midi', {
            slug: 'sc-d',
            sleeve: 'none',
            neck: 'square',
            length: 'calf',
            features: ['gathers'],
            cloth: { weave: 'muslin', pattern: 'floral', scale: 'medium' },
          }),
          dye('#f4ecd9', '#d0674a', '#d79a24'),
          7.3,
          300,
          80,
          -0.06,
        ],
        [
          brief('top', {
            slug: 'sc-t',
            sleeve: 'short',
            neck: 'round',
            length: 'hip',
            features: ['buttons-shell'],
            cloth: { pattern: 'gingham', scale: 'small' },
          }),
          dye('#f4efe2', '#7fa7c4', '#3f6a8c'),
          7.2,
          560,
          480,
          0.1,
        ],
      ],
      1,
    ),
  'collections/festive-edit': () => lengths('festive'),
  'collections/block-print-stories': () => lengths('block'),
  'collections/handloom': () => lengths('handloom'),
  'collections/first-wardrobe': () => lengths('first'),
  'collections/monsoon-ready': () => rainyLine(800, 1000, false),
  'slides/1': () => pile(1600, 800, 8, 1120, 770, 360, 5, 92),
  'slides/1-tall': () => pile(800, 1000, 7.4, 400, 960, 290, 5, 84),
  'slides/2': () => washingLine(1600, 800, false),
  'slides/2-tall': () => washingLine(800, 1000, true),
  'slides/3': () => vat(1600, 800, false),
  'slides/3-tall': () => vat(800, 1000, true),
  'slides/4': () => childrenSide(1600, 800, false),
  'slides/4-tall': () => childrenSide(800, 1000, true),
  'banners/why-us': () => shelf(1600, 900),
  'blog/1': () => charkha(1200, 750),
  'blog/2': () => {
    const made = coverScene(
      brief('fabric', { slug: 'blog-print', cloth: { pattern: 'block-print', motif: 'lotus', scale: 'large' } }),
      dye('#efe4cd', '#2b3a67', '#a3352b'),
      1200,
      750,
      22,
      4,
      (W, H, r) => sweep(W, H, r, 4),
    );
    printingBlock(made.stage.ctx, 980, 560, 130, 0.3);
    return made.stage.el;
  },
  'blog/3': () => kurtaRail(1200, 750),
  'blog/4': () => cuttingTable(1200, 750),
  'blog/5': () => heightChart(1200, 750),
  'blog/6': () => rainyLine(1200, 750, true),
  'blog/7': () =>
    coverScene(
      brief('fabric', { slug: 'blog-ikat', cloth: { pattern: 'ikat', scale: 'large' } }),
      dye('#8a2230', '#f1e6d2', '#191516'),
      1200,
      750,
      24,
      5,
      (W, H, r) => sweep(W, H, r, 2),
      0.55,
    ).stage.el,
  'blog/8': () => mending(1200, 750),
  og: () => logo(1200, 630),
};
