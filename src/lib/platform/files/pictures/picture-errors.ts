import { isNamed } from '#lib/platform/errors/error-name.ts';

export class PictureRefusal extends Error {
  override readonly name = 'PictureRefusal';
}

/** The decoding process has ended, perhaps because of another picture. */
export class PictureWorkerGone extends Error {
  override readonly name = 'PictureWorkerGone';
}

export function isPictureRefusal(error: unknown): error is PictureRefusal {
  return isNamed(error, 'PictureRefusal');
}

export function isPictureWorkerGone(error: unknown): error is PictureWorkerGone {
  return isNamed(error, 'PictureWorkerGone');
}
