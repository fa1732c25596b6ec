import { callApi } from '#islands/ui/api-response.ts';

interface Place {
  city: string;
  pincode: string;
  delivery: { text: string };
}

/** Shows the result for the last pincode, on a page that is the same for everyone. */
export function showDelivery(pincode: string): void {
  const form = document.querySelector<HTMLFormElement>('form[data-pincode]');
  const field = form?.querySelector<HTMLInputElement>('[name=pincode]');
  const output = form?.querySelector('[role=status]');
  if (!form || !field || !output || field.value) return;
  const ahead = form.querySelector('[name=ahead]') ? '?ahead=1' : '';
  callApi<Place>(`/public/pincode/${encodeURIComponent(pincode)}${ahead}`).then(
    ({ status, data }) => {
      if (status !== 'success' || field.value) return;
      field.value = data.pincode;
      output.textContent = `${data.city} ${data.pincode}: ${data.delivery.text}`;
    },
    () => {
      // Without a response the field stays empty.
    },
  );
}
