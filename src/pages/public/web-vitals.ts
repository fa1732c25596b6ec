import type { APIContext } from 'astro';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { endpoint } from '#lib/platform/http/endpoint/endpoint.server.ts';
import { refererPath } from '#lib/platform/http/endpoint/endpoint-response.server.ts';
import { pathOf } from '#lib/platform/http/guards.server.ts';
import { deviceOf } from '#lib/shop/web-vitals/metrics.ts';
import { type PageKind, pageKindOf } from '#lib/shop/web-vitals/page-kinds.ts';
import { recordVitals } from '#lib/shop/web-vitals/record-vitals.server.ts';
import { VITALS_REPORT } from '#lib/shop/web-vitals/web-vitals.schema.ts';

const MAX_REPORT_BYTES = 300;

/** The body contains the browser's measurements. The page and the device are derived from the headers. */
export const POST = endpoint({
  admit({ request }) {
    if (Number(request.headers.get('content-length') ?? Number.POSITIVE_INFINITY) > MAX_REPORT_BYTES)
      throw new ShopError('too_large', 'The report is too large.');
  },
  input: VITALS_REPORT,
  async run(shop, vitals, context) {
    const page = pageKindOfReferer(context);
    const device = deviceOf(context.request.headers.get('user-agent'));
    const { networks } = context.locals;
    if (page && shop.settings.webVitalsPercent > 0) recordVitals(shop, { vitals, page, device, networks });
    return new Response(null, { status: 204 });
  },
});

/**
 * Returns the kind of the page in the `Referer` header, so that the report needs no URL. Returns undefined if the
 * header is missing or if this kind of page is not measured.
 */
function pageKindOfReferer(context: APIContext): PageKind | undefined {
  const path = refererPath(context);
  const pattern = path && context.locals.routes.patternOf(pathOf(path));
  return pattern ? pageKindOf(pattern) : undefined;
}
