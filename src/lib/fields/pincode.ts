export const PINCODE_DIGITS = 6;
export const PINCODE_PATTERN = /^[1-9][0-9]{5}$/;

export function typedPincode(text: string): string {
  return text.replace(/[^0-9]/g, '').slice(0, PINCODE_DIGITS);
}

export interface PincodePlace {
  pincode: string;
  city: string;
  state: string;
}
