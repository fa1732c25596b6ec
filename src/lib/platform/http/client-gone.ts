/** The client went away amid its request. Nobody hears an answer, and nothing of the shop is broken. */
export class ClientGone extends Error {
  constructor(options?: ErrorOptions) {
    super('the client went away', options);
    this.name = 'ClientGone';
  }
}

/** The server's entry and the bundled pages each have a copy of the class, so it is told by its name. */
export function isClientGone(error: unknown): boolean {
  return error instanceof Error && error.name === 'ClientGone';
}
