import type { ApiResponse } from '#islands/ui/api-response.ts';

interface SendOptions {
  /** Called with the fraction of the form that has been sent, from 0 to 1. */
  onProgress?(sentFraction: number): void;
  signal?: AbortSignal;
}

/**
 * Posts a form with progress, which `fetch` does not report. Rejects if there is no response from the API, or if
 * `signal` is aborted.
 */
export function sendForm<Data>(
  path: string,
  form: FormData,
  { onProgress, signal }: SendOptions = {},
): Promise<ApiResponse<Data> & { httpStatus: number }> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const cancel = () => request.abort();
    signal?.addEventListener('abort', cancel, { once: true });
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0));
    request.addEventListener('loadend', () => {
      signal?.removeEventListener('abort', cancel);
      const body = parseResponse<Data>(request.responseText);
      if (body) resolve({ ...body, httpStatus: request.status });
      else reject(signal?.aborted ? signal.reason : new Error('no response'));
    });
    request.open('POST', path);
    request.setRequestHeader('accept', 'application/json');
    request.send(form);
  });
}

function parseResponse<Data>(text: string): ApiResponse<Data> | undefined {
  try {
    const body = JSON.parse(text) as ApiResponse<Data>;
    return typeof body.status === 'string' ? body : undefined;
  } catch {
    // An invalid response is treated as no response.
    return undefined;
  }
}
