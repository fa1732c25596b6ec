import { useEffect, useRef, useState } from 'react';
import type { ApiResponse } from '#islands/ui/api-response.ts';
import { sendForm } from '#islands/ui/forms/send-form.client.ts';
import { sendLoggedIn } from '#islands/visitor/send-logged-in.ts';

/** Returns functions to send and cancel an upload, and its progress: a fraction, or undefined if nothing is sent. */
export function useUpload() {
  const [progress, setProgress] = useState<number>();
  const abortController = useRef<AbortController>(undefined);
  useEffect(() => () => abortController.current?.abort(), []);

  /** Sends a form. Resolves to `undefined` if the upload was cancelled or another upload is running. */
  async function send<Data>(path: string, form: FormData): Promise<ApiResponse<Data> | undefined> {
    if (abortController.current) return undefined;
    const controller = new AbortController();
    abortController.current = controller;
    setProgress(0);
    try {
      const options = { onProgress: setProgress, signal: controller.signal };
      return await sendLoggedIn(() => sendForm<Data>(path, form, options));
    } catch (error) {
      if (controller.signal.aborted) return undefined;
      throw error;
    } finally {
      abortController.current = undefined;
      setProgress(undefined);
    }
  }

  return { progress, send, cancel: () => abortController.current?.abort() };
}
