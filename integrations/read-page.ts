import type { SharedPage } from '../src/lib/platform/http/route-table.ts';

const EXPORT = /^export (?:const \w+|\{[^}]*\})/gm;
const METHOD = /\b(?:GET|POST|PATCH|DELETE)\b/g;
const HANDLES_FORM = /\bAstro\.request\.method === 'POST'/;
const SHARED = /^export const shared\b/m;
const PARAMS = /^export const shared: SharedPage = \{\s*params: \[([^\]]*)\],?\s*\};$/m;

/**
 * Reads the declarations of a file in src/pages without running the file: the methods that the page handles, and the
 * page's parameters if it is `shared`. Throws an error if a declaration has an unexpected form.
 */
export async function readPage(path: string, source: string): Promise<{ methods: string[]; shared?: SharedPage }> {
  const methods = path.endsWith('.astro') ? methodsOfPage(source) : methodsOfEndpoint(source);
  if (!SHARED.test(source)) return { methods };
  const list = PARAMS.exec(source)?.[1];
  if (list === undefined) throw new Error(`${path}: write "export const shared: SharedPage = { params: […] };".`);
  const items = list.split(',').map((item) => item.trim());
  const params = await Promise.all(items.filter(Boolean).map((item) => paramsOf(item, path, source)));
  return { methods, shared: { params: params.flat() } };
}

function methodsOfEndpoint(source: string): string[] {
  return (source.match(EXPORT) ?? []).flatMap((exported) => exported.match(METHOD) ?? []);
}

/** Returns GET, and also POST if the page handles a form. */
function methodsOfPage(source: string): string[] {
  return HANDLES_FORM.test(source) ? ['GET', 'POST'] : ['GET'];
}

/** Returns the parameters of an item: `'page'` is one parameter, `...LIST_PARAMS` is a list imported from src/lib. */
async function paramsOf(item: string, path: string, source: string): Promise<string[]> {
  const literal = /^'(\w+)'$/.exec(item)?.[1];
  if (literal) return [literal];
  const name = /^\.\.\.(\w+)$/.exec(item)?.[1] ?? '';
  const from = new RegExp(`^import \\{[^}]*\\b${name}\\b[^}]*\\} from '(#lib/[^']+)';$`, 'm').exec(source)?.[1];
  const list: unknown = name && from ? (await import(from))[name] : undefined;
  if (!Array.isArray(list)) throw new Error(`${path}: the parameter ${item} is neither a string nor an imported list.`);
  return list;
}
