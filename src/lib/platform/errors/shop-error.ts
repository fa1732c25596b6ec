const STATUS = {
  malformed: 400,
  not_logged_in: 401,
  refused: 403,
  not_found: 404,
  conflict: 409,
  too_large: 413,
  wrong_type: 415,
  invalid: 422,
  too_many: 429,
  busy: 503,
} as const;

export type ShopErrorCode = keyof typeof STATUS;

/** An expected refusal, with the words that the person reads. Anything else that is thrown is a bug. */
export class ShopError extends Error {
  readonly code: ShopErrorCode;
  /** For `invalid`: what is wrong, by the name of the field. */
  readonly fields: Record<string, string> | undefined;
  constructor(code: ShopErrorCode, message: string, fields?: Record<string, string>, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ShopError';
    this.code = code;
    this.fields = fields;
  }
}

/** The server's entry and the bundled pages each have a copy of the class, so an error is told by its name and code. */
export function isShopError(error: unknown): error is ShopError {
  return (
    error instanceof Error && error.name === 'ShopError' && 'code' in error && Object.hasOwn(STATUS, String(error.code))
  );
}

export function httpStatus(code: ShopErrorCode): number {
  return STATUS[code];
}

/** For pages: `undefined` instead of an expected refusal, which they answer by 404. */
export function unlessRefused(error: unknown): undefined {
  if (!isShopError(error)) throw error;
  return undefined;
}
