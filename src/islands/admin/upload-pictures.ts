import { parseJson, sendWithRetries } from '#islands/admin/send-with-retries.ts';
import { shrinkPicture } from '#islands/admin/shrink-picture.ts';
import type { ApiResponse } from '#islands/ui/api-response.ts';
import { redirectWithMessage } from '#islands/ui/redirect-with-message.client.ts';

const NO_PICTURES = 'Choose pictures first.';
const NO_CONNECTION = 'There is no connection. Please try again.';

interface UploadTarget {
  /** The path of the product's admin page. */
  pagePath: string;
  /** The product's version, which changes with each added picture. */
  version: string;
}

/**
 * Adds the chosen pictures to the form's product, one by one, and then opens the product's page. For a new product,
 * creates the product first; its page then shows which pictures were rejected. Throws an Error whose message can be
 * shown to the user.
 */
export async function uploadPictures(form: HTMLFormElement, showStatus: (text: string) => void): Promise<void> {
  const files = [...form.querySelectorAll<HTMLInputElement>('input[type=file]')].flatMap((field) => [
    ...(field.files ?? []),
  ]);
  const { uploadPictures: pagePathOrNew = '' } = form.dataset;
  const isNewProduct = pagePathOrNew === 'new';
  if (!isNewProduct && files.length === 0) throw new Error(NO_PICTURES);
  const target = isNewProduct
    ? await createProduct(form, showStatus)
    : { pagePath: pagePathOrNew, version: fieldValue(form, 'version') };
  const problems: string[] = [];
  for (const [index, file] of files.entries()) {
    showStatus(`Sending picture ${index + 1} of ${files.length} …`);
    const problem = await sendPicture(form, target, file, showStatus);
    if (problem) problems.push(problem);
  }
  if (problems.length > 0) {
    const addedCount = files.length - problems.length;
    const message = `${addedCount} of ${files.length} added. ${problems.join(' ')}`;
    if (!isNewProduct)
      throw new Error(addedCount > 0 ? `${message} Reload the page to see the added pictures.` : message);
    redirectWithMessage(target.pagePath, message, 'error');
    return;
  }
  location.assign(`${target.pagePath}#pictures`);
  if (!isNewProduct) location.reload();
}

async function createProduct(form: HTMLFormElement, showStatus: (text: string) => void): Promise<UploadTarget> {
  showStatus('Creating the draft …');
  const body = new FormData(form);
  for (const { name } of form.querySelectorAll<HTMLInputElement>('input[type=file]')) body.delete(name);
  const response = await fetch(form.action, { method: 'POST', body }).catch((cause: unknown) => {
    throw new Error(NO_CONNECTION, { cause });
  });
  const { status, message, data } = (await parseJson(response)) as ApiResponse<{ id: number; version: number } | null>;
  if (status === 'error' || !data) throw new Error(message);
  return { pagePath: `/admin/products/${data.id}`, version: String(data.version) };
}

/** Sends one picture. Returns the reason if the picture is rejected. Otherwise, updates the version in `target`. */
async function sendPicture(
  form: HTMLFormElement,
  target: UploadTarget,
  file: File,
  showStatus: (text: string) => void,
): Promise<string | undefined> {
  const body = new FormData();
  for (const { name, value } of form.querySelectorAll<HTMLInputElement>('input[type=hidden]')) body.set(name, value);
  body.set('version', target.version);
  const { blob, name } = await shrinkPicture(file);
  body.set('pictures', blob, name);
  const onRetry = () => showStatus('The shop did not respond. Trying again …');
  const response = (await sendWithRetries(`${target.pagePath}/pictures/add`, body, onRetry)) as ApiResponse<{
    version: number;
  } | null>;
  if (response.status === 'error' || !response.data) return response.message;
  target.version = String(response.data.version);
  return undefined;
}

function fieldValue(form: HTMLFormElement, name: string): string {
  return form.querySelector<HTMLInputElement>(`[name=${name}]`)?.value ?? '';
}
