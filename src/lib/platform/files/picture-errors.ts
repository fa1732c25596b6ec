/** The picture itself is to blame, in the decoder's words. */
export class PictureRefusal extends Error {
  override readonly name = 'PictureRefusal';
}

/** The process that decodes has ended, by this picture or another. */
export class PictureWorkerGone extends Error {
  override readonly name = 'PictureWorkerGone';
}

// The server's entry and the bundled pages each have a copy of the classes, so they are told by their names.
export function isPictureRefusal(error: unknown): error is PictureRefusal {
  return error instanceof Error && error.name === 'PictureRefusal';
}

export function isPictureWorkerGone(error: unknown): error is PictureWorkerGone {
  return error instanceof Error && error.name === 'PictureWorkerGone';
}
