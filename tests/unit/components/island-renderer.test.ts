import type { SSRResult } from 'astro';
import { createElement, type ReactNode, useId } from 'react';
import { describe, expect, test } from 'vitest';
import renderer from '#components/ui/island-renderer.server.ts';

const STATIC_METADATA = { displayName: 'Island', astroStaticSlot: true } as const;
const HYDRATED_METADATA = { ...STATIC_METADATA, hydrate: 'only' } as const;
const newPage = () => ({ result: {} as SSRResult });

function Island({ label, sideNote, children }: { label: string; sideNote?: ReactNode; children?: ReactNode }) {
  const id = useId();
  return createElement('p', { id }, label, sideNote, children);
}

describe('an island on the server', () => {
  test('is recognised as a component, unlike an element name, which Astro renders itself', async () => {
    const check = (component: unknown) => renderer.check(component as never, {}, {});
    expect(await check(Island)).toBe(true);
    expect(await check('h2')).toBe(false);
  });

  test('has its own ids, with the prefix used in the browser', async () => {
    const page = newPage();
    const render = () => renderer.renderToStaticMarkup.call(page, Island, { label: 'A' }, {}, HYDRATED_METADATA);
    const renderedIslands = [await render(), await render()];
    expect(renderedIslands.map(({ attrs }) => attrs?.prefix)).toEqual(['r0', 'r1']);
    for (const { html, attrs } of renderedIslands) expect(html).toMatch(new RegExp(`^<p id="_${attrs?.prefix}R_`));
    const otherPageIsland = await renderer.renderToStaticMarkup.call(
      newPage(),
      Island,
      { label: 'A' },
      {},
      HYDRATED_METADATA,
    );
    expect(otherPageIsland.html).toBe(renderedIslands[0]?.html);
  });

  test('renders its slots into the elements that hydration requires', async () => {
    const slots = { default: '<b>&amp;</b>', 'side-note': '<i>x</i>' };
    const { html } = await renderer.renderToStaticMarkup.call(
      newPage(),
      Island,
      { label: 'A' },
      slots,
      HYDRATED_METADATA,
    );
    expect(html).toMatch(
      /<astro-slot name="sideNote"><i>x<\/i><\/astro-slot><astro-slot><b>&amp;<\/b><\/astro-slot><\/p>$/,
    );
    const staticIsland = await renderer.renderToStaticMarkup.call(
      newPage(),
      Island,
      { label: 'A' },
      slots,
      STATIC_METADATA,
    );
    expect(staticIsland.html).toContain('<astro-static-slot><b>&amp;</b></astro-static-slot>');
  });

  test('renders no preload link for a picture', async () => {
    const picture = () => createElement('img', { src: '/a.jpg', alt: '' });
    const { html } = await renderer.renderToStaticMarkup.call(newPage(), picture, {}, {}, HYDRATED_METADATA);
    expect(html).toBe('<img src="/a.jpg" alt=""/>');
  });
});
