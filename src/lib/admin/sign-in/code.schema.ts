import { z } from 'zod/mini';
import { text } from '#lib/primitives/text.schema.ts';

export const CODE_NOT_ACCEPTED = 'This code was not accepted. Please enter the code that the app shows now.';
const MAX_CHARACTERS = 20;

/** Six digits from an authenticator app, or a recovery code. */
export const authenticatorCode = text(CODE_NOT_ACCEPTED).check(
  z.minLength(1, CODE_NOT_ACCEPTED),
  z.maxLength(MAX_CHARACTERS, CODE_NOT_ACCEPTED),
);
