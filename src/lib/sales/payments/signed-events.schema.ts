import { z } from 'zod/mini';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { text } from '#lib/primitives/text.schema.ts';

/** The pattern of a gateway's ids, which are short enough to be indexed in SQLite and PostgreSQL. */
const GATEWAY_ID = /^[\w.:-]{1,100}$/;

export const amountPaiseSchema = z.int().check(z.nonnegative());
export const gatewayIdSchema = text().check(z.regex(GATEWAY_ID));

export function isGatewayId(id: string | null): id is string {
  return id !== null && GATEWAY_ID.test(id);
}

/** Returns the content of a JSON body. Throws `malformed` if the body is not JSON. */
export function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw new ShopError('malformed', 'The body is not JSON.');
  }
}

/**
 * Returns the validated content of a signed event. Throws `invalid`, with the names of the invalid fields, if a field
 * is not valid.
 */
export function parseEvent<Schema extends z.ZodMiniType>(schema: Schema, event: unknown): z.infer<Schema> {
  const { data, error } = schema.safeParse(event);
  if (!error) return data;
  const fields = [...new Set(error.issues.map(({ path }) => path.join('.') || 'event'))];
  throw new ShopError('invalid', `The event can’t be parsed: ${fields.join(', ')}.`);
}
