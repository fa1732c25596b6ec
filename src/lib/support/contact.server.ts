import { randomBytes } from 'node:crypto';
import type { Shop } from '#lib/shop/shop.server.ts';
import type { ContactInput } from '#lib/support/contact.ts';

/** Keeps a message of the Get In Touch form for the owner, and gives its id. */
export async function createContact({ db, now }: Pick<Shop, 'db' | 'now'>, input: ContactInput): Promise<string> {
  const id = randomBytes(16).toString('base64url');
  await db.write
    .insertInto('contact_message')
    .values({ id, ...input, created_at: now() })
    .execute();
  return id;
}
