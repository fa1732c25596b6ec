export class ClientGone extends Error {
  constructor(options?: ErrorOptions) {
    super('the client went away', options);
    this.name = 'ClientGone';
  }
}

/** By name: the server's entry and the bundled pages each have a copy of the class. */
export function isClientGone(error: unknown): boolean {
  return error instanceof Error && error.name === 'ClientGone';
}
