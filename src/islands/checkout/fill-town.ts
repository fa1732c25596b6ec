import { callApi } from '#islands/ui/api-response.ts';
import { PINCODE_PATTERN } from '#lib/primitives/pincode.ts';
import { ADDRESS_MESSAGES } from '#lib/sales/address/address.ts';
import type { DeliveryLocationJson } from '#lib/sales/cart/delivery/delivery.ts';

export function fillTown(form: HTMLFormElement): void {
  const pincode = form.querySelector<HTMLInputElement>('[name=pincode]');
  const city = form.querySelector<HTMLInputElement>('[name=city]');
  const state = form.querySelector<HTMLSelectElement>('[name=state]');
  const hint = document.getElementById('pincode-hint');
  if (!pincode || !city || !state || !hint) return;
  const town = townLine(form, city, state);
  hint.setAttribute('role', 'status');
  if (PINCODE_PATTERN.test(pincode.value)) town.show();
  let typedSince = new Set<EventTarget | null>();
  let newest = pincode.value;

  // Listens at the form, where the digits are already normalized.
  form.addEventListener('input', async ({ target }) => {
    const requested = pincode.value;
    if (requested === newest) {
      typedSince.add(target);
      return;
    }
    newest = requested;
    typedSince = new Set();
    hint.textContent = '';
    town.hide();
    if (!PINCODE_PATTERN.test(requested)) return;
    // Without a response the fields stay open, and the server fills them.
    const response = await callApi<DeliveryLocationJson | null>(`/public/pincode/${requested}`).catch(() => undefined);
    if (newest !== requested) return;
    if (response) hint.textContent = response.data?.delivery.text ?? ADDRESS_MESSAGES.pincodeNotKnown;
    if (!typedSince.has(city)) city.value = response?.data?.city ?? '';
    if (!typedSince.has(state)) state.value = response?.data?.state ?? '';
    if (response?.data && !typedSince.has(city) && !typedSince.has(state)) town.show();
  });
}

/** City and state as text instead of their fields, which a button shows again. */
function townLine(form: HTMLFormElement, city: HTMLInputElement, state: HTMLSelectElement) {
  const line = form.querySelector<HTMLElement>('[data-town]');
  const text = line?.querySelector('[role=status]');
  const boxes = [city, state].map((field) => field.closest<HTMLElement>('form > div'));
  const isWrong = [city, state].some((field) => field.hasAttribute('aria-invalid'));

  function swap(isText: boolean): void {
    if (!line) return;
    line.hidden = !isText;
    for (const box of boxes) if (box) box.hidden = isText;
  }

  line?.querySelector('button')?.addEventListener('click', () => {
    swap(false);
    city.focus();
  });
  return {
    hide: () => swap(false),
    show(): void {
      if (!text || isWrong || !city.value || !state.value) return;
      text.textContent = `${city.value}, ${state.value}`;
      swap(true);
    },
  };
}
