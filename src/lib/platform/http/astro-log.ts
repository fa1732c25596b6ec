import type { AstroLoggerDestination } from 'astro';
import { redactSecrets } from '#lib/platform/http/redact-secrets.ts';

/** Writes errors and warnings from Astro as JSON lines, without URLs and secrets. */
export default function astroLog(): AstroLoggerDestination {
  return {
    write({ level, message }) {
      if (level !== 'error' && level !== 'warn') return;
      const msg = message.replace(/https?:\/\/[^\s/]+\/\S*/g, '[address]').slice(0, 4_000);
      console.error(
        redactSecrets(JSON.stringify({ level: level === 'error' ? 50 : 40, time: Date.now(), from: 'astro', msg })),
      );
    },
  };
}
