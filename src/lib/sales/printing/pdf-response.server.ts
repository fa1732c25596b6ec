/** The policy for PDFs that open in the browser: no scripts, but inline styles, which the browser's viewer needs. */
const VIEWER_POLICY = "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'";

/**
 * Returns a response with a PDF. The PDF may contain names and addresses, so it must not be cached. `name` is the file
 * name without the extension.
 */
export function inlinePdf(pdf: Uint8Array, name: string): Response {
  const headers = {
    'content-type': 'application/pdf',
    'content-disposition': `inline; filename="${name}.pdf"`,
    'cache-control': 'private, no-store',
    'content-security-policy': VIEWER_POLICY,
  };
  return new Response(new Uint8Array(pdf), { headers });
}
