import type { APIContext } from 'astro';
import { uploadsDir } from '#lib/platform/files/storage/open-file-store.server.ts';
import { isFileError, type UploadRules } from '#lib/platform/files/storage/upload.ts';
import { isUrlEncoded } from '#lib/platform/http/endpoint/endpoint-body.server.ts';
import { readFields } from '#lib/platform/http/endpoint/request-body.server.ts';

/**
 * Reads the text fields of a form whose sender must log in first, so that the form can show them again after the login.
 * The fields are not validated, so nothing is revealed to a stranger, and files are not received. Returns undefined if
 * the form can't be read.
 */
export async function readTextFields(
  { request, locals }: APIContext,
  upload: UploadRules | undefined,
): Promise<Record<string, unknown> | undefined> {
  try {
    if (!upload || isUrlEncoded(request)) return await readFields(request);
    const { receiveUpload } = await import('#lib/platform/files/uploads/receive-upload.server.ts');
    const receivedForm = await receiveUpload(request, uploadsDir(locals.shop.settings.dataDir), {
      ...upload,
      maxFiles: 0,
    });
    await receivedForm.discard();
    return receivedForm.fields;
  } catch (error) {
    // Reading stops at the first file; the fields before it are returned. After other errors, the visitor is sent to
    // the login without the fields.
    return isFileError(error) ? error.fields : undefined;
  }
}
