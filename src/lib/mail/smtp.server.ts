import { Readable } from 'node:stream';
import type { MailFailure } from '#lib/mail/retry.ts';

export interface SmtpMail {
  id: string;
  from: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
  /** Host of the shop, for the Message-ID: a second copy of a mail has the same, by which mail programs know it. */
  host: string;
  date: Date;
}

export interface SmtpConnection {
  isOpen(): boolean;
  /** Rejects with a `SmtpError`. `handingOver` runs just before the content goes out; what it throws keeps it back. */
  send(mail: SmtpMail, handingOver: () => Promise<void>): Promise<void>;
  close(): void;
}

export class SmtpError extends Error implements MailFailure {
  readonly at: MailFailure['at'];
  readonly code: number | undefined;
  constructor(at: MailFailure['at'], cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.at = at;
    this.code = answerCode(cause);
  }
}

const TIMEOUTS_MS = { connectionTimeout: 5_000, dnsTimeout: 5_000, greetingTimeout: 10_000, socketTimeout: 20_000 };
/** A server that keeps the line warm without ever answering is given up after this. */
const LONGEST_STEP_MS = 40_000;

/** Connects and logs in to the server of an address such as `smtp://user:password@host:587`. */
export async function openSmtp(url: string): Promise<SmtpConnection> {
  const [{ default: Connection }, { parseConnectionUrl }] = await Promise.all([
    import('nodemailer/lib/smtp-connection'),
    import('nodemailer/lib/shared'),
  ]);
  const { auth, ...place } = parseConnectionUrl(url);
  const connection = new Connection({ ...TIMEOUTS_MS, ...place });
  let isOpen = false;
  let brokeOff: unknown;
  const lost = new Promise<never>((_, reject) => {
    connection.on('error', (error: unknown) => {
      isOpen = false;
      brokeOff ??= error;
      reject(error);
    });
    connection.once('end', () => {
      isOpen = false;
      reject(brokeOff ?? new Error('The mail server closed the connection'));
    });
  });
  lost.catch(() => {});

  /** Each step ends with the server's answer, with the connection, or after its time. */
  async function step(begin: (done: (error?: Error | null) => void) => void): Promise<void> {
    const answer = new Promise<void>((resolve, reject) => begin((error) => (error ? reject(error) : resolve())));
    const timer = setTimeout(() => connection.close(), LONGEST_STEP_MS);
    try {
      await Promise.race([answer, lost]);
    } finally {
      clearTimeout(timer);
      answer.catch(() => {});
    }
  }

  function close(): void {
    if (isOpen) connection.quit();
    else connection.close();
    isOpen = false;
  }

  try {
    await step((done) => connection.connect(done));
    if (auth) await step((done) => connection.login(auth, done));
    isOpen = true;
  } catch (error) {
    connection.close();
    throw error;
  }

  return {
    isOpen: () => isOpen,
    async send(mail, handingOver) {
      const raw = await rawMessage(mail);
      const envelope = { from: addressOf(mail.from), to: [mail.to] };
      const content = Readable.from(withNotice(raw, handingOver));
      try {
        await step((done) => connection.send(envelope, content, done));
      } catch (error) {
        const failure = new SmtpError(stageOf(error), error);
        const mayGoOn = isOpen && failure.at !== 'lost';
        if (!mayGoOn) close();
        else await step((done) => connection.reset(done)).catch(close);
        throw failure;
      }
    },
    close,
  };
}

/** Nodemailer reads the content when the server has asked for it, and not before. */
async function* withNotice(raw: Buffer, handingOver: () => Promise<void>): AsyncGenerator<Buffer> {
  await handingOver();
  yield raw;
}

async function rawMessage(mail: SmtpMail): Promise<Buffer> {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer');
  const { from, to, subject, text, html, date } = mail;
  const headers = { 'Auto-Submitted': 'auto-generated', ...mail.headers };
  const messageId = `<${mail.id}@${mail.host}>`;
  // Nothing in a mail may make the server read a file or an address.
  const closed = { disableFileAccess: true, disableUrlAccess: true };
  return new MailComposer({ from, to, subject, text, html, date, headers, messageId, ...closed }).compile().build();
}

function addressOf(from: string): string {
  return /<([^<>]+)>/.exec(from)?.[1] ?? from;
}

function stageOf(error: unknown): MailFailure['at'] {
  if (answerCode(error) === undefined) return 'lost';
  const command = error instanceof Error && 'command' in error ? error.command : undefined;
  if (command === 'RCPT TO') return 'recipient';
  if (command === 'DATA') return 'message';
  return command === 'MAIL FROM' ? 'sender' : 'lost';
}

function answerCode(error: unknown): number | undefined {
  const code = error instanceof Error && 'responseCode' in error ? error.responseCode : undefined;
  return typeof code === 'number' ? code : undefined;
}
