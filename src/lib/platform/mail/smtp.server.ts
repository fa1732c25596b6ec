import { performance } from 'node:perf_hooks';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import { messageOf } from '#lib/platform/errors/error-message.ts';
import type { MailFailure } from '#lib/platform/mail/retry.ts';

export interface SmtpMail {
  /** Mail programs recognise a second copy by its Message-ID. */
  messageId: string;
  from: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
  date: Date;
}

export interface Handover {
  /** Called just before the last line of the email is sent. If it throws, the line is not sent. */
  beforeHandover(): Promise<void>;
  /** Whether the last attempts to send emails have failed. A longer delay is then needed. */
  hasFailedBefore: boolean;
}

export class SmtpError extends Error implements MailFailure {
  readonly stage: MailFailure['stage'];
  readonly code: number | undefined;
  constructor(stage: MailFailure['stage'], cause: unknown) {
    super(messageOf(cause), { cause });
    this.stage = stage;
    this.code = smtpCode(cause);
  }
}

const TIMEOUTS_MS = { connectionTimeout: 5_000, dnsTimeout: 5_000, greetingTimeout: 10_000, socketTimeout: 20_000 };
/** The time limit for a step, for a server that keeps the connection open, but never replies. */
const MAX_STEP_MS = 40_000;
const WAIT_MS = { min: 20, max: 250 };
const WAIT_AFTER_FAILURE_MS = 500;
const CONNECTION_LOST = 'The connection was lost while the email was being sent';

/** Connects and logs in. Throws the errors of the connection and of the server. */
export async function openSmtp(url: string): Promise<SmtpConnection> {
  const [{ default: Connection }, { parseConnectionUrl }] = await Promise.all([
    import('nodemailer/lib/smtp-connection'),
    import('nodemailer/lib/shared'),
  ]);
  const { auth, ...server } = parseConnectionUrl(url);
  const connection = new SmtpConnection(new Connection({ ...TIMEOUTS_MS, ...server }));
  await connection.begin(auth);
  return connection;
}

export class SmtpConnection {
  readonly #connection: SMTPConnection;
  readonly #connectionLoss: Promise<never>;
  #isOpen = false;

  constructor(connection: SMTPConnection) {
    this.#connection = connection;
    let connectionError: unknown;
    this.#connectionLoss = new Promise<never>((_, reject) => {
      const end = (error: unknown) => {
        this.#isOpen = false;
        connectionError ??= error;
        reject(connectionError ?? new Error('The mail server closed the connection'));
      };
      connection.on('error', end);
      connection.once('end', () => end(undefined));
    });
    // Between steps, nothing awaits this promise, so its rejection would be unhandled.
    this.#connectionLoss.catch(() => {});
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

  /** Sends an email. Throws an `SmtpError` if it was not, or may not have been, accepted. */
  async send(mail: SmtpMail, handover: Handover): Promise<void> {
    const envelope = { from: addressOf(mail.from), to: [mail.to] };
    const content = new DelayedEnd(await rawMessage(mail), () => this.#isOpen, handover);
    try {
      await this.#step((done) => this.#connection.send(envelope, Readable.from(content.read()), done));
      if (!content.isHandedOver) throw new Error('The mail server replied before the whole email had been sent');
    } catch (error) {
      await content.stop();
      const failure = new SmtpError(stageOf(error, content.isHandedOver), error);
      const hasReply = failure.stage !== 'disconnected' && failure.stage !== 'no_reply';
      // While the content is being sent, the server would read a command as a part of it.
      const canContinue = this.#isOpen && hasReply && content.isHandedOver === content.hasStarted;
      // The connection to a server that can't be reset is closed; the failure is reported below.
      if (canContinue) await this.#step((done) => this.#connection.reset(done)).catch(() => this.#drop());
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

  async #step(begin: (done: (error?: Error | null) => void) => void): Promise<void> {
    const reply = new Promise<void>((resolve, reject) => begin((error) => (error ? reject(error) : resolve())));
    const timer = setTimeout(() => this.#connection.close(), MAX_STEP_MS);
    try {
      await Promise.race([reply, this.#connectionLoss]);
    } finally {
      clearTimeout(timer);
      // The reply may be rejected after the connection was lost. The loss has then been reported already.
      reply.catch(() => {});
    }
  }
}

/**
 * Delays the last line of an email: if the connection is lost during the delay, the server has certainly not accepted
 * the email.
 */
class DelayedEnd {
  hasStarted = false;
  /** Whether the server may have accepted the email. */
  isHandedOver = false;
  #isStopped = false;
  #handover = Promise.resolve();
  readonly #createdAt = performance.now();
  readonly #raw: Buffer;
  readonly #isOpen: () => boolean;
  readonly #options: Handover;

  constructor(raw: Buffer, isOpen: () => boolean, options: Handover) {
    this.#raw = raw;
    this.#isOpen = isOpen;
    this.#options = options;
  }

  async *read(): AsyncGenerator<Buffer> {
    this.hasStarted = true;
    const roundTripMs = performance.now() - this.#createdAt;
    yield this.#raw;
    const usualMs = Math.min(Math.max(roundTripMs, WAIT_MS.min), WAIT_MS.max);
    await wait(this.#options.hasFailedBefore ? WAIT_AFTER_FAILURE_MS : usualMs);
    this.#assertOpen();
    this.#handover = this.#options.beforeHandover();
    await this.#handover;
    this.#assertOpen();
    this.isHandedOver = true;
  }

  /** Prevents the handover or, if it has begun, waits for its end. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    // `read` throws the errors of the handover.
    await this.#handover.catch(() => {});
  }

  #assertOpen(): void {
    if (this.#isStopped || !this.#isOpen()) throw new Error(CONNECTION_LOST);
  }
}

async function rawMessage(mail: SmtpMail): Promise<Buffer> {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer');
  const headers = { 'Auto-Submitted': 'auto-generated', ...mail.headers };
  // Prevents nodemailer from reading a file or URL that an email refers to.
  const restrictions = { disableFileAccess: true, disableUrlAccess: true };
  // As a string, `1,asha@example.in` would be read as two addresses.
  const to = { name: '', address: mail.to };
  return new MailComposer({ ...mail, to, headers, ...restrictions }).compile().build();
}

function addressOf(from: string): string {
  return /<([^<>]+)>/.exec(from)?.[1] ?? from;
}

function stageOf(error: unknown, isHandedOver: boolean): MailFailure['stage'] {
  if (smtpCode(error) === undefined) return isHandedOver ? 'no_reply' : 'disconnected';
  const command = error instanceof Error && 'command' in error ? error.command : undefined;
  if (command === 'RCPT TO') return 'recipient';
  return command === 'DATA' ? 'message' : 'sender';
}

/** Returns the reply code of the server, or undefined if it has not replied. */
export function smtpCode(error: unknown): number | undefined {
  const code = error instanceof Error && 'responseCode' in error ? error.responseCode : undefined;
  return typeof code === 'number' ? code : undefined;
}
