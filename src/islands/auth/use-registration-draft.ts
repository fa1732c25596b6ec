import { useEffect } from 'react';
import {
  loadRegistrationDraft,
  type RegistrationDraft,
  saveRegistrationDraft,
} from '#islands/auth/registration-draft.client.ts';

interface RegistrationForm {
  values: RegistrationDraft;
  isHydrated: boolean;
  set: (update: (current: RegistrationDraft) => RegistrationDraft) => void;
}

/** Stores the input as a draft, and restores the draft unless the server has rendered the form with old input. */
export function useRegistrationDraft({ values, isHydrated, set }: RegistrationForm, hasOldInput: boolean): void {
  useEffect(() => {
    const draft = loadRegistrationDraft();
    if (!draft || hasOldInput) return;
    // Input from before hydration is newer than the draft.
    set((current) => ({
      ...(current.name || current.email || current.mobile ? current : draft),
      termsAndCondtion: current.termsAndCondtion || draft.termsAndCondtion,
    }));
  }, [hasOldInput, set]);

  useEffect(() => {
    if (isHydrated) saveRegistrationDraft(values);
  }, [isHydrated, values]);
}
