import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import type { SafeHtml } from '#lib/platform/html/safe-html.ts';

/** What React draws, which escapes every text by itself. */
export function reactMarkup(node: ReactNode): SafeHtml {
  return renderToString(node) as SafeHtml;
}
