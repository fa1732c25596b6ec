/** Saves the input in the session storage, so that it is not lost during the login. */
export function saveDraft(form: HTMLFormElement): void {
  try {
    sessionStorage.setItem(draftKey(form), JSON.stringify([...new FormData(form)]));
  } catch {
    // Storage is blocked.
  }
}

/** Returns the names and values of the saved input, or none if nothing is saved or storage is blocked. */
export function readDraft(form: HTMLFormElement): [name: string, value: string][] {
  try {
    return JSON.parse(sessionStorage.getItem(draftKey(form)) ?? '[]') as [string, string][];
  } catch {
    // Storage is blocked.
    return [];
  }
}

export function clearDraft(form: HTMLFormElement): void {
  try {
    sessionStorage.removeItem(draftKey(form));
  } catch {
    // Storage is blocked.
  }
}

function draftKey(form: HTMLFormElement): string {
  return `review:${form.querySelector<HTMLInputElement>('[name="product"]')?.value}`;
}
