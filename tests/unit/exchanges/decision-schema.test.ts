import { expect, test } from 'vitest';
import { chosenVariantIds } from '#lib/sales/exchanges/decision.schema.ts';

test('reads the chosen variant for each line from an exchange form', () => {
  const fields = { line0: '12', line12: '7', line3: '', line4: 'x', lines: '1', line5: ['1'], form_token: '9' };
  expect(chosenVariantIds(fields)).toEqual(
    new Map([
      [0, 12],
      [12, 7],
    ]),
  );
});
