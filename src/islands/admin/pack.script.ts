import { playTone } from '#islands/admin/tones.ts';
import type { PackResult } from '#lib/sales/orders/packing/pack-result.ts';

/** Sends scans one after another without reloading the page. Without JavaScript, each scan submits the form. */

const form = document.querySelector<HTMLFormElement>('form[data-pack]');
if (form) startPacking(form);

const NO_CONNECTION = 'There is no connection. Not saved: ';

function startPacking(form: HTMLFormElement): void {
  const input = form.querySelector<HTMLInputElement>('[name=code]');
  if (!input) return;
  let lastPost = Promise.resolve();
  const send = (path: string, field: [name: string, value: string]) => {
    lastPost = lastPost.then(() => post(form, path, field));
  };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const { submitter } = event as SubmitEvent & { submitter: HTMLButtonElement | null };
    const code = input.value.trim();
    const isScan = !submitter?.name && !submitter?.hasAttribute('formaction');
    if (!isScan || code !== '') {
      const path = submitter?.getAttribute('formaction') ?? form.action;
      send(path, isScan ? ['code', code] : [submitter?.name ?? '', submitter?.value ?? '']);
    }
    if (isScan) input.value = '';
    input.focus();
  });
  setUpCamera(form, (code) => send(form.action, ['code', code]));
}

function setUpCamera(form: HTMLFormElement, onCode: (code: string) => void): void {
  const button = form.querySelector<HTMLButtonElement>('[data-camera]');
  const video = form.querySelector('video');
  if (!button || !video || !('mediaDevices' in navigator)) return;
  const startText = button.textContent;
  let runningScan: AbortController | undefined;
  button.hidden = false;
  button.addEventListener('click', async () => {
    if (runningScan) {
      runningScan.abort();
      return;
    }
    runningScan = new AbortController();
    button.textContent = 'Stop the camera';
    try {
      const { scanWithCamera } = await import('#islands/admin/scan-camera.ts');
      await scanWithCamera(video, onCode, runningScan.signal);
    } catch (error) {
      showMessage(form, error instanceof Error ? error.message : String(error), false);
    }
    runningScan = undefined;
    button.textContent = startText;
  });
}

async function post(form: HTMLFormElement, path: string, [name, value]: [string, string]): Promise<void> {
  const fields = Object.fromEntries(new FormData(form)) as Record<string, string>;
  delete fields.code;
  if (name) fields[name] = value;
  try {
    const response = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(fields),
    });
    const { status, message, data } = (await response.json()) as {
      status: string;
      message: string;
      data: PackResult | null;
    };
    if (data?.goTo !== undefined) {
      location.assign(data.goTo);
      return;
    }
    if (data) showResult(form, data);
    showMessage(form, message, status === 'success');
  } catch (error) {
    // The request failed, or the response is not JSON and so comes from a proxy, not from the shop.
    showMessage(form, NO_CONNECTION + (value || String(error)), false);
  }
}

function showResult(form: HTMLFormElement, { version, isPacked, lines }: PackResult): void {
  const field = form.querySelector<HTMLInputElement>('[name=version]');
  if (field) field.value = String(version);
  for (const row of form.querySelectorAll<HTMLElement>('[data-line]')) {
    const line = lines.find(({ position }) => String(position) === row.dataset.line);
    if (!line) continue;
    row.toggleAttribute('data-is-done', line.isDone);
    const text = row.querySelector('[data-text]');
    if (text) text.textContent = line.text;
    const button = row.querySelector<HTMLButtonElement>('button');
    if (button) button.hidden = line.isDone;
  }
  for (const [selector, isHidden] of [
    ['[data-done]', !isPacked],
    ['[data-pack-all]', isPacked],
  ] as const) {
    const element = form.querySelector<HTMLElement>(selector);
    if (element) element.hidden = isHidden;
  }
}

function showMessage(form: HTMLFormElement, message: string, isAccepted: boolean): void {
  const status = form.querySelector<HTMLElement>('[data-status]');
  if (status) {
    status.textContent = message;
    status.classList.toggle('text-madder', !isAccepted);
    status.classList.toggle('text-leaf', isAccepted);
  }
  playTone(isAccepted);
}
