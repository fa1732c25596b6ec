import { jsonOf, sendWithRetries } from '#islands/admin/send-with-retries.ts';
import { smallerPicture } from '#islands/admin/smaller-picture.ts';

const NONE = 'Choose pictures first.';
const NO_CONNECTION = 'There is no connection. Please try again.';

interface Target {
  /** The product's page, to which the pictures are added. */
  page: string;
  /** Of the product, which changes with each picture. */
  version: string;
}

interface Reply<T> {
  status: 'success' | 'error';
  message: string;
  data: T | null;
}

/**
 * Adds the chosen pictures to the form's product, one by one, and then shows its page. A form for a new product creates
 * it first. Throws an Error whose message is for the person.
 */
export async function uploadPictures(form: HTMLFormElement, show: (text: string) => void): Promise<void> {
  const files = [...form.querySelectorAll<HTMLInputElement>('input[type=file]')].flatMap((field) => [
    ...(field.files ?? []),
  ]);
  const { uploadPictures: page = '' } = form.dataset;
  if (page !== 'new' && files.length === 0) throw new Error(NONE);
  const target = page === 'new' ? await createdProduct(form, show) : { page, version: fieldOf(form, 'version') };
  const problems: string[] = [];
  for (const [at, file] of files.entries()) {
    show(`Sending picture ${at + 1} of ${files.length} …`);
    const problem = await sendOne(form, target, file, show);
    if (problem) problems.push(problem);
  }
  if (page !== 'new' && problems.length > 0) {
    const added = `${files.length - problems.length} of ${files.length} added.`;
    throw new Error(`${added} ${problems.join(' ')} Load the page again to see them.`);
  }
  location.assign(`${target.page}#pictures`);
  if (page !== 'new') location.reload();
}

async function createdProduct(form: HTMLFormElement, show: (text: string) => void): Promise<Target> {
  show('Creating the draft …');
  const body = new FormData(form);
  for (const { name } of form.querySelectorAll<HTMLInputElement>('input[type=file]')) body.delete(name);
  const response = await fetch(form.action, { method: 'POST', body }).catch((cause: unknown) => {
    throw new Error(NO_CONNECTION, { cause });
  });
  const { status, message, data } = (await jsonOf(response)) as Reply<{ id: number; version: number }>;
  if (status === 'error' || !data) throw new Error(message);
  return { page: `/admin/products/${data.id}`, version: String(data.version) };
}

/** Returns the reason why the picture was refused. */
async function sendOne(
  form: HTMLFormElement,
  target: Target,
  file: File,
  show: (text: string) => void,
): Promise<string | undefined> {
  const body = new FormData();
  for (const { name, value } of form.querySelectorAll<HTMLInputElement>('input[type=hidden]')) body.set(name, value);
  body.set('version', target.version);
  const { blob, name } = await smallerPicture(file);
  body.set('pictures', blob, name);
  const onWait = () => show('There is no connection. Trying again …');
  const reply = (await sendWithRetries(`${target.page}/pictures/add`, body, onWait)) as Reply<{ version: number }>;
  if (reply.status === 'error' || !reply.data) return reply.message;
  target.version = String(reply.data.version);
  return undefined;
}

function fieldOf(form: HTMLFormElement, name: string): string {
  return form.querySelector<HTMLInputElement>(`[name=${name}]`)?.value ?? '';
}
