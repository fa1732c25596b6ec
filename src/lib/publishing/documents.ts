import type { ContentDocument } from '#lib/platform/content/content-document.ts';
import { holds } from '#lib/platform/content/content-document.ts';

/** The list is handed down by `app`, which knows every room. */
export type Documents = readonly ContentDocument<unknown>[];

export function documentOf(documents: Documents, path: string): ContentDocument<unknown> | undefined {
  return documents.find((document) => holds(document, path));
}
