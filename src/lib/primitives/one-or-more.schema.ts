import { z } from 'zod/mini';

/** Creates a schema for form fields of the same name: several are sent as a list, a single one as its value. */
export function oneOrMore<T extends z.ZodMiniType>(item: T) {
  return z.pipe(
    z.union([item, z.array(item)]),
    z.transform((value) => [value].flat() as z.infer<T>[]),
  );
}
