import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { z } from 'zod/mini';
import { text } from '#lib/primitives/text.schema.ts';

const REJECTED = 'This passkey was not accepted. Please try again.';
const part = () => text(REJECTED).check(z.maxLength(8_000, REJECTED));

/** What a browser returns; the signature is verified by the package. */
export const PASSKEY_RESPONSE = z.object({
  response: z.pipe(
    z.looseObject(
      {
        id: part(),
        rawId: part(),
        type: z.literal('public-key', REJECTED),
        response: z.looseObject({ clientDataJSON: part(), authenticatorData: part(), signature: part() }, REJECTED),
      },
      REJECTED,
    ),
    z.transform((value) => value as unknown as AuthenticationResponseJSON),
  ),
});

export const NEW_PASSKEY = z.object({
  response: z.pipe(
    z.looseObject(
      {
        id: part(),
        rawId: part(),
        type: z.literal('public-key', REJECTED),
        response: z.looseObject({ clientDataJSON: part(), attestationObject: part() }, REJECTED),
      },
      REJECTED,
    ),
    z.transform((value) => value as unknown as RegistrationResponseJSON),
  ),
});
