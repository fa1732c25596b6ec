export interface Finding {
  isGood: boolean;
  /** Whether the finding is only a hint for the owner, which does not make `doctor` fail. */
  isHint?: true;
  text: string;
}

export function ok(text: string): Finding {
  return { isGood: true, text };
}

export function hint(text: string): Finding {
  return { isGood: true, isHint: true, text };
}

export function problem(text: string): Finding {
  return { isGood: false, text };
}
