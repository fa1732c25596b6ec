import type { APIContext } from 'astro';
import { uploadsDir } from '#lib/platform/files/storage/open-file-store.server.ts';
import { isUploadRefusal, type UploadRules } from '#lib/platform/files/storage/upload.ts';
import { isUrlEncoded } from '#lib/platform/http/endpoint/endpoint-body.server.ts';
import { readFields } from '#lib/platform/http/endpoint/request-body.server.ts';

/**
 * The text of a form whose sender has to log in first, to be shown again after the login. It is never checked, so that it
 * tells a stranger nothing, and no file is received. `undefined` when it can't be read.
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
    // The first file ends it: what stood before that is there. Whatever else failed, the answer is the login.
    return isUploadRefusal(error) ? error.fields : undefined;
  }
}
