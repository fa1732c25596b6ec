import { z } from 'zod/mini';

/** Returns a schema for fields of the same name. Several values are a list, and a single value is not in a list. */
export function oneOrMore<T extends z.ZodMiniType>(item: T) {
  return z.pipe(
    z.union([item, z.array(item)]),
    z.transform((value) => [value].flat() as z.infer<T>[]),
  );
}
