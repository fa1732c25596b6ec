import { rememberPincode } from '#islands/cart/remembered-pincode.ts';
import { sendToApi } from '#islands/ui/api-response.ts';
import { filterPincodeInput } from '#lib/primitives/pincode.ts';

/** Shows the delivery time for the pincode in the button's form. */
export function checkPincode(button: HTMLElement): void {
  const form = button.closest('form');
  const field = form?.querySelector('input');
  const output = form?.querySelector('[role=status]');
  if (!form || !field || !output) return;
  field.value = filterPincodeInput(field.value);
  if (!form.reportValidity()) return;
  output.textContent = 'One moment';
  sendToApi('POST', form.action, Object.fromEntries(new FormData(form))).then(
    ({ status, message }) => {
      output.textContent = message;
      if (status === 'success') rememberPincode(field.value);
    },
    () => form.submit(),
  );
}
