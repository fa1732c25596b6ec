import { z } from 'zod/mini';
import { text } from '#lib/primitives/text.schema.ts';

/** The errors of the `razorpay` package and of its axios instance. */
const errorSchema = z.union([
  z.object({ statusCode: z.number(), error: z.unknown() }),
  z.object({ response: z.object({ status: z.number(), data: z.unknown() }) }),
]);
const describedSchema = z.object({ description: text() });

function responseOf(error: unknown): { status: number; error: unknown } | undefined {
  const parsed = errorSchema.safeParse(error).data;
  if (!parsed) return undefined;
  if ('statusCode' in parsed) return { status: parsed.statusCode, error: parsed.error };
  const { status, data } = parsed.response;
  return { status, error: z.object({ error: z.unknown() }).safeParse(data).data?.error };
}

/** The HTTP status of the response; undefined if there was none. */
export function statusOf(error: unknown): number | undefined {
  return responseOf(error)?.status || undefined;
}

/** Razorpay's own reason for a refusal; undefined for other errors. */
export function refusalOf(error: unknown): string | undefined {
  const response = responseOf(error);
  if (!response?.status || response.status >= 500) return undefined;
  return describedSchema.safeParse(response.error).data?.description;
}

/** False for a refusal, which shows that the gateway works. */
export function isServiceFailure(error: unknown): boolean {
  return refusalOf(error) === undefined;
}

export function hasResponse(error: unknown): boolean {
  return (error as { response?: unknown } | undefined)?.response !== undefined;
}
