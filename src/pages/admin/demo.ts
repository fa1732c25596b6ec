import { saveStaffSession, staffBrowser } from '#lib/admin/sign-in/browser.server.ts';
import { signInToDemo } from '#lib/admin/sign-in/demo-owner.server.ts';
import { endpoint } from '#lib/platform/http/endpoint/endpoint.server.ts';

export const POST = endpoint({
  run: async (shop, _input, context) =>
    saveStaffSession(context, await signInToDemo(shop, staffBrowser(context).device)),
  redirectTo: '/admin',
});
