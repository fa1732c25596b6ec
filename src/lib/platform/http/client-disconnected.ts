import { isNamed } from '#lib/platform/errors/error-name.ts';

export class ClientDisconnected extends Error {
  constructor(options?: ErrorOptions) {
    super('the client disconnected', options);
    this.name = 'ClientDisconnected';
  }
}

export function isClientDisconnected(error: unknown): boolean {
  return isNamed(error, 'ClientDisconnected');
}
