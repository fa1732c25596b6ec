import type { Content } from '#lib/platform/content/content.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';

/** Returns the memo of a process that has loaded these texts, but not the later changes to them. */
export function memoWithContent(content: Content): ShopDatabase['memo'] {
  const values = new Map<string, unknown>([['content', content]]);
  return <T>(key: string, make: () => T) => {
    if (!values.has(key)) values.set(key, make());
    return values.get(key) as T;
  };
}
