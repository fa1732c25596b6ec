import { z } from 'zod/mini';
import { text } from '#lib/primitives/text.schema.ts';

export const frameFormSchema = z.object({
  orderId: text(),
  method: z.optional(z.enum(['razorpay', 'test', 'cod', 'online', 'later'])),
  outcome: z.optional(z.enum(['approve', 'decline', 'late', 'abandon'])),
});
export type FrameForm = z.infer<typeof frameFormSchema>;
