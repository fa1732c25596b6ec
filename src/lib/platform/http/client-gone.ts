import { isNamed } from '#lib/platform/errors/error-name.ts';

export class ClientGone extends Error {
  constructor(options?: ErrorOptions) {
    super('the client disconnected', options);
    this.name = 'ClientGone';
  }
}

export function isClientGone(error: unknown): boolean {
  return isNamed(error, 'ClientGone');
}
