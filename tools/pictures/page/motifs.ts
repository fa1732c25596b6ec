// The block-cutter's drawer: every motif is cut for a square from −1 to 1, in ink, an accent block,
// and lines left uncut (drawn in the cloth's own colour). The accent block lands a little off.
import { type Ctx, css, type Rgb, type Rng } from './core.ts';

export type Block = { ctx: Ctx; ink: Rgb; accent: Rgb; base: Rgb; off: Pt2; rng: Rng };
type Pt2 = readonly [number, number];
type Draw = (b: Block) => void;

function ink(b: Block, path: () => void): void {
  b.ctx.fillStyle = css(b.ink);
  b.ctx.beginPath();
  path();
  b.ctx.fill();
}
function accent(b: Block, path: () => void): void {
  b.ctx.save();
  b.ctx.translate(b.off[0], b.off[1]);
  b.ctx.fillStyle = css(b.accent);
  b.ctx.beginPath();
  path();
  b.ctx.fill();
  b.ctx.restore();
}
function cut(b: Block, path: () => void): void {
  b.ctx.fillStyle = css(b.base);
  b.ctx.beginPath();
  path();
  b.ctx.fill();
}
function line(b: Block, colour: Rgb, w: number, path: () => void): void {
  b.ctx.strokeStyle = css(colour);
  b.ctx.lineWidth = w;
  b.ctx.lineCap = 'round';
  b.ctx.lineJoin = 'round';
  b.ctx.beginPath();
  path();
  b.ctx.stroke();
}
function disc(ctx: Ctx, x: number, y: number, r: number): void {
  ctx.moveTo(x + r, y);
  ctx.arc(x, y, r, 0, 7);
}
function oval(ctx: Ctx, x: number, y: number, rx: number, ry: number, a = 0): void {
  ctx.moveTo(x + rx * Math.cos(a), y + rx * Math.sin(a));
  ctx.ellipse(x, y, rx, ry, a, 0, 7);
}
/** A pointed petal from (x,y) outward in direction a. */
export function petal(ctx: Ctx, x: number, y: number, len: number, wide: number, a: number): void {
  const c = Math.cos(a);
  const s = Math.sin(a);
  const at = (u: number, v: number): Pt2 => [x + c * u - s * v, y + s * u + c * v];
  const p = [
    at(0, 0),
    at(len * 0.35, wide),
    at(len * 0.8, wide * 0.7),
    at(len, 0),
    at(len * 0.8, -wide * 0.7),
    at(len * 0.35, -wide),
  ];
  const [p0, p1, p2, p3, p4, p5] = p as [Pt2, Pt2, Pt2, Pt2, Pt2, Pt2];
  ctx.moveTo(p0[0], p0[1]);
  ctx.bezierCurveTo(p1[0], p1[1], p2[0], p2[1], p3[0], p3[1]);
  ctx.bezierCurveTo(p4[0], p4[1], p5[0], p5[1], p0[0], p0[1]);
}
function rose(ctx: Ctx, x: number, y: number, n: number, r0: number, len: number, wide: number, turn = 0): void {
  for (let i = 0; i < n; i++) {
    const a = turn + (i / n) * Math.PI * 2;
    petal(ctx, x + Math.cos(a) * r0, y + Math.sin(a) * r0, len, wide, a);
  }
}
function scallop(ctx: Ctx, x: number, y: number, n: number, r: number, b: number): void {
  for (let i = 0; i < n; i++) {
    const a = (i / n) * Math.PI * 2;
    disc(ctx, x + Math.cos(a) * r, y + Math.sin(a) * r, b);
  }
}
function polygon(ctx: Ctx, pts: readonly Pt2[]): void {
  pts.forEach((p, i) => {
    if (i === 0) ctx.moveTo(p[0], p[1]);
    else ctx.lineTo(p[0], p[1]);
  });
  ctx.closePath();
}

const paisley: Draw = (b) => {
  const c = b.ctx;
  const body =
    (k: number, dx = 0, dy = 0) =>
    () => {
      c.moveTo(0.42 * k + dx, -0.98 * k + dy);
      c.bezierCurveTo(0.05 * k + dx, -0.85 * k + dy, -0.78 * k + dx, -0.4 * k + dy, -0.7 * k + dx, 0.3 * k + dy);
      c.bezierCurveTo(-0.6 * k + dx, 0.95 * k + dy, 0.25 * k + dx, 1.1 * k + dy, 0.58 * k + dx, 0.62 * k + dy);
      c.bezierCurveTo(0.85 * k + dx, 0.2 * k + dy, 0.55 * k + dx, -0.2 * k + dy, 0.22 * k + dx, -0.32 * k + dy);
      c.bezierCurveTo(-0.02 * k + dx, -0.45 * k + dy, 0.1 * k + dx, -0.78 * k + dy, 0.42 * k + dx, -0.98 * k + dy);
    };
  ink(b, body(0.92));
  cut(b, body(0.74, -0.015, 0.06));
  accent(b, body(0.6, -0.02, 0.1));
  cut(b, () => rose(c, -0.04, 0.34, 7, 0.06, 0.24, 0.09, 0.3));
  ink(b, () => disc(c, -0.04, 0.34, 0.09));
  cut(b, () => {
    for (let i = 0; i < 4; i++) disc(c, -0.16 + i * 0.05, -0.06 - i * 0.14, 0.055 - i * 0.008);
  });
  ink(b, () => {
    for (let i = 0; i < 13; i++) {
      const a = 0.2 + (i / 12) * Math.PI * 1.25;
      disc(c, -0.02 + Math.cos(a) * 0.86, 0.26 + Math.sin(a) * 0.8, 0.05);
    }
  });
};
const mango: Draw = (b) => {
  const c = b.ctx;
  const body = (k: number, y: number) => () => {
    c.moveTo(0.1 * k, -0.95 * k + y);
    c.bezierCurveTo(-0.2 * k, -0.6 * k + y, -0.62 * k, -0.1 * k + y, -0.5 * k, 0.4 * k + y);
    c.bezierCurveTo(-0.35 * k, 0.95 * k + y, 0.4 * k, 0.95 * k + y, 0.52 * k, 0.4 * k + y);
    c.bezierCurveTo(0.6 * k, 0 + y, 0.25 * k, -0.4 * k + y, 0.1 * k, -0.95 * k + y);
  };
  ink(b, body(0.95, 0));
  cut(b, body(0.72, 0.08));
  accent(b, body(0.56, 0.12));
  line(b, b.ink, 0.07, () => {
    c.moveTo(0, 0.62);
    c.quadraticCurveTo(0.06, 0.1, -0.02, -0.3);
    for (let i = 0; i < 3; i++) {
      c.moveTo(0.02, 0.45 - i * 0.22);
      c.lineTo(-0.2, 0.28 - i * 0.2);
      c.moveTo(0.02, 0.45 - i * 0.22);
      c.lineTo(0.22, 0.28 - i * 0.2);
    }
  });
};
const lotus: Draw = (b) => {
  const c = b.ctx;
  ink(b, () => {
    for (const a of [-72, -48, -24, 24, 48, 72])
      petal(c, 0, 0.5, 1.0 - Math.abs(a) * 0.004, 0.27, ((a - 90) * Math.PI) / 180);
  });
  cut(b, () => {
    for (const a of [-72, -48, 48, 72]) petal(c, 0, 0.42, 0.78 - Math.abs(a) * 0.003, 0.13, ((a - 90) * Math.PI) / 180);
  });
  ink(b, () => petal(c, 0, 0.55, 1.35, 0.36, -Math.PI / 2));
  cut(b, () => petal(c, 0, 0.47, 1.12, 0.26, -Math.PI / 2));
  accent(b, () => {
    petal(c, 0, 0.45, 0.95, 0.19, -Math.PI / 2);
    for (const a of [-60, 60]) petal(c, 0, 0.4, 0.6, 0.08, ((a - 90) * Math.PI) / 180);
  });
  line(b, b.ink, 0.07, () => {
    c.moveTo(-0.6, 0.68);
    c.quadraticCurveTo(0, 0.42, 0.6, 0.68);
    c.moveTo(0, 0.56);
    c.lineTo(0, 0.95);
  });
};
const leaf: Draw = (b) => {
  const c = b.ctx;
  ink(b, () => petal(c, -0.05, 0.75, 1.7, 0.55, -Math.PI / 2 + 0.1));
  line(b, b.base, 0.05, () => {
    c.moveTo(-0.04, 0.7);
    c.lineTo(0.1, -0.78);
    for (let i = 0; i < 5; i++) {
      const y = 0.5 - i * 0.24;
      c.moveTo(0.0 + i * 0.02, y);
      c.lineTo(-0.28 + i * 0.06, y - 0.22);
      c.moveTo(0.0 + i * 0.02, y);
      c.lineTo(0.34 - i * 0.03, y - 0.2);
    }
  });
  line(b, b.ink, 0.08, () => {
    c.moveTo(-0.05, 0.7);
    c.quadraticCurveTo(-0.08, 0.9, -0.2, 1);
  });
  accent(b, () => {
    disc(c, -0.42, 0.62, 0.1);
    disc(c, -0.55, 0.42, 0.07);
  });
};
const vine: Draw = (b) => {
  const c = b.ctx;
  line(b, b.ink, 0.07, () => {
    c.moveTo(-0.1, 1);
    c.bezierCurveTo(-0.7, 0.45, 0.7, 0.15, 0.1, -0.35);
    c.bezierCurveTo(-0.1, -0.6, -0.3, -0.7, -0.15, -0.85);
  });
  ink(b, () => {
    petal(c, -0.22, 0.6, 0.55, 0.18, -2.7);
    petal(c, 0.05, 0.28, 0.6, 0.18, 0.35);
    petal(c, 0.26, -0.12, 0.5, 0.16, -0.5);
    petal(c, 0.0, -0.45, 0.5, 0.16, 2.9);
  });
  ink(b, () => rose(c, -0.1, -0.72, 6, 0.07, 0.26, 0.12));
  accent(b, () => disc(c, -0.1, -0.72, 0.1));
  accent(b, () => {
    disc(c, 0.42, 0.75, 0.08);
    disc(c, -0.55, 0.05, 0.08);
    disc(c, 0.6, -0.5, 0.07);
  });
};
const buti: Draw = (b) => {
  const c = b.ctx;
  line(b, b.ink, 0.08, () => {
    c.moveTo(0.02, -0.1);
    c.quadraticCurveTo(0.12, 0.5, -0.08, 0.98);
  });
  ink(b, () => {
    petal(c, 0.04, 0.62, 0.62, 0.2, -0.7);
    petal(c, 0.02, 0.72, 0.62, 0.2, -2.45);
  });
  ink(b, () => rose(c, 0, -0.32, 8, 0.12, 0.42, 0.17));
  cut(b, () => disc(c, 0, -0.32, 0.2));
  accent(b, () => disc(c, 0, -0.32, 0.16));
};
const marigold: Draw = (b) => {
  const c = b.ctx;
  ink(b, () => {
    disc(c, 0, 0, 0.74);
    scallop(c, 0, 0, 14, 0.74, 0.19);
  });
  line(b, b.base, 0.05, () => {
    for (let i = 0; i < 14; i++) {
      const a = ((i + 0.5) / 14) * Math.PI * 2;
      c.moveTo(Math.cos(a) * 0.56, Math.sin(a) * 0.56);
      c.lineTo(Math.cos(a) * 0.78, Math.sin(a) * 0.78);
    }
    c.moveTo(0.54, 0);
    c.arc(0, 0, 0.54, 0, 7);
  });
  accent(b, () => {
    disc(c, 0, 0, 0.34);
    scallop(c, 0, 0, 10, 0.34, 0.12);
  });
  cut(b, () => scallop(c, 0, 0, 6, 0.17, 0.045));
  ink(b, () => disc(c, 0, 0, 0.1));
};
const tulip: Draw = (b) => {
  const c = b.ctx;
  line(b, b.ink, 0.08, () => {
    c.moveTo(0, 0);
    c.quadraticCurveTo(0.08, 0.5, 0, 1);
  });
  ink(b, () => {
    petal(c, 0.02, 0.95, 0.85, 0.17, -0.95);
    petal(c, 0.0, 0.95, 0.85, 0.17, -2.2);
  });
  ink(b, () => {
    c.moveTo(-0.42, -0.75);
    c.bezierCurveTo(-0.6, -0.1, -0.35, 0.15, 0, 0.15);
    c.bezierCurveTo(0.35, 0.15, 0.6, -0.1, 0.42, -0.75);
    c.bezierCurveTo(0.3, -0.6, 0.22, -0.5, 0.18, -0.38);
    c.bezierCurveTo(0.12, -0.6, 0.06, -0.8, 0, -0.95);
    c.bezierCurveTo(-0.06, -0.8, -0.12, -0.6, -0.18, -0.38);
    c.bezierCurveTo(-0.22, -0.5, -0.3, -0.6, -0.42, -0.75);
  });
  accent(b, () => petal(c, 0, 0.05, 0.72, 0.2, -Math.PI / 2));
};
const jaal: Draw = (b) => {
  const c = b.ctx;
  line(b, b.ink, 0.07, () => {
    for (const s of [-1, 1]) {
      c.moveTo(0, -1.02);
      c.bezierCurveTo(s * 0.15, -0.6, s * 1.0, -0.55, s * 1.0, 0);
      c.bezierCurveTo(s * 1.0, 0.55, s * 0.15, 0.6, 0, 1.02);
    }
  });
  ink(b, () => {
    for (const s of [-1, 1]) {
      petal(c, s * 0.62, -0.52, 0.24, 0.09, s > 0 ? -0.3 : Math.PI + 0.3);
      petal(c, s * 0.62, 0.52, 0.24, 0.09, s > 0 ? 0.3 : Math.PI - 0.3);
    }
    rose(c, 0, 0, 8, 0.14, 0.4, 0.15, Math.PI / 8);
  });
  accent(b, () => {
    disc(c, 0, 0, 0.16);
    disc(c, 0, -1, 0.12);
    disc(c, 0, 1, 0.12);
    disc(c, 1, 0, 0.1);
    disc(c, -1, 0, 0.1);
  });
};
const geometric: Draw = (b) => {
  const c = b.ctx;
  ink(b, () =>
    polygon(c, [
      [0, -0.95],
      [0.95, 0],
      [0, 0.95],
      [-0.95, 0],
    ]),
  );
  cut(b, () =>
    polygon(c, [
      [0, -0.74],
      [0.74, 0],
      [0, 0.74],
      [-0.74, 0],
    ]),
  );
  accent(b, () =>
    polygon(c, [
      [0, -0.6],
      [0.6, 0],
      [0, 0.6],
      [-0.6, 0],
    ]),
  );
  ink(b, () => {
    polygon(c, [
      [0, -0.34],
      [0.34, 0],
      [0, 0.34],
      [-0.34, 0],
    ]);
    for (const [x, y] of [
      [0.75, 0.75],
      [-0.75, 0.75],
      [0.75, -0.75],
      [-0.75, -0.75],
    ] as const)
      disc(c, x, y, 0.11);
  });
  cut(b, () => disc(c, 0, 0, 0.12));
};
const dots: Draw = (b) => {
  const c = b.ctx;
  ink(b, () => {
    for (let i = 0; i < 6; i++) disc(c, Math.cos((i / 6) * 6.283) * 0.52, Math.sin((i / 6) * 6.283) * 0.52, 0.18);
  });
  accent(b, () => disc(c, 0, 0, 0.2));
};
const elephant: Draw = (b) => {
  const c = b.ctx;
  ink(b, () => {
    c.moveTo(-0.78, 0.72);
    c.bezierCurveTo(-0.85, 0.2, -0.95, -0.4, -0.35, -0.5);
    c.bezierCurveTo(-0.1, -0.58, 0.1, -0.5, 0.22, -0.5);
    c.bezierCurveTo(0.35, -0.75, 0.85, -0.7, 0.86, -0.25);
    c.bezierCurveTo(0.9, 0.1, 0.82, 0.3, 0.92, 0.52);
    c.bezierCurveTo(0.96, 0.66, 1.05, 0.6, 1.04, 0.5);
    c.bezierCurveTo(1.14, 0.62, 1.02, 0.82, 0.86, 0.74);
    c.bezierCurveTo(0.68, 0.62, 0.7, 0.35, 0.62, 0.15);
    c.bezierCurveTo(0.55, 0.25, 0.5, 0.28, 0.45, 0.3);
    c.lineTo(0.45, 0.72);
    c.lineTo(0.16, 0.72);
    c.lineTo(0.14, 0.36);
    c.bezierCurveTo(-0.1, 0.42, -0.3, 0.42, -0.46, 0.36);
    c.lineTo(-0.48, 0.72);
    c.closePath();
  });
  line(b, b.ink, 0.06, () => {
    c.moveTo(-0.84, -0.1);
    c.quadraticCurveTo(-1.02, 0.05, -0.98, 0.3);
  });
  accent(b, () => {
    c.moveTo(-0.42, -0.56);
    c.quadraticCurveTo(-0.1, -0.66, 0.14, -0.54);
    c.lineTo(0.1, 0.02);
    c.quadraticCurveTo(-0.14, 0.12, -0.38, 0.02);
    c.closePath();
  });
  line(b, b.base, 0.05, () => {
    c.moveTo(0.3, -0.42);
    c.bezierCurveTo(0.62, -0.45, 0.6, 0.05, 0.4, 0.1);
    c.bezierCurveTo(0.28, 0, 0.26, -0.2, 0.3, -0.42);
  });
  cut(b, () => disc(c, 0.7, -0.28, 0.05));
  line(b, b.base, 0.06, () => {
    c.moveTo(0.72, 0.06);
    c.quadraticCurveTo(0.82, 0.2, 0.98, 0.12);
  });
};
const peacock: Draw = (b) => {
  const c = b.ctx;
  ink(b, () => {
    for (let i = 0; i < 7; i++) petal(c, -0.08, 0.3, 1.15, 0.17, -Math.PI * 0.52 - (i - 1) * 0.26);
  });
  accent(b, () => {
    for (let i = 0; i < 7; i++) {
      const a = -Math.PI * 0.52 - (i - 1) * 0.26;
      disc(c, -0.08 + Math.cos(a) * 0.93, 0.3 + Math.sin(a) * 0.93, 0.1);
    }
  });
  cut(b, () => {
    c.moveTo(0.46, -0.8);
    c.bezierCurveTo(0.85, -0.5, 0.15, 0, 0.62, 0.3);
    c.bezierCurveTo(0.5, 0.75, -0.1, 0.72, -0.28, 0.35);
    c.bezierCurveTo(0.0, 0.1, 0.2, -0.2, 0.28, -0.66);
  });
  ink(b, () => {
    c.moveTo(0.44, -0.72);
    c.bezierCurveTo(0.7, -0.45, 0.25, 0, 0.55, 0.3);
    c.bezierCurveTo(0.42, 0.66, -0.05, 0.62, -0.2, 0.34);
    c.bezierCurveTo(0.1, 0.1, 0.3, -0.2, 0.34, -0.6);
    disc(c, 0.42, -0.62, 0.14);
    polygon(c, [
      [0.52, -0.68],
      [0.74, -0.58],
      [0.52, -0.54],
    ]);
  });
  line(b, b.ink, 0.05, () => {
    c.moveTo(0.4, -0.72);
    c.lineTo(0.34, -0.96);
    c.moveTo(0.44, -0.72);
    c.lineTo(0.48, -0.98);
    c.moveTo(0.16, 0.55);
    c.lineTo(0.14, 0.9);
    c.lineTo(0.3, 0.92);
  });
  cut(b, () => disc(c, 0.45, -0.64, 0.04));
};
const kite: Draw = (b) => {
  const c = b.ctx;
  c.save();
  c.rotate(0.5);
  ink(b, () =>
    polygon(c, [
      [0, -0.95],
      [0.62, -0.22],
      [0, 0.55],
      [-0.62, -0.22],
    ]),
  );
  accent(b, () => {
    polygon(c, [
      [0, -0.88],
      [0.55, -0.22],
      [0, -0.22],
    ]);
    polygon(c, [
      [0, 0.46],
      [-0.55, -0.22],
      [0, -0.22],
    ]);
  });
  line(b, b.base, 0.045, () => {
    c.moveTo(0, -0.95);
    c.lineTo(0, 0.55);
    c.moveTo(-0.6, -0.22);
    c.quadraticCurveTo(0, -0.55, 0.6, -0.22);
  });
  line(b, b.ink, 0.05, () => {
    c.moveTo(0, 0.55);
    c.bezierCurveTo(0.3, 0.7, -0.25, 0.85, 0.1, 1.05);
  });
  accent(b, () => {
    polygon(c, [
      [0, 0.55],
      [0.14, 0.76],
      [-0.14, 0.76],
    ]);
  });
  c.restore();
};
const fish: Draw = (b) => {
  const c = b.ctx;
  ink(b, () => {
    c.moveTo(-0.9, 0.05);
    c.bezierCurveTo(-0.6, -0.6, 0.2, -0.62, 0.55, -0.02);
    c.lineTo(0.98, -0.42);
    c.quadraticCurveTo(0.84, 0.02, 0.98, 0.46);
    c.lineTo(0.55, 0.06);
    c.bezierCurveTo(0.2, 0.62, -0.6, 0.62, -0.9, 0.05);
    petal(c, -0.25, -0.36, 0.5, 0.14, -0.6);
  });
  line(b, b.base, 0.05, () => {
    c.moveTo(-0.48, -0.34);
    c.quadraticCurveTo(-0.3, 0.02, -0.48, 0.38);
    for (const x of [-0.18, 0.08, 0.3])
      for (let k = -1; k <= 1; k++) {
        c.moveTo(x, k * 0.18 - 0.1);
        c.quadraticCurveTo(x + 0.14, k * 0.18, x, k * 0.18 + 0.1);
      }
  });
  cut(b, () => disc(c, -0.64, -0.06, 0.08));
  accent(b, () => {
    petal(c, -0.2, 0.1, 0.44, 0.12, 0.9);
    disc(c, -0.9, -0.5, 0.06);
    disc(c, -0.74, -0.68, 0.08);
  });
};
const bird: Draw = (b) => {
  const c = b.ctx;
  ink(b, () => {
    c.moveTo(0.92, -0.4);
    c.lineTo(0.66, -0.52);
    c.bezierCurveTo(0.5, -0.82, 0.1, -0.72, 0.08, -0.36);
    c.bezierCurveTo(-0.15, -0.16, -0.5, 0.1, -0.95, 0.2);
    c.lineTo(-0.62, 0.34);
    c.lineTo(-0.86, 0.52);
    c.bezierCurveTo(-0.2, 0.62, 0.66, 0.5, 0.68, -0.28);
    c.closePath();
  });
  accent(b, () => {
    c.moveTo(0.2, -0.12);
    c.bezierCurveTo(-0.05, 0.5, -0.4, 0.4, -0.56, 0.26);
    c.bezierCurveTo(-0.2, 0.2, -0.1, -0.1, 0.2, -0.12);
  });
  cut(b, () => disc(c, 0.42, -0.44, 0.07));
  line(b, b.ink, 0.05, () => {
    c.moveTo(0.1, 0.42);
    c.lineTo(0.06, 0.8);
    c.moveTo(0.28, 0.36);
    c.lineTo(0.3, 0.78);
  });
};
const star: Draw = (b) => {
  const c = b.ctx;
  const pts = (r: number): Pt2[] =>
    Array.from({ length: 10 }, (_, i) => {
      const a = (i / 10) * Math.PI * 2 - Math.PI / 2;
      const k = i % 2 ? r * 0.48 : r;
      return [Math.cos(a) * k, Math.sin(a) * k];
    });
  const choice = b.rng.chance(0.35);
  if (choice) accent(b, () => polygon(c, pts(0.8)));
  else ink(b, () => polygon(c, pts(0.9)));
};
const cloud: Draw = (b) => {
  const c = b.ctx;
  ink(b, () => {
    disc(c, -0.42, 0.1, 0.36);
    disc(c, 0, -0.16, 0.46);
    disc(c, 0.45, 0.08, 0.38);
    c.rect(-0.5, 0.08, 1.0, 0.38);
  });
  accent(b, () => {
    for (let i = 0; i < 3; i++) petal(c, -0.36 + i * 0.36, 0.98, 0.32, 0.09, -Math.PI / 2);
  });
};
const moon: Draw = (b) => {
  const c = b.ctx;
  ink(b, () => {
    c.arc(0, 0, 0.82, 0.7, 5.2);
    c.bezierCurveTo(-0.2, -0.5, -0.2, 0.4, 0.63, 0.53);
  });
  accent(b, () => {
    rose(c, 0.42, -0.1, 4, 0.0, 0.3, 0.1);
    disc(c, 0.75, 0.3, 0.07);
  });
};
const boat: Draw = (b) => {
  const c = b.ctx;
  ink(b, () => {
    c.moveTo(-0.92, 0.28);
    c.quadraticCurveTo(0, 0.42, 0.92, 0.22);
    c.quadraticCurveTo(0.66, 0.78, 0.4, 0.78);
    c.lineTo(-0.46, 0.78);
    c.quadraticCurveTo(-0.74, 0.7, -0.92, 0.28);
    c.rect(-0.05, -0.95, 0.08, 1.25);
  });
  accent(b, () => {
    c.moveTo(0.08, -0.9);
    c.quadraticCurveTo(0.75, -0.4, 0.66, 0.16);
    c.lineTo(0.08, 0.22);
    c.closePath();
  });
  ink(b, () => {
    c.moveTo(-0.1, -0.74);
    c.quadraticCurveTo(-0.6, -0.3, -0.6, 0.2);
    c.lineTo(-0.1, 0.24);
    c.closePath();
  });
  line(b, b.ink, 0.05, () => {
    c.moveTo(-0.9, 0.96);
    c.quadraticCurveTo(-0.7, 0.86, -0.5, 0.96);
    c.quadraticCurveTo(-0.3, 1.04, -0.1, 0.96);
    c.quadraticCurveTo(0.1, 0.86, 0.3, 0.96);
    c.quadraticCurveTo(0.5, 1.04, 0.7, 0.96);
  });
};
const lion: Draw = (b) => {
  const c = b.ctx;
  ink(b, () => rose(c, 0, 0, 15, 0.45, 0.5, 0.2));
  ink(b, () => disc(c, 0, 0, 0.6));
  accent(b, () => {
    disc(c, 0, 0.02, 0.5);
    disc(c, -0.4, -0.4, 0.14);
    disc(c, 0.4, -0.4, 0.14);
  });
  ink(b, () => {
    disc(c, -0.18, -0.06, 0.06);
    disc(c, 0.18, -0.06, 0.06);
    polygon(c, [
      [-0.1, 0.1],
      [0.1, 0.1],
      [0, 0.22],
    ]);
  });
  line(b, b.ink, 0.045, () => {
    c.moveTo(-0.16, 0.3);
    c.quadraticCurveTo(-0.05, 0.38, 0, 0.22);
    c.quadraticCurveTo(0.05, 0.38, 0.16, 0.3);
  });
};
const rabbit: Draw = (b) => {
  const c = b.ctx;
  ink(b, () => {
    oval(c, -0.2, -0.62, 0.13, 0.38, -0.12);
    oval(c, 0.16, -0.62, 0.13, 0.38, 0.2);
    disc(c, 0, -0.14, 0.36);
    oval(c, -0.02, 0.5, 0.48, 0.46);
    disc(c, 0.5, 0.62, 0.16);
  });
  accent(b, () => {
    oval(c, -0.2, -0.6, 0.055, 0.24, -0.12);
    oval(c, 0.16, -0.6, 0.055, 0.24, 0.2);
    oval(c, -0.04, 0.56, 0.24, 0.26);
  });
  cut(b, () => {
    disc(c, -0.12, -0.18, 0.05);
    disc(c, 0.12, -0.18, 0.05);
    disc(c, 0, -0.04, 0.05);
  });
};
const mushroom: Draw = (b) => {
  const c = b.ctx;
  accent(b, () => {
    c.moveTo(-0.22, -0.05);
    c.bezierCurveTo(-0.14, 0.4, -0.3, 0.7, -0.32, 0.86);
    c.quadraticCurveTo(0, 0.98, 0.32, 0.86);
    c.bezierCurveTo(0.28, 0.6, 0.16, 0.4, 0.22, -0.05);
    c.closePath();
  });
  ink(b, () => {
    c.moveTo(-0.82, 0.02);
    c.bezierCurveTo(-0.8, -1.1, 0.8, -1.1, 0.82, 0.02);
    c.quadraticCurveTo(0, 0.26, -0.82, 0.02);
  });
  cut(b, () => {
    oval(c, -0.36, -0.26, 0.15, 0.12, -0.3);
    oval(c, 0.1, -0.5, 0.17, 0.12);
    oval(c, 0.46, -0.16, 0.13, 0.1, 0.4);
    oval(c, 0.02, -0.08, 0.09, 0.07);
  });
};
const train: Draw = (b) => {
  const c = b.ctx;
  ink(b, () => {
    c.roundRect(-0.95, -0.5, 0.5, 0.95, 0.06);
    c.roundRect(-0.5, -0.16, 1.12, 0.61, 0.14);
    c.rect(0.3, -0.52, 0.2, 0.4);
    c.rect(-1.02, -0.6, 0.64, 0.12);
  });
  cut(b, () => c.roundRect(-0.84, -0.36, 0.28, 0.32, 0.04));
  accent(b, () => {
    disc(c, -0.66, 0.52, 0.22);
    disc(c, -0.1, 0.56, 0.18);
    disc(c, 0.36, 0.56, 0.18);
    disc(c, 0.5, -0.74, 0.14);
    disc(c, 0.28, -0.92, 0.1);
    c.rect(-0.3, -0.02, 0.8, 0.08);
  });
  ink(b, () => {
    disc(c, -0.66, 0.52, 0.08);
    disc(c, -0.1, 0.56, 0.06);
    disc(c, 0.36, 0.56, 0.06);
    polygon(c, [
      [0.6, 0.2],
      [0.92, 0.5],
      [0.6, 0.5],
    ]);
  });
};
const fruit: Draw = (b) => {
  const c = b.ctx;
  ink(b, () => {
    c.moveTo(0, -0.4);
    c.bezierCurveTo(0.8, -0.7, 0.95, 0.5, 0.3, 0.8);
    c.quadraticCurveTo(0, 0.92, -0.3, 0.8);
    c.bezierCurveTo(-0.95, 0.5, -0.8, -0.7, 0, -0.4);
  });
  accent(b, () => {
    petal(c, 0.02, -0.46, 0.7, 0.18, -0.5);
    c.moveTo(-0.1, -0.36);
  });
  line(b, b.ink, 0.09, () => {
    c.moveTo(0, -0.4);
    c.quadraticCurveTo(-0.02, -0.7, -0.14, -0.86);
  });
  line(b, b.base, 0.07, () => {
    c.moveTo(-0.5, 0.05);
    c.quadraticCurveTo(-0.52, -0.18, -0.34, -0.28);
  });
};
const tree: Draw = (b) => {
  const c = b.ctx;
  line(b, b.ink, 0.11, () => {
    c.moveTo(0, 0.98);
    c.lineTo(0, -0.2);
    c.moveTo(0, 0.3);
    c.lineTo(-0.36, -0.06);
    c.moveTo(0, 0.1);
    c.lineTo(0.34, -0.22);
  });
  ink(b, () => {
    for (let ring = 0; ring < 3; ring++)
      for (let i = 0; i < 4 + ring * 3; i++) {
        const a = -Math.PI * (0.02 + (i / (3 + ring * 3)) * 0.96);
        const r = 0.22 + ring * 0.24;
        petal(c, Math.cos(a) * r, -0.16 + Math.sin(a) * r, 0.27, 0.1, a);
      }
  });
  accent(b, () => {
    for (const [x, y] of [
      [-0.4, -0.3],
      [0.3, -0.5],
      [0.46, -0.12],
      [-0.12, -0.66],
      [0, -0.3],
    ] as const)
      disc(c, x, y, 0.085);
  });
};

export const MOTIFS: Record<string, Draw> = {
  paisley,
  lotus,
  mango,
  leaf,
  vine,
  buti,
  marigold,
  tulip,
  jaal,
  geometric,
  dots,
  elephant,
  peacock,
  kite,
  fish,
  bird,
  star,
  cloud,
  moon,
  boat,
  lion,
  rabbit,
  mushroom,
  train,
  fruit,
  tree,
};
/** Stamps one motif at a place, size (half its width) and turn. */
export function stamp(b: Block, motif: string, x: number, y: number, r: number, turn = 0, flip = false): void {
  b.ctx.save();
  b.ctx.translate(x, y);
  b.ctx.rotate(turn);
  b.ctx.scale(flip ? -r : r, r);
  (MOTIFS[motif] ?? buti)(b);
  b.ctx.restore();
}
