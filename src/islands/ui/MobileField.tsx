import type { ComponentProps } from 'react';
import { TextField } from '#islands/ui/Field.tsx';
import { MOBILE_DIGITS } from '#lib/fields/mobile.ts';

/** `tel-national` is not for fields of the type `tel`. */
export function MobileField(field: Omit<ComponentProps<typeof TextField>, 'label'>) {
  return (
    <TextField
      {...field}
      label="Mobile"
      prefix="+91"
      required
      inputMode="numeric"
      autoComplete="tel-national"
      pattern={`[0-9]{${MOBILE_DIGITS}}`}
      title={`${MOBILE_DIGITS} digits`}
    />
  );
}
