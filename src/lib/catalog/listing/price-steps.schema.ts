import { z } from 'zod';

/** In rupees, ascending. Defaults as in product.md, "Listing". */
export const priceStepsSchema = z
  .array(z.int().positive())
  .min(2, 'A price filter needs two steps at least.')
  .max(8, 'A price filter has eight steps at most.')
  .refine((steps) => steps.every((step, at) => at === 0 || step > (steps[at - 1] ?? 0)), {
    error: 'The steps of the price filter go upwards.',
  })
  .default([1_000, 2_500, 5_000, 10_000]);
