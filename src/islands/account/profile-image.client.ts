import { type ApiAnswer, sendApi } from '#islands/ui/api-answer.ts';
import { sendForm } from '#islands/ui/forms/send-form.client.ts';
import { sendLoggedIn } from '#islands/visitor/send-logged-in.ts';

export const IMAGE_ACTION = '/public/profile/image';
const NOT_SAVED = 'The picture could not be saved. Please try again.';
const NOT_REMOVED = 'The picture could not be removed. Please try again.';

type ImageAnswer = Pick<ApiAnswer<unknown>, 'status' | 'message'> & { data?: { featured_image: string | null } | null };

export function saveImage(form: FormData): Promise<ImageAnswer> {
  const options = { onProgress: () => {}, signal: new AbortController().signal };
  return withFailure(
    sendLoggedIn(() => sendForm<ImageAnswer['data']>(IMAGE_ACTION, form, options)),
    NOT_SAVED,
  );
}

export function removeImage(): Promise<ImageAnswer> {
  return withFailure(
    sendLoggedIn(() => sendApi<null>('DELETE', IMAGE_ACTION)),
    NOT_REMOVED,
  );
}

async function withFailure(request: Promise<ImageAnswer>, failed: string): Promise<ImageAnswer> {
  try {
    const { status, message, data } = await request;
    return { status, message: message || failed, ...(data ? { data } : {}) };
  } catch {
    return { status: 'error', message: failed };
  }
}
