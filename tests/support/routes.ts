import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { OwnedIds } from './owned-rows.ts';
import type { Access } from './route-access.ts';

const pages = fileURLToPath(new URL('../../src/pages', import.meta.url));
const METHODS = ['GET', 'POST', 'PATCH', 'DELETE'];

/** The file of each of the shop's routes, relative to src/pages. */
export const ROUTE_FILES: string[] = globSync('**/*.{ts,astro}', { cwd: pages })
  .map((file) => file.replaceAll('\\', '/'))
  .sort();

export function routeSource(file: string): string {
  return readFileSync(join(pages, file), 'utf8');
}

/**
 * Returns the methods that a route's file exports, or GET if it exports none. A page accepts GET, and also POST if the
 * page declares an endpoint or handles a form.
 */
export function methodsOf(file: string): string[] {
  const source = routeSource(file);
  if (file.endsWith('.astro')) return /= endpoint\(|handlePostedForm\(/.test(source) ? ['GET', 'POST'] : ['GET'];
  const exportedMethods = METHODS.filter((method) =>
    new RegExp(`export const ${method}\\b|export \\{[^}]*\\b${method}\\b[^}]*\\}`).test(source),
  );
  return exportedMethods.length > 0 ? exportedMethods : ['GET'];
}

/** Returns a path for the route. The parameters are the id from `rowIds`, the access rule's parameters, or `x`. */
export function pathOf(file: string, { rowKind, parameters = {} }: Access, rowIds: OwnedIds): string {
  const path = file.replace(/(^|\/)index\.(ts|astro)$/, '').replace(/\.(ts|astro)$/, '');
  return `/${path.replaceAll(/\[(?:\.\.\.)?(\w+)\]/g, (_match, name) => (rowKind ? rowIds[rowKind] : (parameters[name] ?? 'x')))}`;
}

/** Replaces each `{kind}` with the id of the row of this kind, and `{email}` with the email address. */
export function fillPlaceholders(text: string, values: Partial<OwnedIds> & { email?: string }): string {
  return text.replaceAll(/\{(\w+)\}/g, (placeholder, name) =>
    name in values ? String(values[name as keyof typeof values]) : placeholder,
  );
}
