import { z } from 'zod';

/** The steps of the price filter in rupees, ascending. The defaults are those of product.md, "Listing". */
export const priceStepsSchema = z
  .array(z.int().positive())
  .min(2, 'The price filter needs at least two steps.')
  .max(8, 'The price filter can have at most eight steps.')
  .refine((steps) => steps.every((step, index) => index === 0 || step > (steps[index - 1] ?? 0)), {
    error: 'List the steps of the price filter from low to high.',
  })
  .default([1_000, 2_500, 5_000, 10_000]);
