import type { ComponentProps } from 'react';
import { TextField } from '#islands/ui/forms/Field.tsx';
import { filterMobileInput, MOBILE_INPUT_PATTERN, MOBILE_TITLE } from '#lib/primitives/mobile.ts';

/**
 * A field without `maxLength`, which would cut off `+91 98765 43210` before the rule normalizes it. The type is `text`,
 * because the type `tel` does not allow the autofill token `tel-national`.
 */
export function MobileField(field: Omit<ComponentProps<typeof TextField>, 'label'>) {
  return (
    <TextField
      {...field}
      label="Mobile"
      prefix="+91"
      required
      inputMode="numeric"
      autoComplete="tel-national"
      pattern={MOBILE_INPUT_PATTERN}
      title={MOBILE_TITLE}
      rule={filterMobileInput}
    />
  );
}
