import type { APIContext } from 'astro';
import { uploadsDir } from '#lib/platform/files/storage/open-file-store.server.ts';
import { isUploadRefusal, type UploadRules } from '#lib/platform/files/storage/upload.ts';
import { isUrlEncoded } from '#lib/platform/http/endpoint/endpoint-body.server.ts';
import { readFields } from '#lib/platform/http/endpoint/request-body.server.ts';

/**
 * The text of a form whose sender has to log in first, shown again after the login. It is not validated, so it reveals
 * nothing to a stranger, and no file is received. `undefined` if it can't be read.
 */
export async function textOfRefusedForm(
  { request, locals }: APIContext,
  upload: UploadRules | undefined,
): Promise<Record<string, unknown> | undefined> {
  try {
    if (!upload || isUrlEncoded(request)) return await readFields(request);
    const { receiveUpload } = await import('#lib/platform/files/uploads/receive-upload.server.ts');
    const received = await receiveUpload(request, uploadsDir(locals.shop.settings.dataDir), { ...upload, files: 0 });
    await received.discard();
    return received.fields;
  } catch (error) {
    // Reading stops at the first file; the fields before it are returned. After other errors the visitor
    // is sent to the login without them.
    return isUploadRefusal(error) ? error.fields : undefined;
  }
}
