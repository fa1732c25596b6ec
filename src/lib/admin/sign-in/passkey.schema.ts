import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { z } from 'zod/mini';
import { text } from '#lib/primitives/text.schema.ts';

const REJECTED = 'This passkey was not accepted. Please try again.';
const textField = () => text(REJECTED).check(z.maxLength(8_000, REJECTED));

/** Returns the schema of a form with a browser's response. `@simplewebauthn/server` verifies its contents. */
function browserResponseSchema<T>(responseFields: Record<string, z.ZodMiniType>) {
  const credential = z.looseObject(
    {
      id: textField(),
      rawId: textField(),
      type: z.literal('public-key', REJECTED),
      response: z.looseObject({ clientDataJSON: textField(), ...responseFields }, REJECTED),
    },
    REJECTED,
  );
  return z.object({
    response: z.pipe(
      credential,
      z.transform((value) => value as unknown as T),
    ),
  });
}

export const PASSKEY_RESPONSE = browserResponseSchema<AuthenticationResponseJSON>({
  authenticatorData: textField(),
  signature: textField(),
});
export const NEW_PASSKEY = browserResponseSchema<RegistrationResponseJSON>({ attestationObject: textField() });
