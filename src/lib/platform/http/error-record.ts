export interface ErrorRecord {
  type: string;
  message: string;
  code?: string | number;
  constraint?: string;
  stack: string[];
  cause?: ErrorRecord;
}

const MAX_FRAMES = 12;
const MAX_MESSAGE_LENGTH = 500;
const MAX_DEPTH = 3;
/** PostgreSQL's data exceptions (class 22) quote the invalid value. */
const DATA_EXCEPTION = /^(22...)$/;

/**
 * Returns the part of an error that is logged. The error's other properties, such as the values of a query, are never
 * logged.
 */
export function errorRecord(error: unknown, depth = 1): ErrorRecord {
  if (!(error instanceof Error))
    return { type: typeof error, message: 'a value that is not an Error was thrown', stack: [] };
  const { code, errcode, constraint_name } = error as { code?: unknown; errcode?: unknown; constraint_name?: unknown };
  const quotesData = error instanceof SyntaxError || DATA_EXCEPTION.test(String(code));
  const message = quotesData ? error.message.replace(/"[^"]*"/g, '"…"') : error.message;
  return {
    type: error.name,
    message: message.slice(0, MAX_MESSAGE_LENGTH),
    ...(isShortCode(code) ? { code } : {}),
    ...(typeof errcode === 'number' ? { code: errcode } : {}),
    ...(typeof constraint_name === 'string' ? { constraint: constraint_name } : {}),
    stack: stackFrames(error.stack ?? ''),
    ...(error.cause === undefined || depth >= MAX_DEPTH ? {} : { cause: errorRecord(error.cause, depth + 1) }),
  };
}

function isShortCode(code: unknown): code is string | number {
  return typeof code === 'number' || (typeof code === 'string' && code.length <= 60);
}

function stackFrames(stack: string): string[] {
  const lines = stack.split('\n').filter((line) => /^ {4}at /.test(line));
  return lines.slice(0, MAX_FRAMES).map((line) => line.slice(7));
}
