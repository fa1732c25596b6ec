import { z } from 'zod/mini';
import { text } from '#lib/primitives/text.schema.ts';

/** The errors of the `razorpay` package and its axios instance. */
const errorSchema = z.union([
  z.object({ statusCode: z.number(), error: z.unknown() }),
  z.object({ response: z.object({ status: z.number(), data: z.unknown() }) }),
]);
const descriptionSchema = z.object({ description: text() });

function responseOf(error: unknown): { status: number; error: unknown } | undefined {
  const parsedError = errorSchema.safeParse(error).data;
  if (!parsedError) return undefined;
  if ('statusCode' in parsedError) return { status: parsedError.statusCode, error: parsedError.error };
  const { status, data } = parsedError.response;
  return { status, error: z.object({ error: z.unknown() }).safeParse(data).data?.error };
}

/** Returns the HTTP status of the response; undefined if there was no response. */
export function statusOf(error: unknown): number | undefined {
  return responseOf(error)?.status || undefined;
}

/** Returns Razorpay's reason for rejecting a request; undefined if Razorpay gave none, or if the service failed. */
export function rejectionReason(error: unknown): string | undefined {
  const response = responseOf(error);
  if (!response?.status || response.status >= 500) return undefined;
  return descriptionSchema.safeParse(response.error).data?.description;
}

/**
 * Returns whether an error is a failure of the service. A rejection with a reason is not, because it shows that the
 * gateway works.
 */
export function isServiceFailure(error: unknown): boolean {
  return rejectionReason(error) === undefined;
}

export function hasResponse(error: unknown): boolean {
  return (error as { response?: unknown } | undefined)?.response !== undefined;
}
