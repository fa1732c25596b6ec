import { Readable } from 'node:stream';
import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import { type Handover, HeldBackContent } from '#lib/platform/mail/held-back-content.server.ts';
import type { MailFailure } from '#lib/platform/mail/retry.ts';

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
  /** Rejects with a `SmtpError`. The handover comes just before the mail's last line, without which no server takes it. */
  send(mail: SmtpMail, handover: Handover): Promise<void>;
  close(): void;
}

export class SmtpError extends Error implements MailFailure {
  readonly at: MailFailure['at'];
  readonly code: number | undefined;
  constructor(at: MailFailure['at'], cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.at = at;
    this.code = smtpCode(cause);
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
  const connection = new OpenSmtp(new Connection({ ...TIMEOUTS_MS, ...place }));
  await connection.begin(auth);
  return connection;
}

class OpenSmtp implements SmtpConnection {
  readonly #connection: SMTPConnection;
  /** Rejects when the connection ends. */
  readonly #lost: Promise<never>;
  #isOpen = false;

  constructor(connection: SMTPConnection) {
    this.#connection = connection;
    let brokeOff: unknown;
    this.#lost = new Promise<never>((_, reject) => {
      const end = (error: unknown) => {
        this.#isOpen = false;
        brokeOff ??= error;
        reject(brokeOff ?? new Error('The mail server closed the connection'));
      };
      connection.on('error', end);
      connection.once('end', () => end(undefined));
    });
    // Each step hears of it; between them nobody listens.
    this.#lost.catch(() => {});
  }

  async begin(auth: Parameters<SMTPConnection['login']>[0] | undefined): Promise<void> {
    try {
      await this.#step((done) => this.#connection.connect(done));
      if (auth) await this.#step((done) => this.#connection.login(auth, done));
      this.#isOpen = true;
    } catch (error) {
      this.#drop();
      throw error;
    }
  }

  isOpen(): boolean {
    return this.#isOpen;
  }

  async send(mail: SmtpMail, handover: Handover): Promise<void> {
    const envelope = { from: addressOf(mail.from), to: [mail.to] };
    const content = new HeldBackContent(await rawMessage(mail), () => this.#isOpen, handover);
    try {
      await this.#step((done) => this.#connection.send(envelope, Readable.from(content.read()), done));
      if (!content.isOut) throw new Error('The mail server answered before the mail had ended');
    } catch (error) {
      await content.stop();
      const failure = new SmtpError(stageOf(error, content.isOut), error);
      const isAnswered = failure.at !== 'cut' && failure.at !== 'unanswered';
      // Amid the content every command would be read as a part of it.
      const mayGoOn = this.#isOpen && isAnswered && content.isOut === content.isBegun;
      // A server that can't be reset is left; the failure is told below.
      if (mayGoOn) await this.#step((done) => this.#connection.reset(done)).catch(() => this.#drop());
      else this.#drop();
      throw failure;
    }
  }

  close(): void {
    if (this.#isOpen) this.#connection.quit();
    else this.#connection.close();
    this.#isOpen = false;
  }

  #drop(): void {
    this.#connection.close();
    this.#isOpen = false;
  }

  /** Each step ends with the server's answer, with the connection, or after its time. */
  async #step(begin: (done: (error?: Error | null) => void) => void): Promise<void> {
    const answer = new Promise<void>((resolve, reject) => begin((error) => (error ? reject(error) : resolve())));
    const timer = setTimeout(() => this.#connection.close(), LONGEST_STEP_MS);
    try {
      await Promise.race([answer, this.#lost]);
    } finally {
      clearTimeout(timer);
      // It may come after the connection was lost, which the caller has heard of.
      answer.catch(() => {});
    }
  }
}

async function rawMessage(mail: SmtpMail): Promise<Buffer> {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer');
  const { from, to, subject, text, html, date } = mail;
  const headers = { 'Auto-Submitted': 'auto-generated', ...mail.headers };
  const messageId = `<${mail.id}@${mail.host}>`;
  // Nothing in a mail may make the server read a file or an address.
  const closed = { disableFileAccess: true, disableUrlAccess: true };
  // A string would be read as a list: `1,asha@example.in` as two addresses. An object is one mailbox, as it stands.
  const recipient = { name: '', address: to };
  return new MailComposer({ from, to: recipient, subject, text, html, date, headers, messageId, ...closed })
    .compile()
    .build();
}

function addressOf(from: string): string {
  return /<([^<>]+)>/.exec(from)?.[1] ?? from;
}

function stageOf(error: unknown, isOut: boolean): MailFailure['at'] {
  if (smtpCode(error) === undefined) return isOut ? 'unanswered' : 'cut';
  const command = error instanceof Error && 'command' in error ? error.command : undefined;
  if (command === 'RCPT TO') return 'recipient';
  return command === 'DATA' ? 'message' : 'sender';
}

/** What the server answered, where it did. */
export function smtpCode(error: unknown): number | undefined {
  const code = error instanceof Error && 'responseCode' in error ? error.responseCode : undefined;
  return typeof code === 'number' ? code : undefined;
}
