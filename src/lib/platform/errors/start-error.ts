/** Keeps the shop from starting, in words for its owner, who gets no stack. */
export class StartError extends Error {
  readonly code: string = 'no_start';
}
