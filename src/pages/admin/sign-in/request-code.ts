import { z } from 'zod/mini';
import { saveStaffChallenge, staffBrowser } from '#lib/admin/sign-in/browser.server.ts';
import { mailStaffCode } from '#lib/admin/sign-in/mailed-code.server.ts';
import { staffEmail } from '#lib/admin/staff/staff.schema.ts';
import { endpoint } from '#lib/platform/http/endpoint/endpoint.server.ts';

export const POST = endpoint({
  input: z.object({ email: staffEmail }),
  run: async (shop, { email }, context) =>
    saveStaffChallenge(context, await mailStaffCode(shop, email, staffBrowser(context).networks)),
  successMessage: 'If this address has access to the admin, we have sent a code to it.',
  redirectTo: '/admin/sign-in/code',
  oldInputFields: ['email'],
});
