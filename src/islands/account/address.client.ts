import type { ApiResponse } from '#islands/ui/api-response.ts';
import { sendToApi } from '#islands/ui/api-response.ts';
import { sendLoggedIn } from '#islands/visitor/send-logged-in.ts';
import type { PincodeLocation } from '#lib/primitives/pincode.ts';
import { type AddressInput, type AddressJson, ADDRESS_MESSAGES as MESSAGES } from '#lib/sales/address/address.ts';

/** Creates an address, or updates the address with the given id. Returns an error response if the request fails. */
export async function saveAddress(
  id: string | undefined,
  input: AddressInput,
): Promise<Pick<ApiResponse<AddressJson | null>, 'status' | 'message' | 'fields'>> {
  try {
    return await sendLoggedIn(() =>
      id === undefined
        ? sendToApi<AddressJson | null>('POST', '/public/address/create', input)
        : sendToApi<AddressJson | null>('PATCH', `/public/address/update/${id}`, input),
    );
  } catch {
    return { status: 'error', message: MESSAGES.notSaved };
  }
}

/** Returns the city and state of a pincode, or `undefined` if the pincode is unknown or the request fails. */
export async function findLocation(pincode: string): Promise<PincodeLocation | undefined> {
  try {
    const response = await fetch(`/public/pincode/${pincode}`, { headers: { accept: 'application/json' } });
    const body = (await response.json()) as ApiResponse<PincodeLocation>;
    return body.status === 'success' ? body.data : undefined;
  } catch {
    // The server fills in the city and state when the address is saved.
    return undefined;
  }
}
