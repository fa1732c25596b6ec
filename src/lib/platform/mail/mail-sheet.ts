import type { MailStyle } from '#lib/platform/mail/mail-style.ts';

/** The details of an order in an email: its goods, sums, and facts such as the address. */
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

export function sheetParagraphs({ goods, sums, facts }: MailSheet): string[] {
  const lines = goods.map(({ what, notes, amount }) =>
    [`${what}: ${amount}`, ...notes.map((note) => `  ${note}`)].join('\n'),
  );
  const amounts = sums.map(({ label, amount }) => `${label}: ${amount}`);
  const factTexts = facts.map(({ label, lines: factLines, link }) =>
    [`${label}:`, ...factLines, ...(link ? [`${link.label}: ${link.url}`] : [])].join('\n'),
  );
  return [lines.join('\n'), amounts.join('\n'), ...factTexts].filter(Boolean);
}

const TOTAL_STYLE = 'font-weight:700;font-size:16px';

/** Returns the sheet as HTML. `escapeHtml` must escape text for HTML. */
export function sheetHtml(
  { goods, sums, facts }: MailSheet,
  style: MailStyle,
  escapeHtml: (text: string) => string,
): string {
  const goodsRows = goods.map(
    ({ what, notes, amount }) =>
      `<tr><th scope="row" style="${style.cell}">${escapeHtml(what)}${notes.map((note) => `<span style="${style.note}">${escapeHtml(note)}</span>`).join('')}</th><td style="${style.amount}">${escapeHtml(amount)}</td></tr>`,
  );
  const sumRows = sums.map(({ label, amount, isTotal }) => {
    const weight = isTotal ? `;${TOTAL_STYLE}` : '';
    return `<tr><th scope="row" style="${style.sum}${weight}">${escapeHtml(label)}</th><td style="${style.sumAmount}${weight}">${escapeHtml(amount)}</td></tr>`;
  });
  const factParagraphs = facts.map(
    ({ label, lines: factLines, link }) =>
      `<p style="${style.fact}">${escapeHtml(label)}</p><p style="${style.factLines}">${[...factLines.map(escapeHtml), ...(link ? [linkHtml(link, style, escapeHtml)] : [])].join('<br>')}</p>`,
  );
  return [...[goodsRows, sumRows].map((rows) => table(rows, style)), ...factParagraphs].join('\n');
}

function linkHtml(
  { label, url }: { label: string; url: string },
  style: MailStyle,
  escapeHtml: (text: string) => string,
): string {
  return `<a href="${escapeHtml(url)}" style="${style.link}">${escapeHtml(label)}</a>`;
}

function table(rows: readonly string[], style: MailStyle): string {
  return rows.length === 0 ? '' : `<table style="${style.table}">${rows.join('')}</table>`;
}
