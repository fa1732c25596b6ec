import { z } from 'zod/mini';
import { CUSTOM_REASON_MAX_CHARACTERS, EXCHANGE_REASONS, EXCHANGE_MESSAGES as SAYS } from '#lib/support/exchange.ts';

const reason = z.enum(EXCHANGE_REASONS, SAYS.reason);

/** A JSON list, as the specification sends it, or the ticked boxes of a plain form. */
const reasonsSchema = z.pipe(
  z.pipe(z.optional(z.union([z.string(), z.array(z.string())])), z.transform(listOfReasons)),
  z.array(reason, SAYS.reason).check(z.maxLength(EXCHANGE_REASONS.length, SAYS.reason)),
);

/** POST /public/orders/orderExchange/{orderId}; `order` is the address's own id (specification, sections 3, 5 and 7). */
export const exchangeSchema = z
  .object({
    order: z.string(),
    orderId: z.optional(z.string()),
    reasons: reasonsSchema,
    customReason: z._default(
      z.string().check(z.trim(), z.maxLength(CUSTOM_REASON_MAX_CHARACTERS, SAYS.reasonLong)),
      '',
    ),
    hasOriginalPackaging: z.enum(['true', 'false'], SAYS.packaging),
  })
  .check(
    z.refine(({ order, orderId }) => orderId === undefined || orderId === order, {
      message: SAYS.otherOrder,
      path: ['orderId'],
    }),
    // Said beside a missing answer about the packaging, not only after it has been given.
    z.refine(({ reasons, customReason }) => (reasons?.length ?? 0) > 0 || Boolean(customReason), {
      message: SAYS.reason,
      path: ['reasons'],
      when: () => true,
    }),
  );

export type ExchangeInput = z.infer<typeof exchangeSchema>;

/** What is wrong, by field, each with its first message; `undefined` when nothing is. */
export function exchangeErrors(input: object): Partial<Record<string, string>> | undefined {
  const result = exchangeSchema.safeParse(input);
  if (result.success) return undefined;
  const errors: Partial<Record<string, string>> = {};
  for (const { path, message } of result.error.issues) errors[String(path[0])] ??= message;
  return errors;
}

function listOfReasons(given: string | string[] | undefined): unknown {
  if (given === undefined || given === '') return [];
  if (Array.isArray(given)) return given;
  if (!given.startsWith('[')) return [given];
  try {
    return JSON.parse(given);
  } catch {
    // Refused by the schema, in words.
    return null;
  }
}
