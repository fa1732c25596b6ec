import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { OwnedIds } from './owned-rows.ts';
import type { Access } from './route-access.ts';

const pages = fileURLToPath(new URL('../../src/pages', import.meta.url));
const METHODS = ['GET', 'POST', 'PATCH', 'DELETE'];

/** Every route of the shop, by its file below src/pages. */
export const ROUTE_FILES: string[] = globSync('**/*.{ts,astro}', { cwd: pages })
  .map((file) => file.replaceAll('\\', '/'))
  .sort();

export function routeSource(file: string): string {
  return readFileSync(join(pages, file), 'utf8');
}

/**
 * The methods that the file of a route exports; a page accepts GET, and POST if it declares an endpoint or handles a
 * form.
 */
export function methodsOf(file: string): string[] {
  const source = routeSource(file);
  if (file.endsWith('.astro')) return /= endpoint\(|handlePostedForm\(/.test(source) ? ['GET', 'POST'] : ['GET'];
  const exported = METHODS.filter((method) =>
    new RegExp(`export const ${method}\\b|export \\{[^}]*\\b${method}\\b[^}]*\\}`).test(source),
  );
  return exported.length > 0 ? exported : ['GET'];
}

/** A path of the route. Its parameters are an id of `rowIds`, those of its access rule, or `x`. */
export function pathOf(file: string, { rowKind, parameters = {} }: Access, rowIds: OwnedIds): string {
  const path = file.replace(/(^|\/)index\.(ts|astro)$/, '').replace(/\.(ts|astro)$/, '');
  return `/${path.replaceAll(/\[(?:\.\.\.)?(\w+)\]/g, (_all, name) => (rowKind ? rowIds[rowKind] : (parameters[name] ?? 'x')))}`;
}

/** Replaces `{name}` with the id of that row. */
export function fillPlaceholders(text: string, rowIds: OwnedIds): string {
  return text.replaceAll(/\{(\w+)\}/g, (all, name) => (name in rowIds ? rowIds[name as keyof OwnedIds] : all));
}
