import type { PriceRange } from '#lib/catalog/listing/price-range.ts';
import { priceStepsSchema } from '#lib/catalog/listing/price-steps.schema.ts';

interface PriceSettings {
  priceSteps?: readonly number[];
}

const stepsCache = new WeakMap<PriceSettings, readonly number[]>();

/** Returns the steps of the price filter in rupees, ascending. Throws a ZodError if the setting is invalid. */
export function priceSteps(settings: PriceSettings): readonly number[] {
  const steps = stepsCache.get(settings) ?? priceStepsSchema.parse(settings.priceSteps);
  stepsCache.set(settings, steps);
  return steps;
}

export function priceRange(settings: PriceSettings): PriceRange {
  const steps = priceSteps(settings);
  return { lowestPaise: Math.min(...steps) * 100, highestPaise: Math.max(...steps) * 100 };
}
