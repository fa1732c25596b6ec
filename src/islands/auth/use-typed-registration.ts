import { type RefObject, useEffect } from 'react';
import {
  keepTypedRegistration,
  type TypedRegistration,
  typedRegistration,
} from '#islands/auth/typed-registration.client.ts';

interface RegistrationForm {
  props: { ref: RefObject<HTMLFormElement | null> };
  values: TypedRegistration;
  isLive: boolean;
  set: (change: (now: TypedRegistration) => TypedRegistration) => void;
}

/** Stores what is typed, and restores it unless the server has filled the form. */
export function useTypedRegistration({ props, values, isLive, set }: RegistrationForm, isShownAgain: boolean): void {
  const { ref } = props;
  // In the render that makes the form live: a button that is disabled for a moment loses the press of that moment.
  useEffect(() => {
    const terms = ref.current?.elements.namedItem('termsAndCondtion');
    if (terms instanceof HTMLInputElement && terms.checked) set((now) => ({ ...now, termsAndCondtion: true }));
  }, [ref, set]);

  useEffect(() => {
    const kept = typedRegistration();
    if (!kept || isShownAgain) return;
    // What was typed before this code came is newer.
    set((now) => ({
      ...(now.name || now.email || now.mobile ? now : kept),
      termsAndCondtion: now.termsAndCondtion || kept.termsAndCondtion,
    }));
  }, [isShownAgain, set]);

  useEffect(() => {
    if (isLive) keepTypedRegistration(values);
  }, [isLive, values]);
}
