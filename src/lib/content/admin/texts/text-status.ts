import type { TextDetails } from '#lib/content/admin/texts/current-text.server.ts';
import { indianDateTime } from '#lib/primitives/indian-time.ts';

/** Returns the status of a text, such as "Your own text, scheduled for 1 Dec 2026, 9:30 am". */
export function textStatus({ state, publishAt, isOwn }: Pick<TextDetails, 'state' | 'publishAt' | 'isOwn'>): string {
  if (state === 'deleted') return 'Deleted';
  const source = isOwn ? 'Your own text' : 'The demo text';
  if (state === 'hidden') return `${source}, hidden`;
  return publishAt === undefined ? source : `${source}, scheduled for ${indianDateTime(publishAt)}`;
}
