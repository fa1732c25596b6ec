import { randomUUID } from 'node:crypto';
import { codeOf } from '#lib/platform/errors/error-code.ts';
import { messageOf } from '#lib/platform/errors/error-message.ts';
import { mailHtml, mailText } from '#lib/platform/mail/mail-text.server.ts';
import { openSmtp, SmtpError, smtpCode } from '#lib/platform/mail/smtp.server.ts';

export interface TestEmail {
  smtpUrl: string;
  from: string;
  to: string;
  shopName: string;
  siteUrl: string;
}

/** Sends a test email. Returns undefined if the server accepted it, otherwise a description of the problem. */
export async function sendTestEmail(email: TestEmail): Promise<string | undefined> {
  const { smtpUrl, from, to, shopName, siteUrl } = email;
  const content = {
    heading: `${shopName} can send emails`,
    lines: [
      'If you can read this, order emails and login codes from your shop will arrive, too.',
      `This email was sent as ${from}.`,
    ],
  };
  let stage: 'connect' | 'send' = 'connect';
  try {
    const connection = await openSmtp(smtpUrl);
    stage = 'send';
    const messageId = `<${randomUUID()}@${new URL(siteUrl).hostname}>`;
    const texts = { subject: content.heading, text: mailText(content, shopName), html: mailHtml(content, shopName) };
    await connection
      .send(
        { messageId, from, to, ...texts, headers: {}, date: new Date() },
        { hasFailedBefore: false, beforeHandover: async () => {} },
      )
      .finally(() => connection.close());
    return undefined;
  } catch (error) {
    return stage === 'connect' ? connectProblem(error, smtpUrl) : sendProblem(error, email);
  }
}

/** Patterns for error messages from libraries and OpenSSL, with their explanations. The first match is used. */
const CONNECT_PROBLEMS: readonly (readonly [RegExp, string])[] = [
  [/ENOTFOUND|EDNS|EAI_AGAIN/, 'there is no server with this name: check the host in SMTP_URL'],
  [/ECONNREFUSED/, 'nothing is listening there: check the port in SMTP_URL (465 for smtps://, 587 for smtp://)'],
  [
    /ETIMEDOUT|ETIMEOUT/,
    'it does not answer: the port may be wrong, or your hosting provider may block mail; try ports 465 and 587',
  ],
  [/certificate|altnames/i, 'its certificate is for another name: use the host that your mail service specifies'],
  [
    /wrong version number|ETLS|SSL/i,
    'it uses a different kind of encryption: use smtps:// with port 465, and smtp:// with port 587',
  ],
];

function connectProblem(error: unknown, smtpUrl: string): string {
  const host = URL.parse(smtpUrl)?.host ?? 'the mail server';
  const code = smtpCode(error);
  if (code !== undefined && code >= 530 && code <= 538)
    return `${host} rejects the user name or password (${code}). ${PASSWORD_HINT}`;
  const message = messageOf(error);
  const description = `${codeOf(error)} ${message}`;
  const problem = CONNECT_PROBLEMS.find(([pattern]) => pattern.test(description))?.[1];
  return `${host} could not be used: ${problem ?? message}.`;
}

const PASSWORD_HINT = 'Some services need an app password; write @ : / in it as %40 %3A %2F.';

function sendProblem(error: unknown, { from, to }: TestEmail): string {
  if (!(error instanceof SmtpError)) return `The email was not accepted: ${messageOf(error)}.`;
  if (error.stage === 'sender')
    return `The server does not let you send as ${from}: ${error.message}. Check MAIL_FROM.`;
  if (error.stage === 'recipient') return `The server does not send to ${to}: ${error.message}.`;
  if (error.stage === 'message') return `The server refused the email: ${error.message}.`;
  return `The connection was lost: ${error.message}. The email may have arrived anyway.`;
}
