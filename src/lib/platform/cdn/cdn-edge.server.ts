import { encodedTag } from '#lib/platform/http/pages/cache-tags.ts';
import type { Settings } from '#lib/platform/settings/settings.server.ts';
import type { Upstreams } from '#lib/platform/upstream/upstreams.server.ts';

const TIMEOUT_MS = 5_000;
/** Cloudflare accepts 30 tags per call. */
const MAX_TAGS_PER_CALL = 30;
/** Varnish accepts a header of 8 kB. */
const MAX_CHARACTERS_PER_CALL = 4_000;

class PurgeError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The CDN responded to a purge with status ${status}.`);
    this.status = status;
  }
}

/**
 * Returns a function that sends tags to one purge URL of a CDN, in a header for Varnish and in the body for other CDNs.
 * It throws UpstreamUnavailable if calls are paused or time out, and another error if the purge URL is unreachable or
 * does not accept the tags.
 */
export function tagPurger(
  purgeUrl: string,
  { token }: NonNullable<Settings['cdn']>,
  upstreams: Upstreams,
): (tags: readonly string[]) => Promise<void> {
  const upstream = upstreams.get(`cdn ${new URL(purgeUrl).host}`, {
    maxConcurrent: 1,
    maxWaiting: 0,
    timeoutMs: TIMEOUT_MS,
    isServiceFailure: (error) => (statusOf(error) ?? 500) >= 500 || statusOf(error) === 429,
    statusOf,
  });
  return (tags) => {
    const encodedTags = tags.map(encodedTag);
    return upstream.call('POST purge', async (signal) => {
      const response = await fetch(purgeUrl, {
        method: 'POST',
        redirect: 'error',
        signal,
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'cache-tag': encodedTags.join(','),
        },
        body: JSON.stringify({ tags: encodedTags }),
      });
      await response.body?.cancel();
      if (!response.ok) throw new PurgeError(response.status);
    });
  };
}

/** Returns the tags in groups that are small enough for one call each. */
export function splitIntoCalls(tags: readonly string[]): string[][] {
  const calls: string[][] = [];
  let characters = 0;
  for (const tag of tags) {
    const length = encodedTag(tag).length + 1;
    const call = calls.at(-1);
    if (call && call.length < MAX_TAGS_PER_CALL && characters + length <= MAX_CHARACTERS_PER_CALL) {
      call.push(tag);
      characters += length;
    } else {
      calls.push([tag]);
      characters = length;
    }
  }
  return calls;
}

function statusOf(error: unknown): number | undefined {
  return error instanceof PurgeError ? error.status : undefined;
}
