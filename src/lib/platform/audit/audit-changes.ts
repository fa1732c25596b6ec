const MASK = '••••';
/** Names of fields whose values must never be readable in the audit log. */
const SECRET_FIELD =
  /secret|passw|passkey|token|(?:api|access|private|signing|key)[_-]?key|\bkey$|webhook|recovery|code_hash/i;

export interface Changes {
  before?: object | undefined;
  after?: object | undefined;
}

/**
 * Returns the fields that differ, with secrets masked. A field that exists on one side only was added or removed, so it
 * is included. A side without such fields is undefined.
 */
export function changedFields({ before, after }: Changes): Changes {
  const [oldFields, newFields] = [new Map(Object.entries(before ?? {})), new Map(Object.entries(after ?? {}))];
  const isSame = ([name, value]: [string, unknown], other: Map<string, unknown>) =>
    other.has(name) && JSON.stringify(other.get(name)) === JSON.stringify(value);
  return {
    before: maskedFields([...oldFields].filter((field) => !isSame(field, newFields))),
    after: maskedFields([...newFields].filter((field) => !isSame(field, oldFields))),
  };
}

function maskedFields(fields: [string, unknown][]): object | undefined {
  if (fields.length === 0) return undefined;
  return Object.fromEntries(fields.map(([name, value]) => [name, maskedValue(name, value)]));
}

function maskedValue(name: string, value: unknown): unknown {
  if (SECRET_FIELD.test(name)) return value === null || value === '' ? value : MASK;
  if (Array.isArray(value)) return value.map((item) => maskedValue('', item));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([fieldName, item]) => [fieldName, maskedValue(fieldName, item)]),
  );
}
