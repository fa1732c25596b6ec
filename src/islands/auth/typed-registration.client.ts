export interface TypedRegistration {
  name: string;
  email: string;
  mobile: string;
  termsAndCondtion: boolean;
}

const KEY = 'registration';

/** In the tab's storage, so that reading the terms does not empty the form. */
export function keepTypedRegistration(typed: TypedRegistration): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(typed));
  } catch {
    // Storage is blocked.
  }
}

export function clearRegistrationDraft(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Storage is blocked.
  }
}

export function typedRegistration(): TypedRegistration | undefined {
  try {
    const { name, email, mobile, termsAndCondtion } = JSON.parse(
      sessionStorage.getItem(KEY) ?? '',
    ) as Partial<TypedRegistration>;
    return { name: name ?? '', email: email ?? '', mobile: mobile ?? '', termsAndCondtion: termsAndCondtion === true };
  } catch {
    // Nothing is stored, or storage is blocked.
    return undefined;
  }
}
