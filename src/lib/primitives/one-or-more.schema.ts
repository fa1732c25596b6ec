import { z } from 'zod/mini';

/** Returns a schema for fields of the same name. The input is a list or a single value; the output is a list. */
export function oneOrMore<T extends z.ZodMiniType>(item: T) {
  return z.pipe(
    z.union([item, z.array(item)]),
    z.transform((value) => [value].flat() as z.infer<T>[]),
  );
}
