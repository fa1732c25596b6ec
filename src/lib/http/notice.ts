/** What a form that was posted without a script said: shown once on the next page. */
export interface Notice {
  status: 'success' | 'error';
  message: string;
  fields?: Record<string, string>;
}

export const NOTICE_COOKIE = 'notice';
const LONGEST_NOTICE = 2_000;

export function encodeNotice(notice: Notice): string {
  const text = JSON.stringify(notice);
  return encodeURIComponent(text.length > LONGEST_NOTICE ? JSON.stringify({ ...notice, fields: undefined }) : text);
}

/** `undefined` for anything but a notice that this shop wrote. */
export function decodeNotice(value: string | undefined): Notice | undefined {
  if (!value) return undefined;
  try {
    const notice: unknown = JSON.parse(decodeURIComponent(value));
    return isNotice(notice) ? notice : undefined;
  } catch {
    return undefined;
  }
}

function isNotice(value: unknown): value is Notice {
  if (typeof value !== 'object' || value === null || !('status' in value) || !('message' in value)) return false;
  return (value.status === 'success' || value.status === 'error') && typeof value.message === 'string';
}
