export interface Finding {
  isGood: boolean;
  /** A hint for the owner; it does not make the command fail. */
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
