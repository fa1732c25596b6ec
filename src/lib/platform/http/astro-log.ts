import type { AstroLoggerDestination } from 'astro';
import { scrub } from '#lib/platform/http/scrub.ts';

/** Astro's own words about a request, as a line of the shop's log and without the address that was asked for. */
export default function astroLog(): AstroLoggerDestination {
  return {
    write({ level, message }) {
      if (level !== 'error' && level !== 'warn') return;
      const msg = message.replace(/https?:\/\/[^\s/]+\/\S*/g, '[address]').slice(0, 4_000);
      console.error(
        scrub(JSON.stringify({ level: level === 'error' ? 50 : 40, time: Date.now(), from: 'astro', msg })),
      );
    },
  };
}
