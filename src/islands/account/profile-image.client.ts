import { type ApiResponse, sendToApi } from '#islands/ui/api-response.ts';
import { sendForm } from '#islands/ui/forms/send-form.client.ts';
import { sendLoggedIn } from '#islands/visitor/send-logged-in.ts';

export const IMAGE_ACTION = '/public/profile/image';
const NOT_SAVED = 'The image could not be saved. Please try again.';
const NOT_REMOVED = 'The image could not be removed. Please try again.';

type ImageResponse = Pick<ApiResponse<unknown>, 'status' | 'message'> & {
  data?: { featured_image: string | null } | null;
};

export function saveImage(form: FormData): Promise<ImageResponse> {
  const options = { onProgress: () => {}, signal: new AbortController().signal };
  return withFailureMessage(
    sendLoggedIn(() => sendForm<ImageResponse['data']>(IMAGE_ACTION, form, options)),
    NOT_SAVED,
  );
}

export function removeImage(): Promise<ImageResponse> {
  return withFailureMessage(
    sendLoggedIn(() => sendToApi<null>('DELETE', IMAGE_ACTION)),
    NOT_REMOVED,
  );
}

async function withFailureMessage(request: Promise<ImageResponse>, failureMessage: string): Promise<ImageResponse> {
  try {
    const { status, message, data } = await request;
    return { status, message: message || failureMessage, ...(data ? { data } : {}) };
  } catch {
    return { status: 'error', message: failureMessage };
  }
}
