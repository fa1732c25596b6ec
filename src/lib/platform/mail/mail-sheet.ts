export interface MailSheet {
  goods: readonly SheetLine[];
  sums: readonly SheetSum[];
  facts: readonly SheetFact[];
}

export interface SheetLine {
  what: string;
  notes: readonly string[];
  amount: string;
}

export interface SheetSum {
  label: string;
  amount: string;
  isTotal?: boolean | undefined;
}

export interface SheetFact {
  label: string;
  lines: readonly string[];
  link?: { label: string; url: string } | undefined;
}

export function sheetText({ goods, sums, facts }: MailSheet): string[] {
  const lines = goods.map(({ what, notes, amount }) =>
    [`${what}: ${amount}`, ...notes.map((note) => `  ${note}`)].join('\n'),
  );
  const amounts = sums.map(({ label, amount }) => `${label}: ${amount}`);
  const about = facts.map(({ label, lines: said, link }) =>
    [`${label}:`, ...said, ...(link ? [`${link.label}: ${link.url}`] : [])].join('\n'),
  );
  return [lines.join('\n'), amounts.join('\n'), ...about].filter(Boolean);
}

const TABLE = 'width:100%;margin:0 0 16px;border-collapse:collapse;font-size:15px;line-height:1.4;color:#231d17';
const CELL = 'padding:8px 0;border-top:1px solid #ddd4c3;text-align:left;vertical-align:top;font-weight:400';
const AMOUNT =
  'padding:8px 0 8px 12px;border-top:1px solid #ddd4c3;text-align:right;vertical-align:top;white-space:nowrap';
const NOTE = 'display:block;font-size:13px;color:#665c4f';
const SUM = 'padding:2px 0;text-align:left;font-weight:400';
const SUM_AMOUNT = 'padding:2px 0 2px 12px;text-align:right;white-space:nowrap';
const TOTAL = 'font-weight:700;font-size:16px';
const FACT = 'margin:0 0 4px;font-size:14px;font-weight:600;color:#665c4f';

/** `safe` must escape its text. */
export function sheetHtml({ goods, sums, facts }: MailSheet, safe: (text: string) => string): string {
  const lines = goods.map(
    ({ what, notes, amount }) =>
      `<tr><th scope="row" style="${CELL}">${safe(what)}${notes.map((note) => `<span style="${NOTE}">${safe(note)}</span>`).join('')}</th><td style="${AMOUNT}">${safe(amount)}</td></tr>`,
  );
  const amounts = sums.map(({ label, amount, isTotal }) => {
    const weight = isTotal ? `;${TOTAL}` : '';
    return `<tr><th scope="row" style="${SUM}${weight}">${safe(label)}</th><td style="${SUM_AMOUNT}${weight}">${safe(amount)}</td></tr>`;
  });
  const about = facts.map(
    ({ label, lines: said, link }) =>
      `<p style="${FACT}">${safe(label)}</p><p style="margin:0 0 16px;font-size:15px;line-height:1.5;color:#231d17">${[...said.map(safe), ...(link ? [linkHtml(link, safe)] : [])].join('<br>')}</p>`,
  );
  return [...[lines, amounts].map(table), ...about].join('\n');
}

function linkHtml({ label, url }: { label: string; url: string }, safe: (text: string) => string): string {
  return `<a href="${safe(url)}" style="color:#2b3a78">${safe(label)}</a>`;
}

function table(rows: readonly string[]): string {
  return rows.length === 0 ? '' : `<table style="${TABLE}">${rows.join('')}</table>`;
}
