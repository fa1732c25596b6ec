import type { APIRoute } from 'astro';
import removeWorkerUrl from '#islands/offline/remove-worker.ts?worker&url';
import workerUrl from '#islands/offline/worker.ts?worker&url';
import { PAGE_LIFE, type SharedPage } from '#lib/platform/http/pages/shared-page.ts';

export const shared: SharedPage = { params: [] };

/** The service worker. Its code is a file of the build, so this response changes whenever the code changes. */
export const GET: APIRoute = ({ locals: { shop }, cache }) => {
  cache.set(PAGE_LIFE);
  const scriptUrl = shop.settings.isServiceWorkerOn ? workerUrl : removeWorkerUrl;
  return new Response(`importScripts(${JSON.stringify(scriptUrl)});\n`, {
    headers: {
      'content-type': 'text/javascript; charset=utf-8',
      // The worker's own policy: it loads pages and files of this shop.
      'content-security-policy': "default-src 'self'",
    },
  });
};
