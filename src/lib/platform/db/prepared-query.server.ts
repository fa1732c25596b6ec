import { type Compilable, CompiledQuery, type Kysely, type QueryResult } from 'kysely';
import type { Tables } from '#lib/platform/db/query/tables.ts';

class Placeholder {
  readonly path: readonly string[];
  constructor(path: readonly string[]) {
    this.path = path;
  }
}

/**
 * Returns a function that runs a query. For code that runs often: the query is compiled only once for each Kysely
 * instance, which is identified by its adapter, and each shape of the values. `build` must not compute with values or
 * branch on them, except on whether they are undefined.
 */
export function preparedQuery<V extends object, Row>(
  build: (db: Kysely<Tables>, values: V) => Compilable<Row>,
): (db: Kysely<Tables>, values: V) => Promise<QueryResult<Row>> {
  const statementsByAdapter = new WeakMap<object, Map<string, CompiledQuery<Row>>>();
  return (db, values) => {
    const adapter = db.getExecutor().adapter;
    const statementsByShape = statementsByAdapter.get(adapter) ?? new Map<string, CompiledQuery<Row>>();
    statementsByAdapter.set(adapter, statementsByShape);
    const shape = shapeOf(values);
    const statement = statementsByShape.get(shape) ?? build(db, placeholdersFor(values, []) as V).compile();
    statementsByShape.set(shape, statement);
    const parameters = statement.parameters.map((parameter) =>
      parameter instanceof Placeholder ? valueAt(values, parameter.path) : parameter,
    );
    return db.executeQuery(CompiledQuery.raw(statement.sql, parameters) as CompiledQuery<Row>);
  };
}

/**
 * Returns the keys of a value and of its parts, and which of them are undefined: Kysely leaves out the column of an
 * undefined value.
 */
function shapeOf(value: unknown): string {
  if (value === undefined) return '-';
  if (!isContainer(value)) return '';
  let shape = '';
  for (const key in value) shape += `${key}(${shapeOf(value[key])})`;
  return shape;
}

function placeholdersFor(value: unknown, path: readonly string[]): unknown {
  if (value === undefined) return undefined;
  if (Array.isArray(value)) return value.map((item, index) => placeholdersFor(item, [...path, String(index)]));
  if (!isContainer(value)) return new Placeholder(path);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, placeholdersFor(item, [...path, key])]));
}

function valueAt(values: object, path: readonly string[]): unknown {
  let value: unknown = values;
  for (const key of path) value = (value as Record<string, unknown>)[key];
  return value;
}

function isContainer(value: unknown): value is Record<string, unknown> {
  return Array.isArray(value) || (value !== null && Object.getPrototypeOf(value) === Object.prototype);
}
