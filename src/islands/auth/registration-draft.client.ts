export interface RegistrationDraft {
  name: string;
  email: string;
  mobile: string;
  /** This name is misspelt on purpose (product.md, "API"). */
  termsAndCondtion: boolean;
}

const STORAGE_KEY = 'registration';

/** Saves the draft in the session storage, so that the form is still filled in after the visitor has read the terms. */
export function saveRegistrationDraft(draft: RegistrationDraft): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(draft));
  } catch {
    // Storage is blocked.
  }
}

export function clearRegistrationDraft(): void {
  try {
    sessionStorage.removeItem(STORAGE_KEY);
  } catch {
    // Storage is blocked.
  }
}

export function loadRegistrationDraft(): RegistrationDraft | undefined {
  try {
    const { name, email, mobile, termsAndCondtion } = JSON.parse(
      sessionStorage.getItem(STORAGE_KEY) ?? '',
    ) as Partial<RegistrationDraft>;
    return { name: name ?? '', email: email ?? '', mobile: mobile ?? '', termsAndCondtion: termsAndCondtion === true };
  } catch {
    // Nothing is stored, or storage is blocked.
    return undefined;
  }
}
