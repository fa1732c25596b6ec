import type { RouteEntry } from './route-table.ts';

const EXPORT = /^export (?:const \w+|\{[^}]*\})/gm;
const METHOD = /\b(?:GET|POST|PATCH|DELETE)\b/g;
const HANDLES_FORM = /\bAstro\.request\.method === 'POST'/;
const SHARED_DECLARATION = /^export const shared\b/m;
const SIGNED_POSTS_DECLARATION = /^export const acceptsSignedPosts\b/m;
const SIGNED_POSTS = /^export const acceptsSignedPosts = true;$/m;
const SHARED_PARAMS = /^export const shared: SharedPage = \{\s*params: \[([^\]]*)\],?\s*\};$/m;

type PageDeclarations = Pick<RouteEntry, 'methods' | 'shared' | 'acceptsSignedPosts'>;

/**
 * Reads the declarations of a file in src/pages without running the file: the methods that the page or endpoint
 * handles, and its exports `shared` and `acceptsSignedPosts`. Throws an error if an export has an unexpected form.
 */
export async function readPage(path: string, source: string): Promise<PageDeclarations> {
  const methods = path.endsWith('.astro') ? methodsOfPage(source) : methodsOfEndpoint(source);
  return { methods, ...readSignedPosts(path, source), ...(await readShared(path, source)) };
}

async function readShared(path: string, source: string): Promise<Pick<RouteEntry, 'shared'>> {
  if (!SHARED_DECLARATION.test(source)) return {};
  const paramsText = SHARED_PARAMS.exec(source)?.[1];
  if (paramsText === undefined) throw new Error(`${path}: write "export const shared: SharedPage = { params: […] };".`);
  const elements = paramsText.split(',').map((element) => element.trim());
  const params = await Promise.all(elements.filter(Boolean).map((element) => paramsOf(element, path, source)));
  return { shared: { params: params.flat() } };
}

function readSignedPosts(path: string, source: string): Pick<RouteEntry, 'acceptsSignedPosts'> {
  if (!SIGNED_POSTS_DECLARATION.test(source)) return {};
  if (!SIGNED_POSTS.test(source)) throw new Error(`${path}: write "export const acceptsSignedPosts = true;".`);
  return { acceptsSignedPosts: true };
}

function methodsOfEndpoint(source: string): string[] {
  return (source.match(EXPORT) ?? []).flatMap((exported) => exported.match(METHOD) ?? []);
}

/** Returns GET, and also POST if the page handles a form. */
function methodsOfPage(source: string): string[] {
  return HANDLES_FORM.test(source) ? ['GET', 'POST'] : ['GET'];
}

/** Returns the parameters for an element of `params`: one for `'page'`, a list from src/lib for `...LIST_PARAMS`. */
async function paramsOf(element: string, path: string, source: string): Promise<string[]> {
  const literal = /^'(\w+)'$/.exec(element)?.[1];
  if (literal) return [literal];
  const listName = /^\.\.\.(\w+)$/.exec(element)?.[1] ?? '';
  const moduleName = new RegExp(`^import \\{[^}]*\\b${listName}\\b[^}]*\\} from '(#lib/[^']+)';$`, 'm').exec(
    source,
  )?.[1];
  const params: unknown = listName && moduleName ? (await import(moduleName))[listName] : undefined;
  if (!Array.isArray(params))
    throw new Error(`${path}: the parameter ${element} is neither a string nor an imported list.`);
  return params;
}
