import type { APIRoute } from 'astro';

const PERSONAL = ['/account', '/cart', '/checkout', '/login', '/register', '/notice', '/public/', '/auth/', '/search'];

export const GET: APIRoute = () => {
  const body = `User-agent: *\n${PERSONAL.map((path) => `Disallow: ${path}`).join('\n')}\n`;
  return new Response(body, { headers: { 'content-type': 'text/plain; charset=utf-8' } });
};
