import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export interface ReceivedMail {
  /** The first recipient. */
  to: string;
  raw: string;
  subject: string;
}

export interface MailServer {
  url: string;
  port: number;
  /** All emails, including those that `onReceived` rejected. */
  received: ReceivedMail[];
  close(): Promise<void>;
}

/**
 * Starts a real SMTP server on this machine. `onReceived` is called for each email: it may return an error, which
 * rejects the email, or `'silent'` to send no reply, and it may close the server.
 */
export async function startMailServer(
  behaviour: SMTPServerOptions & {
    onReceived?: (mail: ReceivedMail, server: SMTPServer) => Error | 'silent' | undefined;
  } = {},
  port = 0,
): Promise<MailServer> {
  const { onReceived, ...options } = behaviour;
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 100,
    onData(stream, session, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        const raw = Buffer.concat(parts).toString();
        const subject = /^Subject: (.*)$/m.exec(raw)?.[1]?.trim() ?? '';
        const mail = { to: session.envelope.rcptTo[0]?.address ?? '', raw, subject };
        received.push(mail);
        const verdict = onReceived?.(mail, server);
        if (verdict !== 'silent') done(verdict);
      });
    },
    ...options,
  });
  server.on('error', () => {});
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  const { port: actualPort } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${actualPort}`,
    port: actualPort,
    received,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
