import { parseJson, sendWithRetries } from '#islands/admin/send-with-retries.ts';
import { shrinkPicture } from '#islands/admin/shrink-picture.ts';
import { redirectWithMessage } from '#islands/ui/redirect-with-message.client.ts';

const NO_PICTURES = 'Choose pictures first.';
const NO_CONNECTION = 'There is no connection. Please try again.';

interface Target {
  /** The path of the product's admin page. */
  page: string;
  /** The product's version, which changes with each added picture. */
  version: string;
}

interface ApiReply<T> {
  status: 'success' | 'error';
  message: string;
  data: T | null;
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
  const { uploadPictures: page = '' } = form.dataset;
  if (page !== 'new' && files.length === 0) throw new Error(NO_PICTURES);
  const target =
    page === 'new' ? await createProduct(form, showStatus) : { page, version: fieldValue(form, 'version') };
  const problems: string[] = [];
  for (const [index, file] of files.entries()) {
    showStatus(`Sending picture ${index + 1} of ${files.length} …`);
    const problem = await sendPicture(form, target, file, showStatus);
    if (problem) problems.push(problem);
  }
  if (problems.length > 0) {
    const message = `${files.length - problems.length} of ${files.length} added. ${problems.join(' ')}`;
    if (page !== 'new') throw new Error(`${message} Reload the page to see them.`);
    redirectWithMessage(target.page, message, 'error');
    return;
  }
  location.assign(`${target.page}#pictures`);
  if (page !== 'new') location.reload();
}

async function createProduct(form: HTMLFormElement, showStatus: (text: string) => void): Promise<Target> {
  showStatus('Creating the draft …');
  const body = new FormData(form);
  for (const { name } of form.querySelectorAll<HTMLInputElement>('input[type=file]')) body.delete(name);
  const response = await fetch(form.action, { method: 'POST', body }).catch((cause: unknown) => {
    throw new Error(NO_CONNECTION, { cause });
  });
  const { status, message, data } = (await parseJson(response)) as ApiReply<{ id: number; version: number }>;
  if (status === 'error' || !data) throw new Error(message);
  return { page: `/admin/products/${data.id}`, version: String(data.version) };
}

/** Sends one picture. Returns the reason if the picture is rejected. Otherwise, updates the version in `target`. */
async function sendPicture(
  form: HTMLFormElement,
  target: Target,
  file: File,
  showStatus: (text: string) => void,
): Promise<string | undefined> {
  const body = new FormData();
  for (const { name, value } of form.querySelectorAll<HTMLInputElement>('input[type=hidden]')) body.set(name, value);
  body.set('version', target.version);
  const { blob, name } = await shrinkPicture(file);
  body.set('pictures', blob, name);
  const onRetry = () => showStatus('There is no connection. Trying again …');
  const reply = (await sendWithRetries(`${target.page}/pictures/add`, body, onRetry)) as ApiReply<{ version: number }>;
  if (reply.status === 'error' || !reply.data) return reply.message;
  target.version = String(reply.data.version);
  return undefined;
}

function fieldValue(form: HTMLFormElement, name: string): string {
  return form.querySelector<HTMLInputElement>(`[name=${name}]`)?.value ?? '';
}
