import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts text with the shop's secret key, so that a copy of the database does not reveal it. */
export function encryptText(secretKey: string, text: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', keyFrom(secretKey), iv);
  const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), ciphertext]).toString('base64url');
}

/** Decrypts text. Returns undefined if it was encrypted with another key or has been changed. */
export function decryptText(secretKey: string, encrypted: string): string | undefined {
  const bytes = Buffer.from(encrypted, 'base64url');
  if (bytes.length < IV_BYTES + TAG_BYTES) return undefined;
  const decipher = createDecipheriv('aes-256-gcm', keyFrom(secretKey), bytes.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  try {
    const ciphertext = bytes.subarray(IV_BYTES + TAG_BYTES);
    return Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString('utf8');
  } catch {
    // The authentication tag does not match.
    return undefined;
  }
}

function keyFrom(secretKey: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secretKey, '', 'admin sealed text', 32));
}
