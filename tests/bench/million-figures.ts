import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '#support/project-root.ts';
import type { Engine } from './bench-options.ts';
import type { Figure } from './figures.ts';

/** The maximum growth of a flat figure from the smallest to the largest catalogue. */
const MAX_GROWTH = 1.5;
export const MEMORY = 'memory, warm';
const MAX_MB = 1_500;

export interface Measurement {
  what: string;
  value: number;
  unit: Figure['unit'];
  /** Must not grow with the catalogue. */
  isFlat?: boolean;
}

export interface MeasuredSize {
  engine: Engine;
  size: number;
  measured: Measurement[];
  measuredAt: string;
}

const dir = join(root, 'bench-results');
const file = join(dir, 'million.json');

/** Saves the results of a size and an engine for later runs, so that sizes and engines can be measured separately. */
export function saveSize(measured: MeasuredSize): void {
  mkdirSync(dir, { recursive: true });
  const others = savedSizes().filter(({ engine, size }) => engine !== measured.engine || size !== measured.size);
  writeFileSync(file, `${JSON.stringify([...others, measured], null, 2)}\n`);
}

export function savedSizes(): MeasuredSize[] {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return [];
  }
}

/** Figures measured before `runStartedAt` show their date. Engines with several sizes get a growth column. */
export function figuresOfSizes(sizes: MeasuredSize[], runStartedAt: string): Figure[] {
  const ordered = sizes.toSorted((a, b) => b.engine.localeCompare(a.engine) || a.size - b.size);
  return [...Map.groupBy(ordered, ({ engine }) => engine).values()].flatMap((sizesOfEngine) => [
    ...sizesOfEngine.flatMap((one) => figuresOf(one, runStartedAt)),
    ...growthOf(sizesOfEngine),
  ]);
}

function figuresOf({ engine, size, measured, measuredAt }: MeasuredSize, runStartedAt: string): Figure[] {
  return measured.map(({ what, value, unit }) => ({
    part: 'million',
    what,
    value,
    unit,
    column: `${engine}, ${size}`,
    ...(what === MEMORY && { budget: MAX_MB }),
    ...(measuredAt < runStartedAt && { measuredAt: measuredAt.slice(0, 16) }),
  }));
}

function growthOf(sizes: MeasuredSize[]): Figure[] {
  const [smallest, largest] = [sizes[0], sizes.at(-1)];
  if (!smallest || !largest || smallest === largest) return [];
  return largest.measured.flatMap(({ what, value, isFlat }) => {
    const smallestValue = smallest.measured.find((one) => one.what === what)?.value;
    if (!isFlat || smallestValue === undefined) return [];
    return {
      part: 'million',
      what,
      value: value / smallestValue,
      unit: '×',
      budget: MAX_GROWTH,
      column: `${largest.engine}, growth`,
    };
  });
}
