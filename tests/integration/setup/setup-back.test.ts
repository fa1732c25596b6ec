import { spawn, spawnSync } from 'node:child_process';
import { expect, onTestFinished, test } from 'vitest';
import { type Answers, BACK } from '#lib/operations/setup/answers.server.ts';
import { askQuestions } from '#lib/operations/setup/ask-questions.server.ts';
import { contentOf } from '#lib/platform/content/content.server.ts';
import { openMigrated } from '#lib/platform/db/migrator/open-migrated.server.ts';
import { shopSettings } from '#lib/shop/settings/shop-settings.server.ts';
import { startMailServer } from '#support/mail-server.ts';
import { root } from '#support/project-root.ts';
import { temporaryDir } from '#support/shop-process.ts';

async function newShop() {
  const { dir, remove } = temporaryDir('setup-back');
  onTestFinished(remove);
  const db = await openMigrated({ dataDir: dir }, { creation: { isNew: false } });
  onTestFinished(() => db.close());
  await contentOf(db).reload(db);
  return { env: { DATA_DIR: dir }, db, now: Date.now };
}

/** Answers each question with the next of its answers, and presses Enter when there is none. */
function scriptedAnswers(
  answers: Record<string, (string | typeof BACK)[]>,
  last: string,
): Answers & { askedNames: string[] } {
  const askedNames: string[] = [];
  return {
    askedNames,
    isInteractive: true,
    async next({ name, defaultAnswer, isOptional }, before) {
      askedNames.push(name);
      const next = answers[name]?.shift();
      if (next !== undefined) return next;
      return name === last ? undefined : (before ?? defaultAnswer ?? (isOptional ? '' : undefined));
    },
    close() {},
  };
}

test('back returns to the previous question, skipping those that were not asked', async () => {
  const shop = await newShop();
  const answers = scriptedAnswers(
    {
      name: [BACK, 'Kora', 'Kora Handlooms'],
      legalName: [BACK, 'Kora LLP'],
      'address.address': ['1 Street'],
      'state.name': ['Telagana', '32', 'kerala'],
      'address.email': [BACK, 'hello@kora.in'],
      // Without a GSTIN, the question about the scheme is skipped in both directions.
      'grievance.name': [BACK, 'Meera'],
    },
    'grievance.designation',
  );
  await askQuestions(shop, answers);
  expect(answers.askedNames).toEqual([
    ...['name', 'name', 'legalName', 'name', 'legalName', 'address.address'],
    ...['state.name', 'state.name', 'address.email', 'state.name', 'address.email', 'address.mobile'],
    ...['gstin', 'grievance.name', 'gstin', 'grievance.name', 'grievance.designation'],
  ]);
  expect(shopSettings(shop.db)).toMatchObject({
    name: 'Kora Handlooms',
    legalName: 'Kora LLP',
    state: { name: 'Kerala' },
  });
});

test('a failed test email counts only until a later one arrives', async () => {
  const mails = await startMailServer({ authOptional: true });
  onTestFinished(() => mails.close());
  const shop = await newShop();
  const answers = scriptedAnswers(
    {
      name: ['Kora'],
      legalName: ['Kora LLP'],
      'address.address': ['1 Street'],
      'state.name': ['Kerala'],
      'address.email': ['hello@kora.in'],
      'grievance.name': ['Meera'],
      'grievance.email': ['g@kora.in'],
      'grievance.mobile': ['9847012345'],
      SITE_URL: ['https://kora.in'],
      SMTP_URL: ['smtp://127.0.0.1:1', `smtp://127.0.0.1:${mails.port}`],
      MAIL_FROM: ['hello@kora.in', BACK, 'hello@kora.in'],
      testLetter: ['owner@kora.in', 'owner@kora.in'],
      'ownerMails.to': [BACK, ''],
    },
    'delivery.price',
  );
  // Back from the owner's emails to the test email, and from there to the server.
  answers.next = withBackOnce(answers.next, 'testLetter');
  expect(await askQuestions(shop, answers)).toEqual([]);
  expect(mails.received).toHaveLength(1);
});

/** Goes back when the question is asked for the second time. */
function withBackOnce(next: Answers['next'], name: string): Answers['next'] {
  let times = 0;
  return async (question, before) => {
    if (question.name === name && ++times === 2) return BACK;
    return next(question, before);
  };
}

test('back works at a terminal; in a pipe it is an answer', async ({ skip }) => {
  const { dir, remove } = temporaryDir('setup-terminal');
  onTestFinished(remove);
  const env = { ...process.env, DATA_DIR: dir, DATABASE_URL: '' };
  const piped = spawnSync(process.execPath, ['scripts/shop.ts', 'setup'], {
    cwd: root,
    env,
    input: 'back\nKora LLP\n',
  });
  expect(piped.stdout.toString()).not.toContain('previous question');
  const secondRun = spawnSync(process.execPath, ['scripts/shop.ts', 'setup'], { cwd: root, env, input: '' });
  expect(secondRun.stdout.toString()).toContain('[back]');
  if (spawnSync('script', ['--version']).status !== 0)
    return skip('needs script of util-linux, which provides a terminal');
  const terminal = spawn('script', ['-qec', `${process.execPath} scripts/shop.ts setup`, '/dev/null'], {
    cwd: root,
    env,
  });
  let output = '';
  terminal.stdout.on('data', (part) => (output += part));
  const enter = async (text: string, until: string) => {
    terminal.stdin.write(text);
    await expect.poll(() => output).toContain(until);
  };
  await enter('', 'Enter back to return to the previous question.');
  await enter('back\n', 'This is the first question.');
  await enter('Kora\n', '[Kora LLP]');
  await enter('BACK\n', '[Kora]');
  terminal.stdin.end('\u0004');
  await new Promise((done) => terminal.once('close', done));
});
