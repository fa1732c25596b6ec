import {
  type CurrentText,
  currentText,
  type TextLocation,
  type TextShop,
} from '#lib/content/admin/texts/current-text.server.ts';
import { publicPath, TEXT_KINDS, type TextField, type TextFolder } from '#lib/content/admin/texts/text-kinds.ts';
import { formValues } from '#lib/content/admin/texts/text-markdown.server.ts';
import { schemaFields } from '#lib/platform/content/schema-fields.server.ts';
import { timeOfIndianField } from '#lib/primitives/indian-time.ts';

export type TextState = 'shown' | 'scheduled' | 'hidden' | 'deleted';

export interface TextDetails {
  folder: TextFolder;
  file: string;
  path: string;
  title: string;
  version: number;
  state: TextState;
  /** The time of publication in epoch ms; undefined if the text is not scheduled. */
  publishAt: number | undefined;
  /** Whether the text is the owner's instead of the demo's. */
  isOwn: boolean;
  hasDemoText: boolean;
  /** Whether the law requires the text, so that it can't be hidden. */
  isRequired: boolean;
  publicPath: string;
  fields: readonly TextField[];
  /** The values of the form, by field name. */
  values: Record<string, string>;
  hints: Record<string, string>;
}

/** Returns a text with its fields. Throws a ShopError `not_found` if there is no such text. */
export async function readText(shop: TextShop, location: TextLocation): Promise<TextDetails> {
  return textDetails(await currentText(shop, location), shop.now());
}

/** Returns the details of a text, with its state at `now`. */
export function textDetails({ folder, file, path, document, content, version }: CurrentText, now: number): TextDetails {
  const { fields, titleField } = TEXT_KINDS[folder];
  const values = formValues(fields, content.currentFields(document, path));
  const ownText = content.ownTexts.get(path);
  const hasDemoText = content.demoText(document, path) !== undefined;
  const publishAt = timeOfIndianField(values.publishAt ?? '');
  const isDeleted = !hasDemoText && ownText?.state === 'shipped';
  const state = isDeleted
    ? 'deleted'
    : ownText?.state === 'hidden'
      ? 'hidden'
      : publishAt > now
        ? 'scheduled'
        : 'shown';
  return {
    ...{ folder, file, path, version, fields, values, state, hasDemoText },
    title: values[titleField] || path,
    publishAt: publishAt > now ? publishAt : undefined,
    isOwn: ownText !== undefined && ownText.state !== 'shipped' && ownText.body !== '',
    isRequired: document.isRequired ?? false,
    publicPath: publicPath(folder, file, values),
    hints: fieldHints(folder),
  };
}

/** Returns the hint for each field, by field name. */
export function fieldHints(folder: TextFolder): Record<string, string> {
  const { document, fields } = TEXT_KINDS[folder];
  const fieldsOfSchema = schemaFields(document.schema);
  return Object.fromEntries(fields.map(({ name, hint }) => [name, hint ?? fieldsOfSchema.descriptionOf([name]) ?? '']));
}
