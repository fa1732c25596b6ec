import { FIELD_OVERRIDES } from '#lib/content/admin/settings/field-overrides.ts';
import { type FormTree, treePart } from '#lib/content/admin/settings/form-field.ts';
import { type Look, lowestContrast } from '#lib/shop/settings/look.schema.ts';

/** Returns the note beside a text colour; undefined for other colours, or if any colour in the form is invalid. */
export function contrastNote(look: FormTree, colorName: string): string | undefined {
  const colors = treePart(look, 'colors') as Look['colors'] | undefined;
  const isValid = colors && Object.values(colors).every((color) => /^#[\da-f]{6}$/i.test(color));
  const contrast = isValid ? lowestContrast(colors, colorName) : undefined;
  if (!contrast) return undefined;
  const { ground, ratio } = contrast;
  const background = FIELD_OVERRIDES.look?.[`colors.${ground}`]?.label ?? ground;
  return `Contrast ${ratio.toFixed(1)} to 1 on “${background}”; at least 4.5 is required.`;
}
