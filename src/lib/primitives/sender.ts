import { isEmail } from '#lib/primitives/email.ts';

/** Returns the address in a From header, with or without a name, or undefined if it is not a valid sender. */
export function senderAddress(from: string): string | undefined {
  const address = /^[^<>]*<([^<>]+)>$/.exec(from.trim())?.[1] ?? from.trim();
  const isLocal = /^[a-z0-9._-]+@localhost$/.test(address);
  return isEmail(address) || isLocal ? address : undefined;
}
