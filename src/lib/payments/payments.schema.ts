import { z } from 'zod/mini';

export const frameFormSchema = z.object({
  orderId: z.string(),
  method: z.optional(z.enum(['razorpay', 'test', 'cod', 'later'])),
  outcome: z.optional(z.enum(['approve', 'decline', 'late', 'abandon'])),
});
export type FrameForm = z.infer<typeof frameFormSchema>;
