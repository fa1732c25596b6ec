import { randomBytes } from 'node:crypto';

export function newFileKey(): string {
  return randomBytes(16).toString('hex');
}

export function isFileKey(text: string): boolean {
  return /^[0-9a-f]{32}$/.test(text);
}
