import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Owned } from './owned-things.ts';
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

/** The methods that the file of a route exports; a page accepts GET, and POST if it declares an endpoint. */
export function methodsOf(file: string): string[] {
  const source = routeSource(file);
  if (file.endsWith('.astro')) return /= endpoint\(|postedForm\(/.test(source) ? ['GET', 'POST'] : ['GET'];
  const named = METHODS.filter((method) =>
    new RegExp(`export const ${method}\\b|export \\{[^}]*\\b${method}\\b[^}]*\\}`).test(source),
  );
  return named.length > 0 ? named : ['GET'];
}

/** An address of the route; its parameters are ids of A's rows, or those named by its access. */
export function pathOf(file: string, { of, parameters = {} }: Access, things: Owned): string {
  const path = file.replace(/(^|\/)index\.(ts|astro)$/, '').replace(/\.(ts|astro)$/, '');
  return `/${path.replaceAll(/\[(?:\.\.\.)?(\w+)\]/g, (_all, name) => (of ? things[of] : (parameters[name] ?? 'x')))}`;
}

export function filled(text: string, things: Owned): string {
  return text.replaceAll(/\{(\w+)\}/g, (all, name) => (name in things ? things[name as keyof Owned] : all));
}
