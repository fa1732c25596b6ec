import type { Content } from '#lib/platform/content/content.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';

/** Of another process, which knows these texts, and has not heard of a change yet. */
export function memoOf(content: Content): ShopDatabase['memo'] {
  const kept = new Map<string, unknown>([['content', content]]);
  return <T>(key: string, make: () => T) => {
    if (!kept.has(key)) kept.set(key, make());
    return kept.get(key) as T;
  };
}
