import { expect, test, vi } from 'vitest';
import { allArticles, allPosts } from '#lib/content/content/blog/blog.server.ts';
import type { Post } from '#lib/content/content/blog/blog.ts';
import { saveExcerpts } from '#lib/content/content/blog/excerpts.server.ts';
import { POSTS } from '#lib/content/content/texts/texts.schema.ts';
import { followUpFor } from '#lib/content/publishing/content-documents.server.ts';
import { changesOf, checkTexts, publish } from '#lib/content/publishing/save-documents.server.ts';
import { excerptsWatch } from '#lib/operations/jobs/excerpts.server.ts';
import { Content, contentOf } from '#lib/platform/content/content.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { onBothEngines } from '#support/database.ts';
import { memoWithContent } from '#support/memo-with-content.ts';

const SAMPLE = `## Darning

"Needles" & *care* of {{shop.name}} <b>don't</b> [wait](/size-guide), <script>x</script>

::product{slug="kurta"}

- a
- b`;

const now = () => Date.UTC(2026, 10, 23);

onBothEngines('excerpts of articles on cards', (open) => {
  test('are loaded at the next start without rendering the articles', async () => {
    const db = await open();
    const rendered = await allPosts({ now: Date.now, db });
    await excerptsWatch({ db, now })();
    const next = await restarted(db);
    expect(textsOf(await allPosts({ now: Date.now, db: next }))).toEqual(textsOf(rendered));
    const corrected = rendered.map((post) => ({ ...post, excerpt: `Kept of ${post.slug}` }));
    await saveExcerpts(db, corrected, now());
    expect(textsOf(await allPosts({ now: Date.now, db: await restarted(db) }))).toEqual(textsOf(corrected));
  });

  test('are rendered and stored again when an article changes', async () => {
    const db = await open();
    const round = excerptsWatch({ db, now });
    await round();
    await publishPost(db, SAMPLE);
    const [post] = await allPosts({ now: Date.now, db: await restarted(db) });
    // Stored excerpts don't reflect a change of this rule: increase RENDERING_VERSION when you change it.
    expect(post).toMatchObject({
      slug: 'mending',
      excerpt: 'Darning “Needles” & care of Taana don’t wait, a b',
      minutes: 1,
    });
    await round();
    const later = await restarted(db);
    expect(textsOf(await allPosts({ now: Date.now, db: later }))).toEqual(
      textsOf(await allArticles({ now: Date.now, db })),
    );
    expect((await allPosts({ now: Date.now, db: later }))[0]).not.toHaveProperty('html');
  });

  test('are not stored for a text that changed during the rendering', async () => {
    const db = await open();
    const round = excerptsWatch({ db, now });
    const memo = vi.spyOn(contentOf(db), 'memo');
    memo.mockImplementationOnce(async (_name, render) => {
      const rendered = await render();
      await publishPost(db, 'Another text.');
      return rendered;
    });
    await round();
    expect((await allPosts({ now: Date.now, db: await restarted(db) }))[0]?.excerpt).toBe('Another text.');
    await round();
    expect((await allPosts({ now: Date.now, db: await restarted(db) }))[0]?.excerpt).toBe('Another text.');
  });
});

function textsOf(posts: Post[]) {
  return posts.map(({ slug, name, excerpt, minutes, image, date }) => ({ slug, name, excerpt, minutes, image, date }));
}

async function restarted(db: ShopDatabase): Promise<ShopDatabase> {
  const content = new Content();
  await content.follow(db);
  return { ...db, memo: memoWithContent(content) };
}

async function publishPost(db: ShopDatabase, body: string): Promise<void> {
  const text = `---
title: Mending
description: How cloth is mended so that it holds for years.
date: 2030-01-01
tags: [care]
image: blog/8.avif
imageAlt: A needle and thread.
---

${body}
`;
  const texts = [{ document: POSTS, path: 'blog/mending', text }];
  checkTexts(texts, { db });
  await publish({ db, now }, changesOf(texts, { db }), followUpFor(['blog/mending']));
  await contentOf(db).follow(db);
}
