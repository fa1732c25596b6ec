/** The colours of emails. Text colours have enough contrast on white, and white has enough contrast on `accent`. */
export interface MailColors {
  background: string;
  border: string;
  text: string;
  mutedText: string;
  accent: string;
}

export const PLAIN_COLORS: MailColors = {
  background: '#ffffff',
  border: '#cccccc',
  text: '#000000',
  mutedText: '#555555',
  accent: '#000000',
};

/** Returns the styles for each element. They are inlined, because mail programs ignore style sheets. */
export function mailStyle({ background, border, text, mutedText, accent }: MailColors) {
  const cell = `padding:8px 0;border-top:1px solid ${border};vertical-align:top`;
  return {
    body: `margin:0;padding:16px;background:${background};font-family:-apple-system,'Segoe UI',Roboto,Arial,sans-serif`,
    heading: `margin:0 0 16px;font-size:22px;line-height:1.3;color:${accent}`,
    paragraph: `margin:0 0 16px;font-size:16px;line-height:1.5;color:${text}`,
    link: `color:${accent}`,
    button: `display:inline-block;padding:12px 24px;border-radius:6px;background:${accent};color:#ffffff;font-size:16px;font-weight:600;text-decoration:none`,
    code: `margin:0 0 16px;font-family:Menlo,Consolas,monospace;font-size:32px;font-weight:700;letter-spacing:8px;color:${accent}`,
    section: `margin:24px 0 0;padding-top:16px;border-top:1px solid ${border}`,
    sectionHeading: `margin:0 0 8px;font-size:18px;line-height:1.3;color:${accent}`,
    signature: `margin:24px 0 0;padding-top:16px;border-top:1px solid ${border};font-size:14px;color:${mutedText}`,
    footer: 'margin:8px 0 0;font-size:13px',
    footerLink: `color:${mutedText}`,
    table: `width:100%;margin:0 0 16px;border-collapse:collapse;font-size:15px;line-height:1.4;color:${text}`,
    cell: `${cell};text-align:left;font-weight:400`,
    amount: `${cell};padding-left:12px;text-align:right;white-space:nowrap`,
    note: `display:block;font-size:13px;color:${mutedText}`,
    sum: 'padding:2px 0;text-align:left;font-weight:400',
    sumAmount: 'padding:2px 0 2px 12px;text-align:right;white-space:nowrap',
    fact: `margin:0 0 4px;font-size:14px;font-weight:600;color:${mutedText}`,
    factLines: `margin:0 0 16px;font-size:15px;line-height:1.5;color:${text}`,
  };
}

export type MailStyle = ReturnType<typeof mailStyle>;
