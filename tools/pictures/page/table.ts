// The table the goods lie on, and how a cut-out garment is laid there with its shadow.
import { type Ctx, noiseTile, sheet } from './core.ts';
import { weaveTile } from './weave.ts';

const GROUNDS: [number, number, number][] = [
  [244, 238, 226],
  [241, 234, 222],
  [246, 240, 230],
];
const kept = new Map<string, HTMLCanvasElement>();
/** Unbleached cloth or lime plaster, lit from the upper left. */
export function table(w: number, h: number, variant: number): HTMLCanvasElement {
  const key = `${w}x${h}/${variant}`;
  const known = kept.get(key);
  if (known) return known;
  const s = sheet(w, h);
  const [r, g, b] = GROUNDS[variant % GROUNDS.length] as [number, number, number];
  s.ctx.fillStyle = `rgb(${r},${g},${b})`;
  s.ctx.fillRect(0, 0, w, h);
  const n = sheet(256, 256);
  const img = n.ctx.createImageData(256, 256);
  const t = noiseTile('plaster', 5, 4);
  for (let i = 0; i < 65536; i++) {
    const v = 128 + (t[i] as number) * 60;
    img.data.set([v, v, v, 255], i * 4);
  }
  n.ctx.putImageData(img, 0, 0);
  s.ctx.globalCompositeOperation = 'soft-light';
  s.ctx.globalAlpha = 0.4;
  const p = s.ctx.createPattern(n.el, 'repeat') as CanvasPattern;
  p.setTransform(new DOMMatrix([3, 0, 0, 3, variant * 90, 0]));
  s.ctx.fillStyle = p;
  s.ctx.fillRect(0, 0, w, h);
  s.ctx.globalCompositeOperation = 'hard-light';
  s.ctx.globalAlpha = 0.045;
  s.ctx.fillStyle = s.ctx.createPattern(weaveTile('linen', 4).light, 'repeat') as CanvasPattern;
  s.ctx.fillRect(0, 0, w, h);
  s.ctx.globalCompositeOperation = 'source-over';
  s.ctx.globalAlpha = 1;
  const light = s.ctx.createRadialGradient(w * 0.3, h * 0.2, 0, w * 0.45, h * 0.45, Math.hypot(w, h) * 0.62);
  light.addColorStop(0, 'rgba(255,252,244,0.5)');
  light.addColorStop(0.55, 'rgba(255,252,244,0)');
  light.addColorStop(1, 'rgba(120,92,58,0.13)');
  s.ctx.fillStyle = light;
  s.ctx.fillRect(0, 0, w, h);
  kept.set(key, s.el);
  return s.el;
}

/** Lays a cut-out on the table, turned a little about its middle. */
export function lay(
  ctx: Ctx,
  art: HTMLCanvasElement,
  o: { turn?: number; x?: number; y?: number; scale?: number; lift?: number },
): void {
  const k = o.scale ?? 1;
  const lift = (o.lift ?? 1) * k;
  const put = () => {
    ctx.translate((o.x ?? 0) + (art.width * k) / 2, (o.y ?? 0) + (art.height * k) / 2);
    ctx.rotate(o.turn ?? 0);
    ctx.scale(k, k);
    ctx.drawImage(art, -art.width / 2, -art.height / 2);
  };
  ctx.imageSmoothingQuality = 'high';
  for (const [blur, dx, dy, alpha] of [
    [34, 12, 20, 0.2],
    [11, 4, 7, 0.22],
    [3, 1, 2, 0.28],
  ] as const) {
    ctx.save();
    // Only the shadow: the cut-out itself is drawn far outside and casts it here.
    ctx.shadowColor = `rgba(58,38,20,${alpha})`;
    ctx.shadowBlur = blur * lift;
    ctx.shadowOffsetX = dx * lift + 4000;
    ctx.shadowOffsetY = dy * lift;
    ctx.translate(-4000, 0);
    put();
    ctx.restore();
  }
  ctx.save();
  put();
  ctx.restore();
}
