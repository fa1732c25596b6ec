import { type Compilable, CompiledQuery, type Kysely, type QueryResult } from 'kysely';
import type { Tables } from '#lib/platform/db/query/tables.ts';

type BuildQuery<V, Row> = (db: Kysely<Tables>, values: V) => Compilable<Row>;

class Placeholder {
  readonly path: readonly string[];
  constructor(path: readonly string[]) {
    this.path = path;
  }
}

/**
 * Returns a function that runs a query. The query is compiled only once for each database engine and shape of the
 * values, for code that runs often. `build` must not compute with values or branch on them, except on whether they are
 * undefined.
 */
export function preparedQuery<V extends object, Row>(
  build: BuildQuery<V, Row>,
): (db: Kysely<Tables>, values: V) => Promise<QueryResult<Row>> {
  const shapesByEngine = new WeakMap<object, Map<string, CompiledQuery<Row>>>();
  return (db, values) => {
    const engine = db.getExecutor().adapter;
    const shapes = shapesByEngine.get(engine) ?? new Map<string, CompiledQuery<Row>>();
    shapesByEngine.set(engine, shapes);
    const shape = shapeOf(values);
    const statement = shapes.get(shape) ?? build(db, placeholdersFor(values, []) as V).compile();
    shapes.set(shape, statement);
    const parameters = statement.parameters.map((parameter) =>
      parameter instanceof Placeholder ? valueAt(values, parameter.path) : parameter,
    );
    return db.executeQuery(CompiledQuery.raw(statement.sql, parameters) as CompiledQuery<Row>);
  };
}

/** Returns the shape of the values. An undefined value changes the shape, because Kysely leaves out its column. */
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
