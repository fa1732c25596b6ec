import type { Locator, Page, Request } from '@playwright/test';

export interface HydratingForm {
  name: string;
  path: string;
  action: string;
  fields: Record<string, string>;
}

export interface Submission {
  /** The fields that differed from the input, for each frame in which any did. */
  lost: Record<string, string>[];
  sent: Record<string, string>;
}

/**
 * Fills in the form while React's code is delayed, then lets it load, and submits the form in this frame, counted from
 * 0.
 */
export async function submitWhileHydrating(page: Page, form: HydratingForm, frame: number): Promise<Submission> {
  const release = await delayReact(page);
  const element = page.locator(`form[action="${form.action}"]`).first();
  await page.goto(form.path);
  for (const [name, value] of Object.entries(form.fields)) await enter(element, name, value);
  const cpu = await page.context().newCDPSession(page);
  await cpu.send('Emulation.setCPUThrottlingRate', { rate: 6 });
  const sent = interceptSubmission(page, form.action);
  const lost = element.evaluate(submitInFrame, { frame, fields: form.fields });
  release();
  const submission = { lost: await lost, sent: await sent };
  await cpu.detach();
  return submission;
}

/** Delays React's code; the returned function lets it load. */
export async function delayReact(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((done) => {
    release = done;
  });
  await page.route('**/_astro/react.*.js', async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** Dispatches the events of real input; hidden fields keep the server's values. */
async function enter(form: Locator, name: string, value: string): Promise<void> {
  const control = form.locator(`[name="${name}"]`);
  const type = await control.first().evaluate((element) => (element as HTMLInputElement).type);
  if (type === 'radio') await form.locator(`[name="${name}"][value="${value}"]`).check();
  else if (type === 'checkbox') await control.check();
  else if (type.startsWith('select')) await control.selectOption(value);
  else await control.fill(value);
}

/** Runs in the page. */
async function submitInFrame(
  form: Element,
  { frame, fields }: { frame: number; fields: Record<string, string> },
): Promise<Record<string, string>[]> {
  const lost: Record<string, string>[] = [];
  for (let at = 0; at <= frame; at += 1) {
    await new Promise(requestAnimationFrame);
    const data = new FormData(form as HTMLFormElement);
    const wrong = Object.entries(fields).filter(([name, value]) => data.get(name) !== value);
    if (wrong.length > 0) lost.push(Object.fromEntries(wrong.map(([name]) => [name, `${at}: ${data.get(name)}`])));
  }
  [...form.querySelectorAll('button')].find(({ type }) => type === 'submit')?.click();
  return lost;
}

/** Intercepts the request, so that the browser stays on the page and nothing is stored. Returns the sent fields. */
async function interceptSubmission(page: Page, action: string): Promise<Record<string, string>> {
  const { promise, resolve } = Promise.withResolvers<Record<string, string>>();
  await page.route(`**${action}*`, async (route) => {
    const request = route.request();
    if (request.method() === 'GET') return route.continue();
    const fields = fieldsOf(request);
    // The checkout saves its draft during typing.
    if (!fields.isDraft) resolve(fields);
    return route.fulfill({ status: request.isNavigationRequest() ? 204 : 503, body: '' });
  });
  return promise;
}

function fieldsOf(request: Request): Record<string, string> {
  const body = request.postDataBuffer()?.toString('utf8') ?? '';
  const type = request.headers()['content-type'] ?? '';
  if (type.includes('json'))
    return Object.fromEntries(Object.entries(JSON.parse(body)).map(([name, value]) => [name, String(value)]));
  if (!type.includes('multipart')) return Object.fromEntries(new URLSearchParams(body));
  const parts = body.matchAll(/name="(\w+)"\r\n\r\n([\s\S]*?)\r\n--/g);
  return Object.fromEntries([...parts].map(([, name, value]) => [name, value]));
}
