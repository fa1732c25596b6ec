import { z } from 'zod/mini';

/** Returns a schema for fields of the same name. The input is a list or a single value; the output is a list. */
export function oneOrMore<T extends z.ZodMiniType>(itemSchema: T) {
  return z.pipe(
    z.union([itemSchema, z.array(itemSchema)]),
    z.transform((value) => [value].flat() as z.infer<T>[]),
  );
}
