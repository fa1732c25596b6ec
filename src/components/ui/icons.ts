import { BAG, CLOSE, HEART } from '#islands/ui/icon-paths.ts';
import { markup, type SafeHtml } from '#lib/platform/html/safe-html.ts';

const PATHS = {
  menu: 'M4 7h16M4 12h16M4 17h16',
  search: 'M11 4a7 7 0 1 1 0 14 7 7 0 0 1 0-14Zm5 12 4.5 4.5',
  heart: HEART,
  bag: BAG,
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm-7 8c.6-3.6 3.4-5 7-5s6.4 1.4 7 5',
  close: CLOSE,
  right: 'm9 5 7 7-7 7',
  left: 'm15 5-7 7 7 7',
  down: 'm5 9 7 7 7-7',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Zm9.5-2.7a2.7 2.7 0 1 1 0 5.4 2.7 2.7 0 0 1 0-5.4Z',
  sliders: 'M4 7h9m5 0h2M4 17h3m5 0h8M15.5 5v4M9.5 15v4',
  truck:
    'M3 6h11v10H3V6Zm11 4h4l3 3v3h-7v-6ZM7 19a1.6 1.6 0 1 0 0-3.2A1.6 1.6 0 0 0 7 19Zm10 0a1.6 1.6 0 1 0 0-3.2 1.6 1.6 0 0 0 0 3.2Z',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  pause: 'M8 5v14M16 5v14',
} as const;

export type IconName = keyof typeof PATHS;

const cachedIcons = new Map<string, SafeHtml>();

export function icon(name: IconName, className: string): SafeHtml {
  const key = `${name} ${className}`;
  const html =
    cachedIcons.get(key) ??
    markup`<svg class="${className}" width="24" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="${PATHS[name]}"/></svg>`;
  cachedIcons.set(key, html);
  return html;
}
