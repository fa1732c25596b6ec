import { z } from 'zod/mini';

/** A list from fields of the same name, of which a form sends a single one as text. */
export function oneOrMore<T extends z.ZodMiniType>(item: T) {
  return z.pipe(
    z.union([item, z.array(item)]),
    z.transform((value) => [value].flat() as z.infer<T>[]),
  );
}
