import { codeOf } from '#lib/platform/errors/error-code.ts';
import { isNamed } from '#lib/platform/errors/error-name.ts';

const HTTP_STATUSES = {
  malformed: 400,
  not_logged_in: 401,
  refused: 403,
  not_found: 404,
  conflict: 409,
  /** The email address must be verified with an emailed code first. */
  unverified: 409,
  too_large: 413,
  wrong_type: 415,
  invalid: 422,
  too_many: 429,
  busy: 503,
} as const;

export type ShopErrorCode = keyof typeof HTTP_STATUSES;

/** An expected error with a message for the user. `failureKind` classifies these and all other errors of a request. */
export class ShopError extends Error {
  readonly code: ShopErrorCode;
  readonly fields: Record<string, string> | undefined;
  constructor(code: ShopErrorCode, message: string, fields?: Record<string, string>, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ShopError';
    this.code = code;
    this.fields = fields;
  }
}

/** Returns whether this is an expected error and, if `code` is given, has this code. */
export function isShopError(error: unknown, code?: ShopErrorCode): error is ShopError {
  const actualCode = isNamed(error, 'ShopError') ? codeOf(error) : '';
  return Object.hasOwn(HTTP_STATUSES, actualCode) && (code ?? actualCode) === actualCode;
}

export function httpStatus(code: ShopErrorCode): number {
  return HTTP_STATUSES[code];
}

/** Returns undefined for an expected error, and throws any other error. For use in `catch`. */
export function ignoreShopError(error: unknown): undefined {
  if (!isShopError(error)) throw error;
  return undefined;
}
