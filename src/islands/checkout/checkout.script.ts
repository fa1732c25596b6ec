import { fillCityAndState } from '#islands/checkout/fill-city-and-state.ts';
import { normalizeInput, type TextRule } from '#islands/ui/forms/normalize-input.ts';
import { filterMobileInput } from '#lib/primitives/mobile.ts';
import { filterPincodeInput } from '#lib/primitives/pincode.ts';

const SAVE_DELAY_MS = 800;
const INPUT_RULES: Partial<Record<string, TextRule>> = { mobile: filterMobileInput, pincode: filterPincodeInput };

for (const form of document.querySelectorAll<HTMLFormElement>('form[data-draft]')) saveDraftOnInput(form);
for (const form of document.querySelectorAll<HTMLFormElement>('main form')) preventDoubleSubmit(form);
for (const form of document.querySelectorAll<HTMLFormElement>('[data-pincode-form]')) fillCityAndState(form);
collapseSummaryInNarrowWindow();

function saveDraftOnInput(form: HTMLFormElement): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const save = () => {
    clearTimeout(timer);
    timer = undefined;
    const values = Object.fromEntries(new FormData(form));
    // A failed request does no harm, because the next input sends all values again.
    void fetch(form.dataset.draft || form.action, {
      method: 'POST',
      keepalive: true,
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ ...values, isDraft: true }),
    }).catch(() => undefined);
  };
  const saveSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(save, SAVE_DELAY_MS);
  };
  form.addEventListener('input', (event) => {
    const field = event.target;
    const rule = field instanceof HTMLInputElement ? INPUT_RULES[field.dataset.digits ?? ''] : undefined;
    if (rule) normalizeInput(field as HTMLInputElement, rule);
    saveSoon();
  });
  // Saves input from before this script was loaded.
  if ([...form.querySelectorAll('input')].some(({ value, defaultValue }) => value !== defaultValue)) saveSoon();
  form.addEventListener('submit', () => {
    clearTimeout(timer);
    timer = undefined;
  });
  addEventListener('pagehide', () => timer !== undefined && save());
}

function preventDoubleSubmit(form: HTMLFormElement): void {
  form.addEventListener('submit', (event) => {
    if (form.ariaBusy === 'true') event.preventDefault();
    form.ariaBusy = 'true';
  });
  addEventListener('pageshow', () => {
    form.ariaBusy = null;
  });
}

function collapseSummaryInNarrowWindow(): void {
  const summary = document.querySelector<HTMLDetailsElement>('[data-summary]');
  if (!summary) return;
  const narrowWindow = matchMedia('(width < 64rem)');
  summary.open = !narrowWindow.matches;
  // A wide window has no control to open the summary, so the summary must be open.
  narrowWindow.addEventListener('change', () => {
    summary.open ||= !narrowWindow.matches;
  });
}
