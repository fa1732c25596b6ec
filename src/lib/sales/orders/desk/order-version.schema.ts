import { z } from 'zod/mini';
import { text } from '#lib/primitives/text.schema.ts';
import { versionSchema } from '#lib/primitives/version.schema.ts';

/** The order that a form of its page changes, and the version that the page showed. */
export const ORDER_VERSION = z.object({ id: text(), version: versionSchema });
