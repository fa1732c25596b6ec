import type { APIRoute } from 'astro';
import removeWorker from '#islands/offline/remove-worker.ts?worker&url';
import worker from '#islands/offline/worker.ts?worker&url';
import { PAGE_LIFE } from '#lib/platform/http/pages/page-life.ts';
import type { SharedPage } from '#lib/platform/http/route-table.ts';

export const shared: SharedPage = { params: [] };

/** The service worker. Its code is a file of the build, so this response changes whenever the code changes. */
export const GET: APIRoute = ({ locals: { shop }, cache }) => {
  cache.set(PAGE_LIFE);
  const code = shop.settings.serviceWorker ? worker : removeWorker;
  return new Response(`importScripts(${JSON.stringify(code)});\n`, {
    headers: {
      'content-type': 'text/javascript; charset=utf-8',
      // The worker's own policy: it loads pages and files of this shop.
      'content-security-policy': "default-src 'self'",
    },
  });
};
