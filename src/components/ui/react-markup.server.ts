import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import type { SafeHtml } from '#lib/platform/html/safe-html.ts';

/** Returns HTML rendered by React, which escapes all text. Renderings on the same page need different id prefixes. */
export function reactMarkup(node: ReactNode, identifierPrefix = ''): SafeHtml {
  return renderToString(node, { identifierPrefix }) as SafeHtml;
}
