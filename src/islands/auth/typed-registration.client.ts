/** What stands in the form of the registration. */
export interface TypedRegistration {
  name: string;
  email: string;
  mobile: string;
  isAgreed: boolean;
}

const KEY = 'registration';

/** Kept in this tab, so that a look at the terms, or a tab that the phone drops, does not empty the form. */
export function keepTypedRegistration(typed: TypedRegistration): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(typed));
  } catch {
    // Without storage the form is as forgetful as any other.
  }
}

export function forgetTypedRegistration(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was kept.
  }
}

export function typedRegistration(): TypedRegistration | undefined {
  try {
    const { name, email, mobile, isAgreed } = JSON.parse(
      sessionStorage.getItem(KEY) ?? '',
    ) as Partial<TypedRegistration>;
    return { name: name ?? '', email: email ?? '', mobile: mobile ?? '', isAgreed: isAgreed === true };
  } catch {
    // Nothing was typed, or nothing may be kept.
    return undefined;
  }
}
