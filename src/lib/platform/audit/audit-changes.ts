const MASK = '••••';
/** Names of fields whose values nobody may read later. */
const SECRET =
  /secret|passw|passkey|token|(?:api|access|private|signing|key)[_-]?key|\bkey$|webhook|recovery|code_hash/i;

export interface Changes {
  before?: object | undefined;
  after?: object | undefined;
}

/**
 * Only what differs, with the values of secrets masked. A field that is missing on one side stays, because it was added
 * or removed. Undefined where nothing is left.
 */
export function changedFields({ before, after }: Changes): Changes {
  if (!before || !after) return { before: masked(before), after: masked(after) };
  const [old, now] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  const isSame = ([name, value]: [string, unknown], other: Map<string, unknown>) =>
    other.has(name) && JSON.stringify(other.get(name)) === JSON.stringify(value);
  return {
    before: masked(Object.fromEntries([...old].filter((field) => !isSame(field, now)))),
    after: masked(Object.fromEntries([...now].filter((field) => !isSame(field, old)))),
  };
}

function masked(fields: object | undefined): object | undefined {
  const entries = Object.entries(fields ?? {});
  return entries.length === 0
    ? undefined
    : Object.fromEntries(entries.map(([name, value]) => [name, hidden(name, value)]));
}

function hidden(name: string, value: unknown): unknown {
  if (SECRET.test(name)) return value === null || value === '' ? value : MASK;
  if (Array.isArray(value)) return value.map((one) => hidden('', one));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([inner, one]) => [inner, hidden(inner, one)]));
}
