import { isNamed } from '#lib/platform/errors/error-name.ts';

/** Thrown if the picture is damaged or not allowed. */
export class PictureRefusal extends Error {
  override readonly name = 'PictureRefusal';
}

/** Thrown if the decoding process has ended, perhaps because of another picture. */
export class PictureWorkerExited extends Error {
  override readonly name = 'PictureWorkerExited';
}

export function isPictureRefusal(error: unknown): error is PictureRefusal {
  return isNamed(error, 'PictureRefusal');
}

export function isPictureWorkerExited(error: unknown): error is PictureWorkerExited {
  return isNamed(error, 'PictureWorkerExited');
}
