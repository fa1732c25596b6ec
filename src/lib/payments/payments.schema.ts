import { z } from 'zod/mini';

/** POST /public/payment-gateway/{orderId}: a way to pay, `later` for none just now, or what the test gateway is to do. */
export const frameFormSchema = z.object({
  orderId: z.string(),
  method: z.optional(z.enum(['razorpay', 'test', 'cod', 'later'])),
  outcome: z.optional(z.enum(['approve', 'decline', 'late', 'abandon'])),
});
export type FrameForm = z.infer<typeof frameFormSchema>;
