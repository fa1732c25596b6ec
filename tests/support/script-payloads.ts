const CALL = 'window.ran=1';
const TAGS = ['img', 'svg', 'body', 'video', 'audio', 'input', 'details', 'iframe', 'object', 'marquee'];
const EVENTS = ['onerror', 'onload', 'onfocus', 'onclick', 'ontoggle', 'onstart'];

/** A hundred XSS payloads, each of which sets `window.ran` if it runs. */
export const SCRIPT_PAYLOADS: string[] = [
  ...TAGS.flatMap((tag) => EVENTS.map((event) => `<${tag} src=x ${event}=${CALL} autofocus open>`)),
  ...['"', "'", '`', '">', "'>", '-->', ']]>', '</textarea>', '</title>', '</style>', '</script>', '</noscript>'].map(
    (end) => `${end}<script>${CALL}</script>`,
  ),
  ...['javascript:', 'JaVaScRiPt:', ' javascript:', 'java\tscript:', 'data:text/html,', 'vbscript:'].map(
    (scheme) => `<a href="${scheme}${CALL}">x</a>`,
  ),
  `{{constructor.constructor('${CALL}')()}}`,
  `\${${CALL}}`,
  `<script>${CALL}</script>`,
  `<ScRiPt>${CALL}</sCrIpT>`,
  `<scr<script>ipt>${CALL}</scr</script>ipt>`,
  `<svg><script>${CALL}</script></svg>`,
  `<math><mtext><script>${CALL}</script></mtext></math>`,
  `<template><script>${CALL}</script></template>`,
  `<iframe srcdoc="<script>parent.${CALL}</script>"></iframe>`,
  `<meta http-equiv=refresh content="0;url=javascript:${CALL}">`,
  `<base href="javascript:${CALL}//">`,
  `<style>@import 'javascript:${CALL}'</style>`,
  `<link rel=stylesheet href="javascript:${CALL}">`,
  `<form action="javascript:${CALL}"><button autofocus>x</button></form>`,
  `<isindex type=image src=1 onerror=${CALL}>`,
  `&lt;script&gt;${CALL}&lt;/script&gt;`,
  `\u003cscript\u003e${CALL}\u003c/script\u003e`,
  `%3Cscript%3E${CALL}%3C/script%3E`,
  `+ADw-script+AD4-${CALL}+ADw-/script+AD4-`,
  `<!--<img src="--><img src=x onerror=${CALL}//">`,
  `<astro-island component-url="data:text/javascript,${CALL}" client="load"></astro-island>`,
  `__proto__`,
];
