import { z } from 'zod/mini';
import { ID_AND_VERSION } from '#lib/catalog/admin/form-fields.schema.ts';
import { ALT_MAX_CHARACTERS, type PictureAction } from '#lib/catalog/admin/pictures/product-pictures.ts';
import { cleanText } from '#lib/catalog/import/record/record-limits.ts';
import { oneOrMore } from '#lib/primitives/one-or-more.schema.ts';
import { text } from '#lib/primitives/text.schema.ts';

const SRC_MAX_CHARACTERS = 2_000;
const COLOR_MAX_CHARACTERS = 100;
const position = z.pipe(text().check(z.regex(/^\d{1,3}$/)), z.transform(Number));

export const PICTURES_TO_ADD = z.object(ID_AND_VERSION);

const BUTTON = /^(?:save|(up|down|first|remove):(\d{1,3}))$/;

/**
 * The form for the pictures of a product, with one value of `src[]`, `alt[]` and `color[]` for each picture. `do` is
 * the button that was pressed.
 */
export const PICTURE_FORM = z.pipe(
  z.object({
    ...ID_AND_VERSION,
    'src[]': z._default(oneOrMore(text().check(z.maxLength(SRC_MAX_CHARACTERS))), []),
    'alt[]': z._default(
      oneOrMore(
        text().check(
          z.overwrite((input) => cleanText(input).replaceAll(/\s+/g, ' ')),
          z.maxLength(ALT_MAX_CHARACTERS, `A description can have at most ${ALT_MAX_CHARACTERS} characters.`),
        ),
      ),
      [],
    ),
    'color[]': z._default(oneOrMore(text().check(z.overwrite(cleanText), z.maxLength(COLOR_MAX_CHARACTERS))), []),
    do: z._default(text().check(z.regex(BUTTON)), 'save'),
  }),
  z.transform(({ 'src[]': src, 'alt[]': alt, 'color[]': color, do: button, ...rest }) => {
    const [, action = 'save', actionPosition = '0'] = BUTTON.exec(button) ?? [];
    return { ...rest, src, alt, color, action: action as PictureAction, position: Number(actionPosition) };
  }),
);

export type PictureForm = Omit<z.infer<typeof PICTURE_FORM>, 'id'>;

const fraction = z.pipe(text().check(z.regex(/^(?:0\.\d{1,9}|1\.0{1,9})$/)), z.transform(Number));

/** The form for cropping a picture. If the form has no area, the picture is cropped to its middle. */
export const CROP_FORM = z.pipe(
  z.object({
    ...ID_AND_VERSION,
    at: position,
    left: z.optional(fraction),
    top: z.optional(fraction),
    width: z.optional(fraction),
    height: z.optional(fraction),
  }),
  z.transform(({ left, top, width, height, ...rest }) => ({
    ...rest,
    area: left === undefined || top === undefined || !width || !height ? undefined : { left, top, width, height },
  })),
);
