import { getFromApi } from '#islands/ui/api-response.ts';
import type { DeliveryLocationJson } from '#lib/sales/cart/delivery/delivery.ts';

/**
 * Fetches and shows the delivery time for a pincode, because the HTML of a product page is the same for all visitors.
 * Does nothing if a pincode has been entered.
 */
export function showDelivery(pincode: string): void {
  const form = document.querySelector<HTMLFormElement>('form[data-pincode]');
  const field = form?.querySelector<HTMLInputElement>('[name=pincode]');
  const output = form?.querySelector('[role=status]');
  if (!form || !field || !output || field.value) return;
  const query = form.querySelector('[name=ahead]') ? '?ahead=1' : '';
  getFromApi<DeliveryLocationJson>(`/public/pincode/${encodeURIComponent(pincode)}${query}`).then(
    ({ status, data }) => {
      if (status !== 'success' || field.value) return;
      field.value = data.pincode;
      output.textContent = `${data.city} ${data.pincode}: ${data.delivery.text}`;
    },
    () => {
      // If the request fails, the field stays empty.
    },
  );
}
