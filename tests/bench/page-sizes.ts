import { brotliCompressSync, constants } from 'node:zlib';
import { parseSync } from 'oxc-parser';
import type { BudgetPage } from './pages.ts';

export const HTML_BUDGET_BYTES = 14_000;
export const SCRIPT_BUDGET_BYTES = 6_000;
/** The script budget of a content page, which has only the code of the header and footer for opening overlays. */
const CONTENT_SCRIPT_BUDGET_BYTES = 1_150;
/** The script budget of the contact page, whose form has code that loads on the first touch. */
const CONTACT_SCRIPT_BUDGET_BYTES = 2_000;
const WORKER_BUDGET_BYTES = 4_000;

export function contentScriptBudgetBytes(path: string): number {
  return path === '/contact' ? CONTACT_SCRIPT_BUDGET_BYTES : CONTENT_SCRIPT_BUDGET_BYTES;
}

export interface PageSizes extends BudgetPage {
  htmlBytes: number;
  /** The size of all inline and external scripts that run before the first touch. */
  scriptBytes: number;
  scriptRequests: number;
  /** The tags whose requests block rendering. */
  blockingTags: string[];
  hasReact: boolean;
  /** Whether React is loaded with the code that handles a touch of a button without React, such as "Add to cart". */
  hasReactInHandlers: boolean;
}

/**
 * Measures the compressed sizes (brotli at quality 11) of a page and all scripts that the page loads before a touch.
 * Pages of the admin need a cookie, and have no handlers for the shop's buttons. Throws an error if a request fails.
 */
export async function measurePageSizes(
  origin: string,
  page: BudgetPage,
  { cookie = '', hasHandlers = true }: { cookie?: string; hasHandlers?: boolean } = {},
): Promise<PageSizes> {
  const response = await fetch(origin + page.path, { headers: { 'accept-encoding': 'br', cookie } });
  if (!response.ok) throw new Error(`${page.path} responds with ${response.status}`);
  const html = await response.text();
  const inline = inlineScripts(html);
  const files = await fetchScripts(origin, [...scriptAddresses(html), ...inline.flatMap(staticImports)]);
  const sources = [...inline, ...files.values()];
  const handlers = [...files].flatMap(([address, source]) =>
    dynamicImports(source)
      .filter((path) => path.includes('/handlers.'))
      .map((path) => new URL(path, address).href),
  );
  if (hasHandlers && handlers.length === 0) throw new Error(`${page.path} never imports the handlers of buttons`);
  const handlerFiles = await fetchScripts(origin, handlers);
  return {
    ...page,
    // A random port would make the compressed size vary.
    htmlBytes: brotliBytes(html.replaceAll(/http:\/\/localhost:\d+/g, 'https://shop.example')),
    scriptBytes: sources.reduce((sum, source) => sum + brotliBytes(source), 0),
    scriptRequests: files.size,
    blockingTags: blockingRequests(html),
    hasReact: sources.some(isReact),
    hasReactInHandlers: [...handlerFiles.values()].some(isReact),
  };
}

/**
 * Returns the compressed size of the service worker and the file that it imports. Throws an error if the worker imports
 * no file or the size exceeds the budget.
 */
export async function measureWorkerBytes(origin: string): Promise<number> {
  const text = async (path: string) => (await fetch(new URL(path, origin))).text();
  const worker = await text('/sw.js');
  const imported = /importScripts\("([^"]+)"\)/.exec(worker)?.[1];
  if (imported === undefined) throw new Error(`/sw.js does not import any file: ${worker}`);
  const bytes = brotliBytes(worker) + brotliBytes(await text(imported));
  if (bytes > WORKER_BUDGET_BYTES) throw new Error(`the service worker is ${bytes} bytes in brotli`);
  return bytes;
}

function isReact(source: string): boolean {
  return source.includes('react.transitional.element');
}

/** Describes each exceeded budget, React that is loaded too early, and each tag that blocks rendering. */
export function sizeProblems(page: PageSizes, scriptBudget: number): string[] {
  const problems: string[] = [];
  const checkBudget = (label: string, bytes: number, budget: number) =>
    bytes > budget &&
    problems.push(`${page.path}: ${label} is ${bytes} bytes in brotli, ${bytes - budget} over its budget`);
  checkBudget('HTML', page.htmlBytes, HTML_BUDGET_BYTES);
  checkBudget('script before a touch', page.scriptBytes, scriptBudget);
  if (page.hasReact) problems.push(`${page.path}: React is loaded before a touch`);
  if (page.hasReactInHandlers) problems.push(`${page.path}: React is loaded to handle a touch that does not need it`);
  for (const tag of page.blockingTags) problems.push(`${page.path}: blocks rendering: ${tag}`);
  return problems;
}

function scriptAddresses(html: string): string[] {
  const scripts = tags(html, 'script').map((tag) => attribute(tag, 'src'));
  const preloads = tags(html, 'link')
    .filter((tag) => attribute(tag, 'rel') === 'modulepreload' || attribute(tag, 'as') === 'script')
    .map((tag) => attribute(tag, 'href'));
  return [...scripts, ...preloads].filter((address) => address !== undefined);
}

/** Returns the inline scripts. Data blocks, such as JSON-LD, are not scripts. */
function inlineScripts(html: string): string[] {
  const elements = [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)];
  return elements
    .filter(([, attributes = '']) => !/\ssrc\b/.test(attributes) && !/type="(?!module)[^"]*json"/.test(attributes))
    .map(([, , source = '']) => source);
}

async function fetchScripts(origin: string, entries: string[]): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  const queue = entries.map((address) => new URL(address, origin).href);
  for (let address = queue.pop(); address !== undefined; address = queue.pop()) {
    if (files.has(address)) continue;
    const response = await fetch(address);
    if (!response.ok) throw new Error(`${address} responds with ${response.status}`);
    const source = await response.text();
    files.set(address, source);
    for (const imported of staticImports(source)) queue.push(new URL(imported, address).href);
  }
  return files;
}

function staticImports(source: string): string[] {
  const { module } = parseSync('script.js', source, { sourceType: 'module' });
  const exported = module.staticExports.flatMap(({ entries }) => entries.map((entry) => entry.moduleRequest?.value));
  const imported = module.staticImports.map((statement) => statement.moduleRequest.value);
  return [...imported, ...exported].filter((address) => address !== undefined);
}

function dynamicImports(source: string): string[] {
  const { module } = parseSync('script.js', source, { sourceType: 'module' });
  const texts = module.dynamicImports.map(({ moduleRequest: { start, end } }) => source.slice(start, end));
  return texts.map((text) => text.replace(/^['"`]|['"`]$/g, ''));
}

function blockingRequests(html: string): string[] {
  const head = html.slice(0, html.indexOf('</head>'));
  const scripts = tags(head, 'script').filter(
    (tag) => attribute(tag, 'src') && attribute(tag, 'type') !== 'module' && !/\s(defer|async)\b/.test(tag),
  );
  const sheets = tags(html, 'link').filter((tag) => attribute(tag, 'rel') === 'stylesheet');
  return [...scripts, ...sheets];
}

function tags(html: string, name: string): string[] {
  return [...html.matchAll(new RegExp(`<${name}\\b[^>]*>`, 'g'))].map(([tag]) => tag);
}

function attribute(tag: string, name: string): string | undefined {
  return new RegExp(`\\s${name}=(?:"([^"]*)"|([^\\s>"]+))`).exec(tag)?.slice(1).find(Boolean);
}

function brotliBytes(text: string): number {
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  return brotliCompressSync(text, { params }).length;
}
