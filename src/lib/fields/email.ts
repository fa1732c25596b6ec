/** The standard address pattern of the specification, section 5: something, an at sign, a name with a dot. */
export const EMAIL_PATTERN = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/;
/** Longest address that mail servers take (RFC 5321). */
export const EMAIL_MAX_CHARACTERS = 254;
