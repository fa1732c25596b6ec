import { z } from 'zod';

export const MANIFEST_FILE = 'manifest.json';

const fileSchema = z.object({ bytes: z.int().min(0), sha256: z.string().regex(/^[0-9a-f]{64}$/) });

const contentsSchema = z.object({
  migrations: z.array(z.string()),
  /** The number of rows of each table. */
  rows: z.record(z.string(), z.int().min(0)),
  /** The sum of the totals of all orders. */
  ordersPaise: z.int(),
  /** A value that identifies the secret key of this database. */
  keyCheck: z.string().optional(),
});

/** The manifest is written last: a folder without it is not a backup. Paths in `files` are relative to its folder. */
export const manifestSchema = z.object({
  format: z.literal(1),
  engine: z.enum(['sqlite', 'postgres']),
  /** A time in epoch ms. The backup contains every order that was placed before this time. */
  takenAt: z.int(),
  contents: contentsSchema,
  files: z.record(z.string(), fileSchema),
});

export type Contents = z.infer<typeof contentsSchema>;
export type BackupFile = z.infer<typeof fileSchema>;
export type Manifest = z.infer<typeof manifestSchema>;
