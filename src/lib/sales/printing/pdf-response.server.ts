/** PDFs open in the browser. They can't run scripts, but the browser's viewer needs inline styles. */
const VIEWER_POLICY = "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'";

/** The PDF may contain names and addresses, so it must not be cached. `name` is the file name without the extension. */
export function inlinePdf(pdf: Uint8Array, name: string): Response {
  const headers = {
    'content-type': 'application/pdf',
    'content-disposition': `inline; filename="${name}.pdf"`,
    'cache-control': 'private, no-store',
    'content-security-policy': VIEWER_POLICY,
  };
  return new Response(new Uint8Array(pdf), { headers });
}
