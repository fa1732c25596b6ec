import type { Locator, Page, Request } from '@playwright/test';
import { holdScripts } from '#support/built-scripts.ts';

export interface HydratingForm {
  name: string;
  path: string;
  action: string;
  fields: Record<string, string>;
}

export interface Submission {
  /** For each frame with fields that differed from the input: these fields, with the frame's number and the value. */
  lostFields: Record<string, string>[];
  sentFields: Record<string, string>;
}

/**
 * Fills in the form while React's code is delayed, then lets the code load, and submits the form in the frame with the
 * number `frame`, counted from 0.
 */
export async function submitWhileHydrating(page: Page, form: HydratingForm, frame: number): Promise<Submission> {
  const release = await holdScripts(page, 'react');
  const element = page.locator(`form[action="${form.action}"]`).first();
  await page.goto(form.path);
  for (const [name, value] of Object.entries(form.fields)) await enter(element, name, value);
  const cpu = await page.context().newCDPSession(page);
  await cpu.send('Emulation.setCPUThrottlingRate', { rate: 6 });
  const sentFields = interceptSubmission(page, form.action);
  const lostFields = element.evaluate(submitInFrame, { frame, fields: form.fields });
  release();
  const submission = { lostFields: await lostFields, sentFields: await sentFields };
  await cpu.detach();
  return submission;
}

/** Enters a value into a field with the events of real input. */
async function enter(form: Locator, name: string, value: string): Promise<void> {
  const control = form.locator(`[name="${name}"]`);
  const type = await control.first().evaluate((element) => (element as HTMLInputElement).type);
  if (type === 'radio') await form.locator(`[name="${name}"][value="${value}"]`).check();
  else if (type === 'checkbox') await control.check();
  else if (type.startsWith('select')) await control.selectOption(value);
  else await control.fill(value);
}

/** Runs in the page: compares the fields in each frame, then submits the form. */
async function submitInFrame(
  form: Element,
  { frame, fields }: { frame: number; fields: Record<string, string> },
): Promise<Record<string, string>[]> {
  const lostFields: Record<string, string>[] = [];
  for (let index = 0; index <= frame; index += 1) {
    await new Promise(requestAnimationFrame);
    const data = new FormData(form as HTMLFormElement);
    const wrongFields = Object.entries(fields).filter(([name, value]) => data.get(name) !== value);
    if (wrongFields.length > 0)
      lostFields.push(Object.fromEntries(wrongFields.map(([name]) => [name, `${index}: ${data.get(name)}`])));
  }
  [...form.querySelectorAll('button')].find(({ type }) => type === 'submit')?.click();
  return lostFields;
}

/** Intercepts the request, so that the browser stays on the page and nothing is stored. Returns the sent fields. */
async function interceptSubmission(page: Page, action: string): Promise<Record<string, string>> {
  const { promise, resolve } = Promise.withResolvers<Record<string, string>>();
  await page.route(`**${action}*`, async (route) => {
    const request = route.request();
    if (request.method() === 'GET') return route.continue();
    const fields = fieldsOf(request);
    // The checkout saves its draft while the shopper types.
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
