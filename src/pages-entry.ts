import { readFileSync } from 'node:fs';
import { createApp } from 'astro/app/entrypoint';
import { isAdminRoute } from '#lib/admin/access/admin-routes.ts';
import { withIslandStyleInHead } from '#lib/platform/http/pages/island-style.ts';
import { pagePolicy } from '#lib/platform/http/pages/page-policy.server.ts';
import {
  type PageRenderer,
  type RenderedResponse,
  readResponse,
  webRequest,
} from '#lib/platform/http/pages/rendered-response.server.ts';
import { addContentSecurityPolicy, allowCamera } from '#lib/platform/http/server/security-headers.server.ts';
import { renderWithAstro } from './page-state.ts';

const app = createApp();
app.setFetchHandler({ fetch: renderWithAstro });
if (!import.meta.env.DEV) insertStyles();
const ROUTE_BY_PATTERN = new Map(app.manifest.routes.map(({ routeData }) => [routeData.route, routeData]));
const NOT_FOUND = ROUTE_BY_PATTERN.get('/404');
/** Allows the inline scripts and styles that Vite's dev server adds to pages. */
const DEV_POLICY = "default-src 'self' 'unsafe-inline' 'wasm-unsafe-eval' data: ws:; object-src 'none'";
const policyFor = import.meta.env.DEV ? () => DEV_POLICY : pagePolicy(inlineContents());
// Otherwise, Astro would hash the page's styles on each request, and list the styles of all pages.
app.manifest.csp = undefined;
app.manifest.shouldInjectCspMetaTags = false;

/** Inserts the inline styles, which the build has replaced with their indexes in styles.json. */
function insertStyles(): void {
  const styles = JSON.parse(readFileSync(new URL('../styles.json', import.meta.url), 'utf8')) as string[];
  for (const style of app.manifest.routes.flatMap((route) => route.styles))
    if (style.type === 'inline') style.content = styles[Number(style.content)] ?? '';
}

function inlineContents(): Parameters<typeof pagePolicy>[0] {
  const { csp, routes, inlinedScripts } = app.manifest;
  if (!csp) throw new Error('The pages were built without hashes for their policy.');
  const styles = routes.flatMap((route) => route.styles);
  return {
    directives: csp.directives,
    hashes: { script: csp.scriptHashes, style: csp.styleHashes },
    contents: {
      script: [...inlinedScripts.values()],
      style: styles.flatMap((style) => (style.type === 'inline' ? [style.content] : [])),
    },
  };
}

export const renderPage: PageRenderer = (source, locals) =>
  render(source instanceof Request ? source : webRequest(source), locals);

/**
 * Renders the response to a request. If no route matches, renders the 404 page for GET and HEAD, and returns undefined
 * for other methods.
 */
async function render(request: Request, locals: App.Locals): Promise<RenderedResponse | undefined> {
  // The route is looked up here, because Astro would try the routes one by one.
  const pattern = locals.routes.patternOf(new URL(request.url).pathname);
  // Astro would load the admin's code before the middleware refuses the request.
  const isDisabledAdmin = pattern !== undefined && isAdminRoute(pattern) && !locals.shop.settings.admin.isOn;
  const routeData = pattern === undefined || isDisabledAdmin ? undefined : ROUTE_BY_PATTERN.get(pattern);
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (!routeData && !isRead) return undefined;
  const response = await app.render(request, { addCookieHeader: true, locals, routeData: routeData ?? NOT_FOUND });
  const renderedResponse = await readResponse(response, request.method);
  if (routeData?.type === 'page') renderedResponse.body = withIslandStyleInHead(renderedResponse.body);
  if (locals.usesCamera) allowCamera(renderedResponse);
  addContentSecurityPolicy(renderedResponse, (page) => policyFor(page, locals.inlineStyles, locals.usesCamera));
  return renderedResponse;
}
