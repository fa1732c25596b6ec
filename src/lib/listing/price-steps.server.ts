import type { PriceRange } from '#lib/listing/price-range.ts';
import { priceStepsSchema } from '#lib/listing/price-steps.schema.ts';

export function priceSteps(settings: { priceSteps?: readonly number[] }): number[] {
  return priceStepsSchema.parse(settings.priceSteps);
}

export function priceRange(settings: { priceSteps?: readonly number[] }): PriceRange {
  const steps = priceSteps(settings);
  return { lowestPaise: Math.min(...steps) * 100, highestPaise: Math.max(...steps) * 100 };
}
