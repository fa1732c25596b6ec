import { useEffect, useRef, useState } from 'react';
import type { ApiAnswer } from '#islands/ui/api-answer.ts';
import { sendForm } from '#islands/ui/send-form.client.ts';

interface Upload<Data> {
  /** From 0 to 1 while a form is on its way. */
  progress: number | undefined;
  /** `undefined` when it was cancelled; `brokeOff` when there was no answer. */
  send(path: string, form: FormData): Promise<ApiAnswer<Data> | 'brokeOff' | undefined>;
  cancel(): void;
}

/** Sends a form with files, one at a time, with progress and a way to cancel. */
export function useUpload<Data>(): Upload<Data> {
  const [progress, setProgress] = useState<number>();
  const running = useRef<AbortController>(undefined);
  // What nobody looks at any more would arrive unseen.
  useEffect(() => () => running.current?.abort(), []);

  async function send(path: string, form: FormData) {
    if (running.current) return undefined;
    const controller = new AbortController();
    running.current = controller;
    setProgress(0);
    try {
      return await sendForm<Data>(path, form, { onProgress: setProgress, signal: controller.signal });
    } catch {
      return controller.signal.aborted ? undefined : ('brokeOff' as const);
    } finally {
      running.current = undefined;
      setProgress(undefined);
    }
  }

  return { progress, send, cancel: () => running.current?.abort() };
}
