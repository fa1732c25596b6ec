const HEAD_END = '</head>';
const BODY_STYLE = /<style>astro-island[^<]*<\/style>/;

/** Astro writes its style before the first island, wherever that is; HTML allows a style in the head only. */
export function withIslandStyleInHead(html: string): string {
  const [style] = BODY_STYLE.exec(html) ?? [];
  const headEnd = html.indexOf(HEAD_END);
  if (style === undefined || headEnd < 0 || html.indexOf(style) < headEnd) return html;
  return html.replace(style, '').replace(HEAD_END, style + HEAD_END);
}
