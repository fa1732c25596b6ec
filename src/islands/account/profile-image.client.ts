import { sendToApi } from '#islands/ui/api-response.ts';
import { sendForm } from '#islands/ui/forms/send-form.client.ts';
import { sendLoggedIn } from '#islands/visitor/send-logged-in.ts';

export const IMAGE_ACTION = '/public/profile/image';

/** Sends the image. Errors by field are left out, because the form would move the focus to the field. */
export async function saveImage(form: FormData) {
  const { fields: _, ...response } = await sendLoggedIn(() =>
    sendForm<{ featured_image: string | null } | null>(IMAGE_ACTION, form),
  );
  return response;
}

export function removeImage() {
  return sendLoggedIn(() => sendToApi('DELETE', IMAGE_ACTION));
}
