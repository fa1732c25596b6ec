import { routeSource } from './routes.ts';

/**
 * The names of the fields that a route reads, from the schemas that its file imports or contains, and from the query
 * parameters that it mentions. The name of an inner field has the name of its group and a dot before it.
 */
export async function fieldsOf(file: string): Promise<string[]> {
  const source = routeSource(file);
  const names = new Set<string>();
  for (const [, imported = '', path = ''] of source.matchAll(/import \{([^}]+)\} from '(#lib\/[^']+\.schema\.ts)'/g)) {
    const module = (await import(path.replace('#lib/', '../../src/lib/'))) as Record<string, unknown>;
    for (const name of imported.split(',')) collect(module[name.trim()], names);
  }
  for (const [, inner = ''] of source.matchAll(/z\.object\(\{([^}]*)\}/g)) {
    for (const [, name = ''] of inner.matchAll(/(\w+):/g)) names.add(name);
  }
  for (const [, name = ''] of source.matchAll(/searchParams\.(?:get|getAll|has)\('(\w+)'\)/g)) names.add(name);
  return [...names];
}

/** Visits the schemas in this one, except those of the elements of lists. */
function collect(schema: unknown, names: Set<string>, prefix = ''): void {
  const def = (schema as { _zod?: { def: Record<string, unknown> } } | undefined)?._zod?.def;
  if (!def) return;
  for (const [name, inner] of Object.entries((def.shape as object | undefined) ?? {})) {
    names.add(prefix + name);
    collect(inner, names, `${prefix}${name}.`);
  }
  for (const inner of [def.in, def.out, def.innerType, def.left, def.right]) collect(inner, names, prefix);
  for (const inner of (def.options as unknown[] | undefined) ?? []) collect(inner, names, prefix);
}
