import { expect, test } from 'vitest';
import { swallowedErrors, swallowedIn } from '#support/swallowed-errors.ts';

test('every caught error is handled or reported, or has a comment with the reason', async () => {
  expect(await swallowedErrors()).toEqual([]);
});

test.each([
  ['try { a(); } catch { throw new ShopError("busy", WORDS); }', 1],
  ['try { a(); } catch (error) { throw new ShopError("busy", WORDS); }', 1],
  ['a().catch(() => undefined);', 1],
  ['a().catch(() => {});', 1],
  ['try { a(); } catch (error) { log.warn({ err: error }); }', 0],
  ['try { a(); } catch {\n  // It may be gone already.\n}', 0],
  ['// What is gone is gone.\na().catch(() => undefined);', 0],
  ['a().catch(ignoreShopError);', 0],
  ['z.catch(z.number(), 1);', 0],
])('on the server, %j swallows %i errors', (text, count) => {
  expect(swallowedIn('a.server.ts', text)).toHaveLength(count);
});

test.each([
  ['try { a(); } catch { return { status: "error", message: FAILED }; }', 0],
  ['try { a(); } catch { location.assign(url); return false; }', 0],
  ['try { a(); } catch { return undefined; }', 1],
])('in the browser, %j swallows %i errors', (text, count) => {
  expect(swallowedIn('a.client.ts', text)).toHaveLength(count);
});
