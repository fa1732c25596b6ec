import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { z } from 'zod/mini';
import { text } from '#lib/primitives/text.schema.ts';

const REJECTED = 'This passkey was not accepted. Please try again.';
const part = () => text(REJECTED).check(z.maxLength(8_000, REJECTED));

/** The shape of a browser's response. `@simplewebauthn/server` verifies its contents. */
function browserResponse<T>(parts: Record<string, z.ZodMiniType>) {
  const credential = z.looseObject(
    {
      id: part(),
      rawId: part(),
      type: z.literal('public-key', REJECTED),
      response: z.looseObject({ clientDataJSON: part(), ...parts }, REJECTED),
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

export const PASSKEY_RESPONSE = browserResponse<AuthenticationResponseJSON>({
  authenticatorData: part(),
  signature: part(),
});
export const NEW_PASSKEY = browserResponse<RegistrationResponseJSON>({ attestationObject: part() });
