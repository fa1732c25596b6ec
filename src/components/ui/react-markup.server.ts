import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import type { SafeHtml } from '#lib/platform/html/safe-html.ts';

/** Rendered by React, which escapes every text. Two renderings on one page need prefixes for their ids. */
export function reactMarkup(node: ReactNode, identifierPrefix = ''): SafeHtml {
  return renderToString(node, { identifierPrefix }) as SafeHtml;
}
