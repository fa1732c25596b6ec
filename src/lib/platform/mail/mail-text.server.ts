import { escapeMarkup } from '#lib/platform/html/markup.ts';
import { type MailSheet, sheetHtml, sheetText } from '#lib/platform/mail/mail-sheet.ts';

export interface MailContent {
  heading: string;
  /** Paragraphs of plain text; `mailHtml` escapes them. */
  lines: readonly string[];
  code?: string | undefined;
  action?: { label: string; url: string } | undefined;
  sheet?: MailSheet | undefined;
  /** Left out below a newer mail of the same thread, such as that a payment is awaited. */
  isPassing?: boolean | undefined;
  after?: readonly string[] | undefined;
  /** By default the shop's name. */
  signature?: string | undefined;
  footer?: { label: string; url: string } | undefined;
  sections?: readonly MailSection[] | undefined;
  more?: number | undefined;
}

export type MailSection = Pick<MailContent, 'heading' | 'lines' | 'action' | 'sheet'>;

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Arial,sans-serif";
const PARAGRAPH = 'margin:0 0 16px;font-size:16px;line-height:1.5;color:#231d17';
const BUTTON =
  'display:inline-block;padding:12px 24px;border-radius:6px;background:#2b3a78;color:#ffffff;font-size:16px;font-weight:600;text-decoration:none';
const SECTION = 'margin:24px 0 0;padding-top:16px;border-top:1px solid #ddd4c3';
const CODE = 'font-family:Menlo,Consolas,monospace;font-size:32px;font-weight:700;letter-spacing:8px;color:#2b3a78';

/** `shopName` signs what has no signature of its own. */
export function mailText(content: MailContent, shopName = ''): string {
  const { heading, lines, code, action, sheet, footer, more } = content;
  const { after = [], sections = [], signature = shopName } = content;
  const parts = [heading, ...lines];
  if (code) parts.push(code);
  if (action) parts.push(`${action.label}:\n${action.url}`);
  if (sheet) parts.push(...sheetText(sheet));
  parts.push(...after);
  for (const section of sections) {
    parts.push(`* ${section.heading}`, ...section.lines);
    if (section.action) parts.push(`${section.action.label}:\n${section.action.url}`);
    if (section.sheet) parts.push(...sheetText(section.sheet));
  }
  if (more) parts.push(moreText(more));
  if (signature) parts.push(`-- \n${signature}`);
  if (footer) parts.push(`${footer.label}:\n${footer.url}`);
  return `${parts.join('\n\n')}\n`;
}

/** As `mailText`. */
export function mailHtml(content: MailContent, shopName = ''): string {
  const { heading, lines, code, action, sheet, footer, more } = content;
  const { after = [], sections = [], signature = shopName } = content;
  const body = [
    `<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3;color:#2b3a78">${escapeMarkup(heading)}</h1>`,
    ...lines.map(paragraph),
    code ? `<p style="margin:0 0 16px;${CODE}">${escapeMarkup(code)}</p>` : '',
    action
      ? `<p style="margin:24px 0"><a href="${escapeMarkup(action.url)}" style="${BUTTON}">${escapeMarkup(action.label)}</a></p>`
      : '',
    sheet ? sheetHtml(sheet, escapeMarkup) : '',
    ...after.map(paragraph),
    ...sections.map(sectionHtml),
    more ? paragraph(moreText(more)) : '',
    signature
      ? `<p style="margin:24px 0 0;padding-top:16px;border-top:1px solid #ddd4c3;font-size:14px;color:#665c4f">${withBreaks(signature)}</p>`
      : '',
    footer
      ? `<p style="margin:8px 0 0;font-size:13px"><a href="${escapeMarkup(footer.url)}" style="color:#665c4f">${escapeMarkup(footer.label)}</a></p>`
      : '',
  ];
  return page(heading, body.filter(Boolean).join('\n'));
}

function sectionHtml({ heading, lines, action, sheet }: MailSection): string {
  const link = action
    ? `<p style="${PARAGRAPH}"><a href="${escapeMarkup(action.url)}" style="color:#2b3a78">${escapeMarkup(action.label)}</a></p>`
    : '';
  const title = `<h2 style="margin:0 0 8px;font-size:18px;line-height:1.3;color:#2b3a78">${escapeMarkup(heading)}</h2>`;
  return `<div style="${SECTION}">${title}${lines.map(paragraph).join('')}${link}${sheet ? sheetHtml(sheet, escapeMarkup) : ''}</div>`;
}

function moreText(more: number): string {
  return `And ${more} more like these.`;
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en-IN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${escapeMarkup(title)}</title>
</head>
<body style="margin:0;padding:16px;background:#faf7f0;${FONT}">
<div style="max-width:560px;margin:0 auto;padding:24px;background:#ffffff;border-radius:8px;overflow-wrap:anywhere">
${body}
</div>
</body>
</html>
`;
}

function paragraph(line: string): string {
  return `<p style="${PARAGRAPH}">${withBreaks(line)}</p>`;
}

function withBreaks(text: string): string {
  return escapeMarkup(text).replaceAll(/\r?\n/g, '<br>');
}
