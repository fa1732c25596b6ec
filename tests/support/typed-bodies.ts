import type { seededRandom } from '#lib/primitives/seeded-random.ts';

/** Unexpected values for fields, many of which only JSON can express. */
const VALUES: readonly unknown[] = [
  ...[null, true, false, 0, -0, -1, 1.5, 2 ** 53, -(2 ** 31) - 1, 1e308, 5e-324],
  ...['', ' ', '0', '-1', '1e9', 'true', 'null', '__proto__', 'constructor', 'toString', '../x', '%', "'", '\\'],
  ...['\ud800', 'a\udc00b', '\udfff\ud800', '\u0000', '\ufeff', '\u202e', '\u2028', '🧵'.repeat(50), 'a'.repeat(5_000)],
  ...[[], [[]], [null], ['\ud800'], [{}], ['a', 'b'], [1, 'a', null]],
  ...[{}, { a: 1 }, { toString: null }, { toString: 'x', valueOf: 1 }, { length: 1 }, { '\ud800': 1 }],
  ...[{ constructor: { prototype: null } }, { _id: 1 }, { name: { name: { name: '\ud800' } } }],
  ...['["\\ud800"]', '[{"line":0,"replacement":"\\ud800"}]', '{"a":', '[null]', '[{"toString":null}]'],
];

export interface TypedBody {
  type: string;
  body: string;
}

/** Returns a JSON body with values from `VALUES` in some fields, or sometimes a form or another JSON value instead. */
export function typedBody(names: readonly string[], valid: object, random: ReturnType<typeof seededRandom>): TypedBody {
  const fields: Record<string, unknown> = { ...valid };
  const changedNames = names.length === 0 ? ['x'] : names;
  const count = 1 + random.integerBelow(random.chance(0.7) ? 1 : changedNames.length);
  for (let n = 0; n < count; n++) set(fields, random.pick(changedNames), random.pick(VALUES));
  if (random.chance(0.1)) return { type: 'application/x-www-form-urlencoded', body: asForm(fields) };
  const whole = random.chance(0.02) ? random.pick(VALUES) : fields;
  return { type: 'application/json', body: JSON.stringify(whole) };
}

function set(fields: Record<string, unknown>, name: string, value: unknown): void {
  const [group = '', ...inner] = name.split('.');
  const before = fields[group];
  const isGroup = typeof before === 'object' && before !== null && !Array.isArray(before);
  const innerFields: Record<string, unknown> = isGroup ? { ...before } : {};
  if (inner.length > 0) set(innerFields, inner.join('.'), value);
  fields[group] = inner.length > 0 ? innerFields : value;
}

function asForm(fields: Record<string, unknown>): string {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      form.append(name, typeof item === 'string' ? item : JSON.stringify(item));
    }
  }
  return form.toString();
}
