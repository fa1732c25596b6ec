import { expect, test, vi } from 'vitest';
import {
  articlesWithScheduled,
  publishedArticles,
  publishedSummaries,
  saveSummaries,
} from '#lib/content/content/journal/journal.server.ts';
import type { ArticleSummary } from '#lib/content/content/journal/journal.ts';
import { ARTICLES } from '#lib/content/content/texts/texts.schema.ts';
import { changesOf, checkTexts, publish } from '#lib/content/publishing/save-documents.server.ts';
import { articleSummariesWatch } from '#lib/operations/jobs/article-summaries.server.ts';
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

onBothEngines('article summaries on cards', (open) => {
  test('are loaded at the next start without rendering the articles', async () => {
    const db = await open();
    const renderedSummaries = await publishedSummaries({ now: Date.now, db });
    await articleSummariesWatch({ db, now })();
    const restartedDb = await restart(db);
    expect(summariesOf(await publishedSummaries({ now: Date.now, db: restartedDb }))).toEqual(
      summariesOf(renderedSummaries),
    );
    const correctedArticles = (await articlesWithScheduled({ db })).map((article) => ({
      ...article,
      excerpt: `Stored excerpt of ${article.slug}`,
    }));
    await saveSummaries(db, correctedArticles, now());
    expect(summariesOf(await publishedSummaries({ now: Date.now, db: await restart(db) }))).toEqual(
      summariesOf(correctedArticles),
    );
  });

  test('are rendered and stored again when an article changes', async () => {
    const db = await open();
    const runRound = articleSummariesWatch({ db, now });
    await runRound();
    await publishArticle(db, SAMPLE);
    const [article] = await publishedSummaries({ now: Date.now, db: await restart(db) });
    // Stored summaries don't reflect a change to the summary rules. Increase SUMMARY_VERSION when you change the rules.
    expect(article).toMatchObject({
      slug: 'mending',
      excerpt: 'Darning “Needles” & care of Taana don’t wait, a b',
      minutes: 1,
    });
    await runRound();
    const restartedAgain = await restart(db);
    expect(summariesOf(await publishedSummaries({ now: Date.now, db: restartedAgain }))).toEqual(
      summariesOf(await publishedArticles({ now: Date.now, db })),
    );
    expect((await publishedSummaries({ now: Date.now, db: restartedAgain }))[0]).not.toHaveProperty('html');
  });

  test('are not stored for a text that was changed during rendering', async () => {
    const db = await open();
    const runRound = articleSummariesWatch({ db, now });
    const memo = vi.spyOn(contentOf(db), 'memo');
    memo.mockImplementationOnce(async (_name, render) => {
      const renderedSummaries = await render();
      await publishArticle(db, 'Another text.');
      return renderedSummaries;
    });
    await runRound();
    expect((await publishedSummaries({ now: Date.now, db: await restart(db) }))[0]?.excerpt).toBe('Another text.');
    await runRound();
    expect((await publishedSummaries({ now: Date.now, db: await restart(db) }))[0]?.excerpt).toBe('Another text.');
  });
});

function summariesOf(articles: ArticleSummary[]) {
  return articles.map((article) => ({ ...article, html: undefined, text: undefined, headings: undefined }));
}

/** Returns the database with the content that a restarted process would load. */
async function restart(db: ShopDatabase): Promise<ShopDatabase> {
  const content = new Content();
  await content.reload(db);
  return { ...db, memo: memoWithContent(content) };
}

async function publishArticle(db: ShopDatabase, body: string): Promise<void> {
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
  const texts = [{ document: ARTICLES, path: 'blog/mending', text }];
  checkTexts(texts, { db });
  await publish({ db, now }, changesOf(texts, { db }));
  await contentOf(db).reload(db);
}
