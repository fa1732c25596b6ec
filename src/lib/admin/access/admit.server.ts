import type { APIContext } from 'astro';
import ipaddr from 'ipaddr.js';
import { ACCOUNT_PATH, ADMIN_ROUTES, type AdminAccess, SIGN_IN_PATH } from '#lib/admin/access/admin-routes.ts';
import { admitToOrder } from '#lib/admin/access/order-access.server.ts';
import { originOf } from '#lib/admin/sign-in/browser.server.ts';
import { ADMIN_COOKIE, readStaffSession, type StaffSession } from '#lib/admin/sign-in/sessions.server.ts';
import { isAllowed } from '#lib/admin/staff/roles.ts';
import { staffActor } from '#lib/admin/staff/staff.server.ts';
import { runAs } from '#lib/platform/actor/actor.server.ts';
import { readPrivateCookie } from '#lib/platform/http/cookies/private-cookie.server.ts';
import { loginPath } from '#lib/platform/http/endpoint/endpoint-response.server.ts';
import { plainDocument } from '#lib/platform/http/plain-document.ts';
import type { Settings } from '#lib/platform/settings/settings.server.ts';

/**
 * Checks the access to an admin route before its page or endpoint runs. Responds with `notFound` for a route that is
 * not listed, a network outside `ADMIN_ALLOW`, or an order that does not exist or that the person may not see.
 */
export async function respondToAdminRequest(
  context: APIContext,
  { next, notFound }: { next(): Promise<Response>; notFound(): Promise<Response> },
): Promise<Response> {
  const { locals, routePattern, cookies } = context;
  const { shop } = locals;
  const access = ADMIN_ROUTES[routePattern];
  if (access === undefined || !isNetworkAllowed(shop.settings, locals.networks.home)) return notFound();
  const token = readPrivateCookie(cookies, shop.settings, ADMIN_COOKIE);
  const session = token ? await readStaffSession(shop, token) : undefined;
  const refusal = refusalResponse(context, access, session);
  if (refusal) return refusal;
  if (!session) return next();
  if (mayUse(session, access)) locals.staff = session;
  const { staffId: id, name, device } = session;
  return runAs(staffActor({ id, name }, originOf(locals, device)), async () =>
    !locals.staff || (await admitToOrder(context)) ? next() : notFound(),
  );
}

/**
 * Returns a redirect or an error for a page that the person may not open. Endpoints check `locals.staff` themselves.
 */
function refusalResponse(
  context: APIContext,
  access: AdminAccess,
  session: StaffSession | undefined,
): Response | undefined {
  if (access === 'public' || !context.locals.routes.isPage(context.routePattern)) return undefined;
  // A form that a page posts to itself is handled like an endpoint, which keeps its input until after the login.
  if (context.request.method === 'POST') return undefined;
  const { pathname, search } = context.url;
  if (!session) return context.redirect(loginPath(pathname + search, SIGN_IN_PATH), 303);
  if (mayUse(session, access)) return undefined;
  return session.isEnrolling ? context.redirect(ACCOUNT_PATH, 303) : notAllowedResponse();
}

function mayUse(session: StaffSession, access: AdminAccess): boolean {
  if (access === 'public' || access === 'enrolling') return true;
  return !session.isEnrolling && isAllowed(session.role, access);
}

function isNetworkAllowed({ admin: { allowedRanges } }: Pick<Settings, 'admin'>, network: string): boolean {
  if (!allowedRanges) return true;
  const [address = ''] = network.split('/');
  if (!ipaddr.isValid(address)) return false;
  const visitorAddress = ipaddr.process(address);
  return allowedRanges.some(
    ([range, bits]) => range.kind() === visitorAddress.kind() && visitorAddress.match(range, bits),
  );
}

function notAllowedResponse(): Response {
  const text = 'Your role does not include this page. Ask an owner of the shop.';
  const link = { href: '/admin', label: 'Back to Today' };
  const html = plainDocument({ title: 'Not allowed', heading: 'You can’t open this page', text, link });
  return new Response(html, { status: 403, headers: { 'content-type': 'text/html; charset=utf-8' } });
}
