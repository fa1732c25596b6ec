import type { AstroLoggerDestination } from 'astro';
import { scrub } from '#lib/platform/http/scrub.ts';

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
