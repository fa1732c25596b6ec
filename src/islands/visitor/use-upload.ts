import { useEffect, useRef, useState } from 'react';
import type { ApiResponse } from '#islands/ui/api-response.ts';
import { sendForm } from '#islands/ui/forms/send-form.client.ts';
import { sendLoggedIn } from '#islands/visitor/send-logged-in.ts';

interface Upload {
  /** The fraction that has been sent, from 0 to 1; undefined when nothing is being sent. */
  progress: number | undefined;
  /**
   * Sends a form. Resolves to `undefined` if the upload was cancelled or another upload is running. `failureMessage` is
   * the message if there is no response.
   */
  send<Data>(path: string, form: FormData, failureMessage: string): Promise<UploadResponse<Data> | undefined>;
  cancel(): void;
}

export type UploadResponse<Data> = Omit<ApiResponse<Data>, 'data'> & { data?: Data };

export function useUpload(): Upload {
  const [progress, setProgress] = useState<number>();
  const abortController = useRef<AbortController>(undefined);
  useEffect(() => () => abortController.current?.abort(), []);

  async function send<Data>(
    path: string,
    form: FormData,
    failureMessage: string,
  ): Promise<UploadResponse<Data> | undefined> {
    if (abortController.current) return undefined;
    const controller = new AbortController();
    abortController.current = controller;
    setProgress(0);
    try {
      const options = { onProgress: setProgress, signal: controller.signal };
      return await sendLoggedIn(() => sendForm<Data>(path, form, options));
    } catch {
      return controller.signal.aborted ? undefined : { status: 'error', message: failureMessage };
    } finally {
      abortController.current = undefined;
      setProgress(undefined);
    }
  }

  return { progress, send, cancel: () => abortController.current?.abort() };
}
