import type { ShopDatabase } from '#lib/platform/db/db.server.ts';

interface TextChange {
  path: string;
  at: number;
}

/** Returns the author of a change to a text; undefined for changes that are older than the audit log. */
type AuthorOfChange = (change: TextChange) => string | undefined;

/** Reads the authors of these changes from the audit log. Returns a function that returns the author of a change. */
export async function textAuthors(
  { read }: Pick<ShopDatabase, 'read'>,
  changes: readonly TextChange[],
): Promise<AuthorOfChange> {
  if (changes.length === 0) return () => undefined;
  const unique = (values: readonly (string | number)[]) => [...new Set(values)];
  const rows = await read
    .selectFrom('audit_entry')
    .select(['record_id as path', 'at', 'actor_name as name'])
    .where('record_kind', '=', 'content')
    .where('record_id', 'in', unique(changes.map(({ path }) => path)) as string[])
    .where('at', 'in', unique(changes.map(({ at }) => at)) as number[])
    .execute();
  const authorByChange = new Map(rows.map(({ path, at, name }) => [`${path} ${at}`, name]));
  return ({ path, at }) => authorByChange.get(`${path} ${at}`);
}
