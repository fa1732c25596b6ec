import { routeSource } from './routes.ts';

/**
 * Returns the names of the fields in the schemas that a route's file imports or contains, and the names of the query
 * parameters in the file. The name of an inner field is preceded by the name of its group and a dot.
 */
export async function fieldsOf(file: string): Promise<string[]> {
  const source = routeSource(file);
  const names = new Set<string>();
  for (const [, imported = '', path = ''] of source.matchAll(/import \{([^}]+)\} from '(#lib\/[^']+\.schema\.ts)'/g)) {
    const module = (await import(path.replace('#lib/', '../../src/lib/'))) as Record<string, unknown>;
    for (const name of imported.split(',')) collect(module[name.trim()], names);
  }
  for (const [, innerSchema = ''] of source.matchAll(/z\.object\(\{([^}]*)\}/g)) {
    for (const [, name = ''] of innerSchema.matchAll(/(\w+):/g)) names.add(name);
  }
  for (const [, name = ''] of source.matchAll(/searchParams\.(?:get|getAll|has)\('(\w+)'\)/g)) names.add(name);
  return [...names];
}

/** Collects names from a schema and the schemas in it, except those of list elements. */
function collect(schema: unknown, names: Set<string>, prefix = ''): void {
  const def = (schema as { _zod?: { def: Record<string, unknown> } } | undefined)?._zod?.def;
  if (!def) return;
  for (const [name, innerSchema] of Object.entries((def.shape as object | undefined) ?? {})) {
    names.add(prefix + name);
    collect(innerSchema, names, `${prefix}${name}.`);
  }
  for (const innerSchema of [def.in, def.out, def.innerType, def.left, def.right]) collect(innerSchema, names, prefix);
  for (const innerSchema of (def.options as unknown[] | undefined) ?? []) collect(innerSchema, names, prefix);
}
