/** Thrown if the shop can't start. The message is for the owner and is printed without a stack trace. */
export class StartError extends Error {
  readonly code: string = 'no_start';
}
