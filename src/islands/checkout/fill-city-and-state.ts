import { getFromApi } from '#islands/ui/api-response.ts';
import { PINCODE_PATTERN } from '#lib/primitives/pincode.ts';
import { ADDRESS_MESSAGES } from '#lib/sales/address/address.ts';
import type { DeliveryLocationJson } from '#lib/sales/cart/delivery/delivery.ts';

/** Fills in the city and state for a new pincode, but does not overwrite a field that has been edited since. */
export function fillCityAndState(form: HTMLFormElement): void {
  const pincodeField = form.querySelector<HTMLInputElement>('[name=pincode]');
  const cityField = form.querySelector<HTMLInputElement>('[name=city]');
  const stateField = form.querySelector<HTMLSelectElement>('[name=state]');
  const hint = document.getElementById('pincode-hint');
  if (!pincodeField || !cityField || !stateField || !hint) return;
  const locationLine = createLocationLine(form, cityField, stateField);
  hint.setAttribute('role', 'status');
  if (PINCODE_PATTERN.test(pincodeField.value)) locationLine.show();
  let editedFields = new Set<EventTarget | null>();
  let latestPincode = pincodeField.value;

  // This listener is on the form, so it runs after the listener that normalizes the digits.
  form.addEventListener('input', async ({ target }) => {
    const requestedPincode = pincodeField.value;
    if (requestedPincode === latestPincode) {
      editedFields.add(target);
      return;
    }
    latestPincode = requestedPincode;
    editedFields = new Set();
    hint.textContent = '';
    locationLine.hide();
    if (!PINCODE_PATTERN.test(requestedPincode)) return;
    // If there is no response, the fields stay visible, and the server fills in the empty fields.
    const response = await getFromApi<DeliveryLocationJson | null>(`/public/pincode/${requestedPincode}`).catch(
      () => undefined,
    );
    if (latestPincode !== requestedPincode) return;
    if (response) hint.textContent = response.data?.delivery.text ?? ADDRESS_MESSAGES.pincodeNotKnown;
    if (!editedFields.has(cityField)) cityField.value = response?.data?.city ?? '';
    if (!editedFields.has(stateField)) stateField.value = response?.data?.state ?? '';
    if (response?.data && !editedFields.has(cityField) && !editedFields.has(stateField)) locationLine.show();
  });
}

/** Shows the city and state as text in place of their fields. A button shows the fields again. */
function createLocationLine(form: HTMLFormElement, cityField: HTMLInputElement, stateField: HTMLSelectElement) {
  const line = form.querySelector<HTMLElement>('[data-location]');
  const text = line?.querySelector('[role=status]');
  const boxes = [cityField, stateField].map((field) => field.closest<HTMLElement>('form > div'));
  const hasError = [cityField, stateField].some((field) => field.hasAttribute('aria-invalid'));

  function showAsText(isText: boolean): void {
    if (!line) return;
    line.hidden = !isText;
    for (const box of boxes) if (box) box.hidden = isText;
  }

  line?.querySelector('button')?.addEventListener('click', () => {
    showAsText(false);
    cityField.focus();
  });
  return {
    hide: () => showAsText(false),
    show(): void {
      if (!text || hasError || !cityField.value || !stateField.value) return;
      text.textContent = `${cityField.value}, ${stateField.value}`;
      showAsText(true);
    },
  };
}
