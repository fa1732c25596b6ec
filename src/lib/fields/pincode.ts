export const PINCODE_DIGITS = 6;
export const PINCODE_PATTERN = /^[1-9][0-9]{5}$/;

/** What may be typed or pasted into a pincode: its digits, six at most. */
export function typedPincode(text: string): string {
  return text.replace(/[^0-9]/g, '').slice(0, PINCODE_DIGITS);
}

/** Where a pincode lies: the city is the postal district. */
export interface PincodePlace {
  pincode: string;
  city: string;
  state: string;
}
