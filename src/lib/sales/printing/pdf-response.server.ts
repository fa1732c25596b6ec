/** Opened in the browser, where a PDF has no script. Its viewer needs styles of its own. */
const VIEWER_POLICY = "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'";

/** It holds names and addresses, so nothing may store it. */
export function inlinePdf(pdf: Uint8Array, name: string): Response {
  const headers = {
    'content-type': 'application/pdf',
    'content-disposition': `inline; filename="${name}.pdf"`,
    'cache-control': 'private, no-store',
    'content-security-policy': VIEWER_POLICY,
  };
  return new Response(new Uint8Array(pdf), { headers });
}
