import { createApp } from 'astro/app/entrypoint';
import { createRequestFromNodeRequest, getAbortControllerCleanup } from 'astro/app/node';
import { LARGEST_BODY_BYTES } from '#lib/platform/http/guards.server.ts';
import type { PageRenderer } from '#lib/platform/http/render-answer.server.ts';

// With streaming, cache tags set late are lost and a late error answers 200 (docs/decisions/0001-http-front.md).
const app = createApp({ streaming: false });

export const renderPage: PageRenderer = async (source, locals) => {
  if (source instanceof Request) return render(source, locals);
  const request = createRequestFromNodeRequest(source, { bodySizeLimit: LARGEST_BODY_BYTES });
  try {
    return await render(request, locals);
  } finally {
    getAbortControllerCleanup(source)?.();
  }
};

/** Without a route Astro renders 404.astro, which a write does not need. */
async function render(request: Request, locals: App.Locals): Promise<Response | undefined> {
  const routeData = app.match(request);
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  return routeData || isRead ? app.render(request, { addCookieHeader: true, locals, routeData }) : undefined;
}
