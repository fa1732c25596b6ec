import type { DeliveryPlaceJson } from '#lib/cart/delivery.ts';
import { PINCODE_PATTERN } from '#lib/fields/pincode.ts';
import { askApi } from '#lib/http/api-answer.ts';
import { ADDRESS_MESSAGES } from '#lib/identity/address.ts';

/** A whole pincode fills city and state, unless somebody typed them, and says what delivery there is like. */
export function fillPlace(form: HTMLFormElement): void {
  const pincode = form.querySelector<HTMLInputElement>('[name=pincode]');
  const city = form.querySelector<HTMLInputElement>('[name=city]');
  const state = form.querySelector<HTMLSelectElement>('[name=state]');
  const hint = document.getElementById('pincode-hint');
  if (!pincode || !city || !state || !hint) return;
  hint.setAttribute('role', 'status');
  const filled = { city: '', state: '' };
  let newest = pincode.value;

  // At the form, where the digits have been tidied already.
  form.addEventListener('input', async () => {
    const asked = pincode.value;
    if (asked === newest) return;
    newest = asked;
    hint.textContent = '';
    if (!PINCODE_PATTERN.test(asked)) return;
    const place = await askApi<DeliveryPlaceJson | null>(`/public/pincode/${asked}`).catch(() => undefined);
    if (newest !== asked || !place) return;
    hint.textContent = place.data?.delivery.text ?? ADDRESS_MESSAGES.pincodeNotKnown;
    if (!place.data) return;
    if (city.value === filled.city) city.value = place.data.city;
    if (state.value === filled.state) state.value = place.data.state;
    Object.assign(filled, { city: place.data.city, state: place.data.state });
  });
}
