import { z } from 'zod/mini';

/** Fields of the same name: a form sends one value as text, and several as a list. */
export function several<T extends z.ZodMiniType>(item: T) {
  return z.pipe(
    z.union([item, z.array(item)]),
    z.transform((value) => [value].flat() as z.infer<T>[]),
  );
}
