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
  label: string;
  value: number;
  unit: Figure['unit'];
  /** Whether the value must not grow with the catalogue. */
  isFlat?: boolean;
}

export interface MeasuredSize {
  engine: Engine;
  size: number;
  measurements: Measurement[];
  measuredAt: string;
}

const dir = join(root, 'bench-results');
const file = join(dir, 'million.json');

/** Saves the results of a size and an engine for later runs, so that sizes and engines can be measured separately. */
export function saveMeasurements(measurements: MeasuredSize): void {
  mkdirSync(dir, { recursive: true });
  const otherSizes = savedMeasurements().filter(
    ({ engine, size }) => engine !== measurements.engine || size !== measurements.size,
  );
  writeFileSync(file, `${JSON.stringify([...otherSizes, measurements], null, 2)}\n`);
}

export function savedMeasurements(): MeasuredSize[] {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return [];
  }
}

/** Returns the figures, with a date if they are older than this run, and the growth for engines with several sizes. */
export function figuresOfSizes(sizes: MeasuredSize[], runStartedAt: string): Figure[] {
  const sortedSizes = sizes.toSorted((a, b) => b.engine.localeCompare(a.engine) || a.size - b.size);
  return [...Map.groupBy(sortedSizes, ({ engine }) => engine).values()].flatMap((sizesOfEngine) => [
    ...sizesOfEngine.flatMap((measuredSize) => figuresOf(measuredSize, runStartedAt)),
    ...growthOf(sizesOfEngine),
  ]);
}

function figuresOf({ engine, size, measurements, measuredAt }: MeasuredSize, runStartedAt: string): Figure[] {
  return measurements.map(({ label, value, unit }) => ({
    part: 'million',
    label,
    value,
    unit,
    column: `${engine}, ${size}`,
    ...(label === MEMORY && { budget: MAX_MB }),
    ...(measuredAt < runStartedAt && { measuredAt: measuredAt.slice(0, 16) }),
  }));
}

function growthOf(sizes: MeasuredSize[]): Figure[] {
  const [smallest, largest] = [sizes[0], sizes.at(-1)];
  if (!smallest || !largest || smallest === largest) return [];
  return largest.measurements.flatMap(({ label, value, isFlat }) => {
    const smallestValue = smallest.measurements.find((measurement) => measurement.label === label)?.value;
    if (!isFlat || smallestValue === undefined) return [];
    return {
      part: 'million',
      label,
      value: value / smallestValue,
      unit: '×',
      budget: MAX_GROWTH,
      column: `${largest.engine}, growth`,
    };
  });
}
