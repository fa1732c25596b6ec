import type { EnvReader } from '#lib/platform/env-reader.server.ts';

export interface CdnSettings {
  purgeUrls: string[];
  token: string;
}

export function readCdn(env: EnvReader): CdnSettings | undefined {
  const [addresses, token] = [env.text('CDN_PURGE_URL'), env.text('CDN_PURGE_TOKEN')];
  if (!addresses && !token) return undefined;
  const purgeUrls = (addresses ?? '')
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean);
  for (const url of purgeUrls)
    if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
      env.problems.push(`CDN_PURGE_URL has ${url}; it must be an address such as http://127.0.0.1:6081/.purge.`);
  if (!token || purgeUrls.length === 0) env.problems.push('CDN_PURGE_URL and CDN_PURGE_TOKEN are needed together.');
  if (env.isOn('PAGE_CACHE', 'on'))
    env.problems.push('CDN_PURGE_URL needs PAGE_CACHE=off, or the shop would give the CDN pages that it kept itself.');
  return { purgeUrls, token: token ?? '' };
}
