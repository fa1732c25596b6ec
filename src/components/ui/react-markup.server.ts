import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import type { SafeHtml } from '#lib/platform/html/safe-html.ts';

/** What React draws, which escapes every text by itself. Two drawings on one page need prefixes for their ids. */
export function reactMarkup(node: ReactNode, identifierPrefix = ''): SafeHtml {
  return renderToString(node, { identifierPrefix }) as SafeHtml;
}
