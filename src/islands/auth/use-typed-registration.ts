import { useEffect } from 'react';
import {
  keepTypedRegistration,
  type TypedRegistration,
  typedRegistration,
} from '#islands/auth/typed-registration.client.ts';

interface RegistrationForm {
  values: TypedRegistration;
  isLive: boolean;
  set: (change: (now: TypedRegistration) => TypedRegistration) => void;
}

/** Stores the input, and restores it unless the server has filled the form. */
export function useTypedRegistration({ values, isLive, set }: RegistrationForm, isShownAgain: boolean): void {
  useEffect(() => {
    const stored = typedRegistration();
    if (!stored || isShownAgain) return;
    // Input from before this code was loaded is newer.
    set((now) => ({
      ...(now.name || now.email || now.mobile ? now : stored),
      termsAndCondtion: now.termsAndCondtion || stored.termsAndCondtion,
    }));
  }, [isShownAgain, set]);

  useEffect(() => {
    if (isLive) keepTypedRegistration(values);
  }, [isLive, values]);
}
