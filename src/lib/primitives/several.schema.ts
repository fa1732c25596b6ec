import { z } from 'zod/mini';

/** Fields of the same name: a form sends one value as text, and several as a list. */
export function several<T extends z.ZodMiniType>(one: T) {
  return z.pipe(
    z.union([one, z.array(one)]),
    z.transform((value) => [value].flat() as z.infer<T>[]),
  );
}
