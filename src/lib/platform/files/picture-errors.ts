export class PictureRefusal extends Error {
  override readonly name = 'PictureRefusal';
}

/** The decoding process ended, perhaps because of another picture. */
export class PictureWorkerGone extends Error {
  override readonly name = 'PictureWorkerGone';
}

// Check the names: the server's entry and the bundled pages have different copies of the classes.
export function isPictureRefusal(error: unknown): error is PictureRefusal {
  return error instanceof Error && error.name === 'PictureRefusal';
}

export function isPictureWorkerGone(error: unknown): error is PictureWorkerGone {
  return error instanceof Error && error.name === 'PictureWorkerGone';
}
