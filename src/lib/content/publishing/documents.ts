import type { ContentDocument } from '#lib/platform/content/content-document.ts';
import { hasPath } from '#lib/platform/content/content-document.ts';

/** The documents of the shop, which `startup` passes to the commands. */
export type Documents = readonly ContentDocument<unknown>[];

export function findDocument(documents: Documents, path: string): ContentDocument<unknown> | undefined {
  return documents.find((document) => hasPath(document, path));
}
