import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { Upstreams } from '#lib/platform/upstream/upstreams.server.ts';

const OPTIONS = { maxConcurrent: 2, maxWaiting: 1, timeoutMs: 1_000, isServiceFailure: () => true };

afterEach(() => {
  vi.useRealTimers();
});

/** Returns the result of a call, `unavailable`, or the message of its error. */
const outcome = (call: Promise<unknown>) =>
  call.catch((error: Error) => (error.name === 'UpstreamUnavailable' ? 'unavailable' : error.message));

describe('an upstream', () => {
  test('limits concurrent and waiting calls, and rejects the rest immediately', async () => {
    const upstream = new Upstreams().get('bank', OPTIONS);
    let runningCount = 0;
    let maxRunning = 0;
    const call = () =>
      upstream.call('ask', async () => {
        maxRunning = Math.max(maxRunning, ++runningCount);
        await wait(20);
        runningCount--;
        return 'answer';
      });
    expect(await Promise.all(Array.from({ length: 5 }, () => outcome(call())))).toEqual([
      'answer',
      'answer',
      'answer',
      'unavailable',
      'unavailable',
    ]);
    expect(maxRunning).toBe(2);
  });

  test('aborts a call that times out', async () => {
    vi.useFakeTimers();
    const upstream = new Upstreams().get('bank', OPTIONS);
    let isAborted = false;
    const call = outcome(
      upstream.call('ask', (signal) => {
        signal.addEventListener('abort', () => {
          isAborted = true;
        });
        return new Promise(() => {});
      }),
    );
    await vi.advanceTimersByTimeAsync(1_000);
    expect([await call, isAborted]).toEqual(['unavailable', true]);
  });

  test('is paused after five consecutive failures, retried later, and the pause is reported only once', async () => {
    vi.useFakeTimers();
    const warnings: unknown[] = [];
    const note = (_line: unknown, text?: string) =>
      void (text === 'an upstream is paused after failures' && warnings.push(text));
    const upstream = new Upstreams({ warn: note, error: note }).get('bank', OPTIONS);
    let calls = 0;
    let isHealthy = false;
    const call = () =>
      outcome(
        upstream.call('ask', async () => {
          calls++;
          if (!isHealthy) throw new Error('broken');
          return 'answer';
        }),
      );
    for (let n = 0; n < 5; n++) expect(await call()).toBe('broken');
    expect([await call(), await call(), calls, warnings.length]).toEqual(['unavailable', 'unavailable', 5, 1]);
    // A change of the wall clock has no effect.
    vi.setSystemTime(0);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await call()).toBe('broken');
    expect([await call(), calls]).toEqual(['unavailable', 6]);
    isHealthy = true;
    await vi.advanceTimersByTimeAsync(5_000);
    for (let n = 0; n < 3; n++) expect(await call()).toBe('answer');
  });

  test('is not paused for errors that are not failures of the service', async () => {
    const upstream = new Upstreams().get('bank', { ...OPTIONS, isServiceFailure: () => false });
    const call = () => outcome(upstream.call('ask', () => Promise.reject(new Error('no'))));
    for (let n = 0; n < 8; n++) expect(await call()).toBe('no');
  });

  test('does not abort a call that has returned, because its response may still be streaming', async () => {
    const upstream = new Upstreams().get('bank', OPTIONS);
    const signal = await upstream.call('ask', async (callSignal) => callSignal);
    expect(signal.aborted).toBe(false);
  });
});

describe('code in a render slot', () => {
  test('can’t call an upstream at any depth', async () => {
    const upstreams = new Upstreams();
    const upstream = upstreams.get('bank', OPTIONS);
    const call = async () => {
      await wait(1);
      return upstream.call('ask', async () => 'answer');
    };
    expect(await call()).toBe('answer');
    await expect(upstreams.inRenderSlot(call)).rejects.toThrow('must not be called in a render slot');
  });

  test('may start background work, one run at a time', async () => {
    const upstreams = new Upstreams();
    const upstream = upstreams.get('bank', OPTIONS);
    const results: string[] = [];
    const work = () =>
      upstream.call('ask', async () => {
        await wait(5);
        results.push('answer');
      });
    await upstreams.inRenderSlot(async () => {
      for (let n = 0; n < 3; n++) upstreams.inBackground('ask', work);
    });
    await upstreams.settled();
    expect(results).toEqual(['answer']);
    upstreams.inBackground('ask', () => Promise.reject(new Error('ignored')));
    await upstreams.settled();
    upstreams.inBackground('ask', work);
    await upstreams.settled();
    expect(results).toHaveLength(2);
  });
});
