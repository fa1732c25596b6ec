import { z } from 'zod/mini';
import { QUERY_MAX_CHARACTERS } from '#lib/admin/views/list-url.ts';
import { VIEW_LISTS, type ViewListName } from '#lib/admin/views/view-lists.schema.ts';
import { oneLine } from '#lib/primitives/name.ts';
import { text } from '#lib/primitives/text.schema.ts';
import { versionSchema } from '#lib/primitives/version.schema.ts';

const NAME_MAX_CHARACTERS = 40;
const NAME_MISSING = 'Please enter a name for the view.';
const LIST_NAMES = Object.keys(VIEW_LISTS) as [ViewListName, ...ViewListName[]];

const name = text(NAME_MISSING).check(
  z.overwrite(oneLine),
  z.minLength(1, NAME_MISSING),
  z.maxLength(NAME_MAX_CHARACTERS, `A name can have at most ${NAME_MAX_CHARACTERS} characters.`),
);

export const NEW_VIEW = z.object({
  list: z.enum(LIST_NAMES),
  name,
  query: text().check(z.maxLength(QUERY_MAX_CHARACTERS)),
  /** Whether the view is shared. The checkbox is sent only if it is ticked. */
  shared: z.pipe(
    z.optional(text()),
    z.transform((value) => value !== undefined),
  ),
});

export const VIEW_VERSION = z.object({ id: text(), version: versionSchema });

export const RENAMED_VIEW = z.extend(VIEW_VERSION, { name });

export type NewView = z.infer<typeof NEW_VIEW>;
