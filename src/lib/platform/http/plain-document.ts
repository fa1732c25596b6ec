import { escapeMarkup } from '#lib/platform/html/markup.ts';

interface PlainDocument {
  title: string;
  heading: string;
  text?: string;
  link?: { href: string; label: string };
}

/** Returns an HTML page without styles, for responses that Astro does not render. Escapes all texts. */
export function plainDocument({ title, heading, text, link }: PlainDocument): string {
  const elements = [
    element('h1', heading),
    text === undefined ? '' : element('p', text),
    link ? `<p><a href="${escapeMarkup(link.href)}">${escapeMarkup(link.label)}</a></p>` : '',
  ];
  return [
    '<!doctype html><html lang="en-IN"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `${element('title', title)}</head><body><main>${elements.join('')}</main></body></html>`,
  ].join('');
}

function element(name: 'title' | 'h1' | 'p', text: string): string {
  return `<${name}>${escapeMarkup(text)}</${name}>`;
}
