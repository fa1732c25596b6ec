import { z } from 'zod/mini';
import { versionSchema } from '#lib/primitives/version.schema.ts';

/** The version of the order that a form shows. */
export const ORDER_VERSION = z.object({ version: versionSchema });
