import { getFromApi } from '#islands/ui/api-response.ts';
import { PINCODE_PATTERN } from '#lib/primitives/pincode.ts';
import { ADDRESS_MESSAGES } from '#lib/sales/address/address.ts';
import type { DeliveryLocationJson } from '#lib/sales/cart/delivery/delivery.ts';

export function fillCityAndState(form: HTMLFormElement): void {
  const pincode = form.querySelector<HTMLInputElement>('[name=pincode]');
  const city = form.querySelector<HTMLInputElement>('[name=city]');
  const state = form.querySelector<HTMLSelectElement>('[name=state]');
  const hint = document.getElementById('pincode-hint');
  if (!pincode || !city || !state || !hint) return;
  const shownLocation = createLocationLine(form, city, state);
  hint.setAttribute('role', 'status');
  if (PINCODE_PATTERN.test(pincode.value)) shownLocation.show();
  let editedFields = new Set<EventTarget | null>();
  let latestPincode = pincode.value;

  // This listener is on the form, so it runs after the listener that normalizes the digits.
  form.addEventListener('input', async ({ target }) => {
    const requestedPincode = pincode.value;
    if (requestedPincode === latestPincode) {
      editedFields.add(target);
      return;
    }
    latestPincode = requestedPincode;
    editedFields = new Set();
    hint.textContent = '';
    shownLocation.hide();
    if (!PINCODE_PATTERN.test(requestedPincode)) return;
    // If there is no response, the fields stay visible, and the server fills in the empty fields.
    const response = await getFromApi<DeliveryLocationJson | null>(`/public/pincode/${requestedPincode}`).catch(
      () => undefined,
    );
    if (latestPincode !== requestedPincode) return;
    if (response) hint.textContent = response.data?.delivery.text ?? ADDRESS_MESSAGES.pincodeNotKnown;
    if (!editedFields.has(city)) city.value = response?.data?.city ?? '';
    if (!editedFields.has(state)) state.value = response?.data?.state ?? '';
    if (response?.data && !editedFields.has(city) && !editedFields.has(state)) shownLocation.show();
  });
}

/** Shows the city and state as text in place of their fields. A button shows the fields again. */
function createLocationLine(form: HTMLFormElement, city: HTMLInputElement, state: HTMLSelectElement) {
  const line = form.querySelector<HTMLElement>('[data-location]');
  const text = line?.querySelector('[role=status]');
  const boxes = [city, state].map((field) => field.closest<HTMLElement>('form > div'));
  const hasError = [city, state].some((field) => field.hasAttribute('aria-invalid'));

  function showAsText(isText: boolean): void {
    if (!line) return;
    line.hidden = !isText;
    for (const box of boxes) if (box) box.hidden = isText;
  }

  line?.querySelector('button')?.addEventListener('click', () => {
    showAsText(false);
    city.focus();
  });
  return {
    hide: () => showAsText(false),
    show(): void {
      if (!text || hasError || !city.value || !state.value) return;
      text.textContent = `${city.value}, ${state.value}`;
      showAsText(true);
    },
  };
}
