/**
 * Rejects words in names, comments, messages and docs that are not standard terms (docs/contributing.md, "Words").
 * The demo shop's texts and released migrations are not checked.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

interface BannedWord {
  pattern: RegExp;
  instead: string;
}

const BANNED_WORDS: readonly BannedWord[] = [
  { pattern: /\b(?:[A-Z0-9_]+_)?(?:MOST|LONGEST)(?:_[A-Z0-9_]+)?\b|_AT_MOST\b/, instead: 'MAX_…' },
  { pattern: /\b(?:[A-Z0-9_]+_)?LEAST(?:_[A-Z0-9_]+)?\b/, instead: 'MIN_…' },
  { pattern: /\b[Aa]skers?\b/, instead: 'visitor, client, caller or waiting query' },
  { pattern: /\bwho asks\b/, instead: 'the visitor, the client' },
  { pattern: /\b[Ff]ickle/, instead: 'flaky' },
  { pattern: /\b[Bb]ystander/, instead: 'page poller, other visitor' },
  { pattern: /\b[Hh]oarder/, instead: 'bulk buyer' },
  { pattern: /\b[Ii]nsist/, instead: 'retry until' },
  { pattern: /\b[Ww]aking\b/, instead: 'hydration' },
  { pattern: /\b[Tt]idied\b/, instead: 'normalized, canonical' },
  { pattern: /\b[Ss]torey\b/, instead: 'layer' },
  { pattern: /\bNAP_|\bnaps?\b/, instead: 'pause, or waiting queries' },
  { pattern: /\bmends?\b/, instead: 'fix' },
  { pattern: /\ball else\b/, instead: 'everything else' },
  { pattern: /\bat rest\b/, instead: 'idle' },
  { pattern: /\bservers of others\b/, instead: 'external services' },
  { pattern: /\bis told by mail\b/, instead: 'gets an email' },
  { pattern: /\b[Aa] mail\b(?! (?:server|program|client|provider|scanner))/, instead: 'an email' },
  { pattern: /\bby mail\b/, instead: 'by email' },
  { pattern: /(?<!-)\b[Ee]-mails?\b/, instead: 'email' },
  { pattern: /\b[Tt]hrows like\b/, instead: 'throws the same errors as' },
  { pattern: /\b[Nn]ull for immediately\b/, instead: 'null if it can be shipped immediately' },
  { pattern: /\bat most about\b/, instead: 'up to about' },
  { pattern: /\bsuch as after\b/, instead: 'for example after' },
  { pattern: /\bpapers\b/, instead: 'docs' },
  { pattern: /\b(?:type|interface) (?:Asked|Said|Told|Kept)\b/, instead: 'the name of the request, answer or result' },
  { pattern: /KEPT_MS\b/, instead: 'RETENTION_MS' },
  { pattern: /\btakeTurn\b/, instead: 'lock…, claim…, acquire…' },
  { pattern: /\banew\b/, instead: 'again; rebuilt, recreated' },
  { pattern: /\boftener\b/, instead: 'more often' },
  { pattern: /\b(?:SHORTEST|SMALLEST)_[A-Z]/, instead: 'MIN_…' },
  { pattern: /\bgoes astray\b/, instead: 'is not closed, is wrong' },
  { pattern: /\b(?:brotli|gzip) at its best\b/, instead: 'at quality 11' },
  { pattern: /\bhold(?:s|ing)? back (?:the )?(?:first )?painting\b/, instead: 'blocks rendering' },
  { pattern: /\bcan[’']t be had\b/, instead: 'is not available, can’t be loaded' },
  { pattern: /\b(?:hears nothing|asks nobody)\b/, instead: 'receives no response, sends no request' },
  { pattern: /\b[Ww]ithout a script\b/, instead: 'without JavaScript' },
  { pattern: /\b[Tt]hrows what is wrong\b/, instead: 'Throws errors' },
  { pattern: /\bfar ends?\b/, instead: 'external service' },
  { pattern: /\bin vain\b/, instead: 'without success, without results' },
  { pattern: /\bstands? still\b/, instead: 'hangs, stops' },
  { pattern: /\bturn(?:s|ed)? away\b/, instead: 'reject' },
  { pattern: /\btries again\b/, instead: 'retries' },
  { pattern: /\b[Ss]hall\b/, instead: 'must, will' },
  { pattern: /\b[Mm]ood\b/, instead: 'state, fault' },
  { pattern: /\b(?:isPatient|[Pp]atience)\b/, instead: 'low priority, timeout' },
  { pattern: /\bin one go\b/, instead: 'at once, without yielding' },
  { pattern: /\bnow and then\b/, instead: 'sometimes' },
  { pattern: /\bown accord\b/, instead: 'by itself' },
  { pattern: /\blooks? at the clock\b/, instead: 'reads the time' },
  { pattern: /\b[Kk]nock(?:s|ing)?\b/, instead: 'connect' },
  { pattern: /\b[Tt]ells? (?:of|how|what|whether|when)\b/, instead: 'report, record, return' },
  { pattern: /\b[Ww]ho asked\b/, instead: 'the client' },
  { pattern: /\b(?:he|his|himself)\b/, instead: 'they, their, or the name of the role' },
  { pattern: /\bcomplained\b/, instead: 'stderr' },
  {
    pattern: /\b(?:const|let|function) (?:answer|kept|given|said|told|asked|heard)\b/,
    instead: 'response, cached, input, output or what the value is',
  },
];

/** tests/unit/checks/check-scripts.test.ts passes another folder. */
const root = process.argv[2] ?? fileURLToPath(new URL('..', import.meta.url));
const UNCHECKED_FILES =
  /^(?:src\/content|src\/lib\/platform\/db\/migrations\/0|tests\/integration\/platform\/landed-migrations|scripts\/check-words\.ts|tests\/unit\/checks)/;
const FILES = ['{src,tests,scripts,integrations,docs}/**/*.{ts,tsx,astro,mjs,js,md}', '*.{md,ts,js,mjs}', '.*.cjs'];

const files = globSync(FILES, { cwd: root }).filter((file) => !UNCHECKED_FILES.test(file));
const problems = files.flatMap((file) => wordProblems(file, readFileSync(join(root, file), 'utf8')));
for (const problem of problems) console.log(problem);
console.log(`${files.length} files, ${problems.length} problems`);
process.exitCode = problems.length > 0 ? 1 : 0;

/** Returns `file:line: “word”; write: …` for the first match of each pattern in each line. */
function wordProblems(file: string, text: string): string[] {
  return text.split('\n').flatMap((line, index) =>
    BANNED_WORDS.flatMap(({ pattern, instead }) => {
      const word = pattern.exec(line)?.[0];
      return word === undefined ? [] : [`${file}:${index + 1}: “${word}”; write: ${instead}`];
    }),
  );
}
