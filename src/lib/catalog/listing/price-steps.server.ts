import type { PriceRange } from '#lib/catalog/listing/price-range.ts';
import { priceStepsSchema } from '#lib/catalog/listing/price-steps.schema.ts';

interface PriceSettings {
  priceSteps?: readonly number[];
}

const cache = new WeakMap<PriceSettings, readonly number[]>();

export function priceSteps(settings: PriceSettings): readonly number[] {
  const steps = cache.get(settings) ?? priceStepsSchema.parse(settings.priceSteps);
  cache.set(settings, steps);
  return steps;
}

export function priceRange(settings: PriceSettings): PriceRange {
  const steps = priceSteps(settings);
  return { lowestPaise: Math.min(...steps) * 100, highestPaise: Math.max(...steps) * 100 };
}
