import { getFromApi, sendToApi } from '#islands/ui/api-response.ts';
import { sendLoggedIn } from '#islands/visitor/send-logged-in.ts';
import type { PincodeLocation } from '#lib/primitives/pincode.ts';
import type { AddressInput } from '#lib/sales/address/address.ts';

/** Creates an address, or updates the address with the given id. */
export function saveAddress(id: string | undefined, input: AddressInput) {
  return sendLoggedIn(() =>
    id === undefined
      ? sendToApi('POST', '/public/address/create', input)
      : sendToApi('PATCH', `/public/address/update/${id}`, input),
  );
}

/** Returns the city and state of a pincode, or `undefined` if the pincode is unknown or the request fails. */
export async function findLocation(pincode: string): Promise<PincodeLocation | undefined> {
  try {
    const { status, data } = await getFromApi<PincodeLocation>(`/public/pincode/${pincode}`);
    return status === 'success' ? data : undefined;
  } catch {
    // The server fills in the city and state when the address is saved.
    return undefined;
  }
}
