import { recordReadingTicket } from '#lib/customers/support/ticket-rows.server.ts';
import type { Tx } from '#lib/platform/db/db.server.ts';
import { isOutcomeUnknown } from '#lib/platform/db/query/unavailable.server.ts';
import type { AttachmentTable } from '#lib/platform/db/tables/support.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { FILE_KINDS, type FileKindName } from '#lib/platform/files/storage/file-kinds.ts';
import type { FileStore } from '#lib/platform/files/storage/file-store.ts';
import type { UploadedFile } from '#lib/platform/files/storage/upload.ts';
import { storedFileResponse } from '#lib/platform/http/pages/stored-file.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { newId } from '#lib/platform/tokens.server.ts';

type StoredFile = Omit<AttachmentTable, 'ticket_message_id'>;

/**
 * Stores the files, calls `work`, and removes the files if `work` fails. After a crash, the job `delete unused files`
 * removes them.
 */
export async function withStoredFiles<T>(
  store: FileStore,
  files: UploadedFile[],
  work: (storedFiles: StoredFile[]) => Promise<T>,
): Promise<T> {
  const storedFiles: StoredFile[] = [];
  try {
    for (const { name, kind, bytes, path } of files) {
      const file_key = await store.add(path, FILE_KINDS[kind].types[0]);
      storedFiles.push({ id: newId(), position: storedFiles.length, name, kind, bytes, file_key });
    }
    return await work(storedFiles);
  } catch (error) {
    // If the rows were not saved, the job `delete unused files` removes the files later.
    if (isOutcomeUnknown(error)) throw error;
    // Files that can't be removed now are removed later by the same job.
    for (const { file_key } of storedFiles) await store.remove(file_key).catch(() => undefined);
    throw error;
  }
}

export async function insertAttachments(tx: Tx, messageId: string, storedFiles: StoredFile[]): Promise<void> {
  if (storedFiles.length === 0) return;
  await tx
    .insertInto('attachment')
    .values(storedFiles.map((file) => ({ ...file, ticket_message_id: messageId })))
    .execute();
}

/**
 * Returns the response with an attachment of one of the customer's tickets. Throws a ShopError `not_found` for any
 * other id.
 */
export async function attachmentResponse(
  { db }: Pick<Shop, 'db'>,
  customerId: string,
  id: string,
  request: Request,
): Promise<Response> {
  return fileResponse(
    await attachmentQuery(db, id).where('ticket.customer_id', '=', customerId).executeTakeFirst(),
    request,
  );
}

/**
 * Returns the response with an attachment for staff, and records in the audit log that the ticket was read. Throws a
 * ShopError `not_found` for an unknown id.
 */
export async function attachmentResponseForAdmin(
  { db, now }: Pick<Shop, 'db' | 'now'>,
  id: string,
  request: Request,
): Promise<Response> {
  const file = await attachmentQuery(db, id).executeTakeFirst();
  if (file) await recordReadingTicket({ db, now }, file.number);
  return fileResponse(file, request);
}

function attachmentQuery({ write }: Pick<Shop['db'], 'write'>, id: string) {
  return write
    .selectFrom('attachment')
    .innerJoin('ticket_message', 'ticket_message.id', 'attachment.ticket_message_id')
    .innerJoin('ticket', 'ticket.id', 'ticket_message.ticket_id')
    .select(['attachment.file_key', 'attachment.bytes', 'attachment.name', 'attachment.kind', 'ticket.number'])
    .where('attachment.id', '=', id);
}

function fileResponse(file: Omit<StoredFile, 'id' | 'position'> | undefined, request: Request): Response {
  if (!file) throw new ShopError('not_found', 'There is no such file.');
  const { file_key: key, bytes, name, kind } = file;
  const type: string = FILE_KINDS[kind as FileKindName].types[0];
  return storedFileResponse(
    { key, bytes, name, type: type === 'text/plain' ? `${type}; charset=utf-8` : type },
    request,
  );
}
