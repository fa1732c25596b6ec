import { escapeMarkup } from '#lib/platform/html/markup.ts';
import { linkHtml, type MailLink, type MailSheet, sheetHtml, sheetParagraphs } from '#lib/platform/mail/mail-sheet.ts';
import { type MailColors, type MailStyle, mailStyle, PLAIN_COLORS } from '#lib/platform/mail/mail-style.ts';

export interface MailContent {
  heading: string;
  /** Paragraphs of plain text. `mailHtml` escapes them. */
  lines: readonly string[];
  code?: string | undefined;
  action?: MailLink | undefined;
  sheet?: MailSheet | undefined;
  /** Whether the content is omitted once the thread has a newer email, for example in a request for payment. */
  isPassing?: boolean | undefined;
  /** Paragraphs after the sheet. */
  after?: readonly string[] | undefined;
  signature?: string | undefined;
  footer?: MailLink | undefined;
  /** Emails that were joined into this email. */
  sections?: readonly MailSection[] | undefined;
  /** The number of further joined emails that have no section. */
  more?: number | undefined;
}

export type MailSection = Pick<MailContent, 'heading' | 'lines' | 'action' | 'sheet'>;

/** Returns the email as plain text. `shopName` is the default signature. */
export function mailText(content: MailContent, shopName = ''): string {
  const { heading, lines, code, footer, more } = content;
  const { after = [], sections = [], signature = shopName } = content;
  const parts = [heading, ...lines];
  if (code) parts.push(code);
  parts.push(...detailParagraphs(content), ...after);
  for (const section of sections) parts.push(`* ${section.heading}`, ...section.lines, ...detailParagraphs(section));
  if (more) parts.push(moreText(more));
  if (signature) parts.push(`-- \n${signature}`);
  if (footer) parts.push(linkText(footer));
  return `${parts.join('\n\n')}\n`;
}

function detailParagraphs({ action, sheet }: MailSection): string[] {
  return [...(action ? [linkText(action)] : []), ...(sheet ? sheetParagraphs(sheet) : [])];
}

/** Returns the email as an HTML document. `shopName` is the default signature. */
export function mailHtml(content: MailContent, shopName = '', colors: MailColors = PLAIN_COLORS): string {
  const { heading, lines, code, action, sheet, footer, more } = content;
  const { after = [], sections = [], signature = shopName } = content;
  const style = mailStyle(colors);
  const paragraph = (line: string) => textHtml(line, style.paragraph);
  const body = [
    `<h1 style="${style.heading}">${escapeMarkup(heading)}</h1>`,
    ...lines.map(paragraph),
    code ? `<p style="${style.code}">${escapeMarkup(code)}</p>` : '',
    action ? `<p style="margin:24px 0">${linkHtml(action, style.button)}</p>` : '',
    sheet ? sheetHtml(sheet, style) : '',
    ...after.map(paragraph),
    ...sections.map((section) => sectionHtml(section, style)),
    more ? paragraph(moreText(more)) : '',
    signature ? textHtml(signature, style.signature) : '',
    footer ? `<p style="${style.footer}">${linkHtml(footer, style.footerLink)}</p>` : '',
  ];
  return page(heading, body.filter(Boolean).join('\n'), style);
}

function sectionHtml({ heading, lines, action, sheet }: MailSection, style: MailStyle): string {
  const link = action ? `<p style="${style.paragraph}">${linkHtml(action, style.link)}</p>` : '';
  const title = `<h2 style="${style.sectionHeading}">${escapeMarkup(heading)}</h2>`;
  const texts = lines.map((line) => textHtml(line, style.paragraph)).join('');
  return `<div style="${style.section}">${title}${texts}${link}${sheet ? sheetHtml(sheet, style) : ''}</div>`;
}

function linkText({ label, url }: MailLink): string {
  return `${label}:\n${url}`;
}

function moreText(more: number): string {
  return `And ${more} more like these.`;
}

function page(title: string, body: string, style: MailStyle): string {
  return `<!doctype html>
<html lang="en-IN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${escapeMarkup(title)}</title>
</head>
<body style="${style.body}">
<div style="max-width:560px;margin:0 auto;padding:24px;background:#ffffff;border-radius:8px;overflow-wrap:anywhere">
${body}
</div>
</body>
</html>
`;
}

function textHtml(line: string, style: string): string {
  return `<p style="${style}">${escapeMarkup(line).replaceAll(/\r?\n/g, '<br>')}</p>`;
}
