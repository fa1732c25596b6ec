import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/**
 * The server's behaviour for an email. The server accepts the email, disconnects during the content, disconnects after
 * the last line before or after recording the email as accepted, or responds to RCPT, DATA or the end of the content
 * with a code.
 */
export type MailServerBehaviour =
  | 'accept'
  | 'disconnect'
  | 'disconnect-after-end'
  | 'accept-and-disconnect'
  | `${'rcpt' | 'data' | 'end'} ${number}`;

export interface FaultyMailServer {
  url: string;
  /** The accepted emails, including duplicates. `to` is the last recipient of an email. */
  accepted: { to: string; raw: string; subject: string; messageId: string }[];
  /** The number of emails that were started (MAIL FROM). */
  started: number;
  close(): Promise<void>;
}

/** Starts a mail server on a plain socket. `nextBehaviour` is called for each email. */
export async function startFaultyMailServer(nextBehaviour: () => MailServerBehaviour): Promise<FaultyMailServer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    socket.on('close', () => sockets.delete(socket));
    serveClient(socket, nextBehaviour, result);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const result: FaultyMailServer = {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    accepted: [],
    started: 0,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
  return result;
}

const END = '\r\n.\r\n';

function serveClient(socket: Socket, nextBehaviour: () => MailServerBehaviour, result: FaultyMailServer): void {
  let behaviour: MailServerBehaviour = 'accept';
  let to = '';
  let content: string | undefined;
  let receivedText = '';
  const reply = (line: string) => socket.write(`${line}\r\n`);
  reply('220 faulty');

  socket.on('data', (chunk) => {
    receivedText += chunk.toString('latin1');
    while (content === undefined ? receivedText.includes('\r\n') : receivedText.length > 0) {
      if (content === undefined) {
        const lineEnd = receivedText.indexOf('\r\n');
        const line = receivedText.slice(0, lineEnd);
        receivedText = receivedText.slice(lineEnd + 2);
        handleCommand(line);
      } else {
        content += receivedText;
        receivedText = '';
        readContent();
      }
    }
  });

  function handleCommand(line: string): void {
    if (/^(EHLO|HELO)/i.test(line)) reply('250 faulty');
    else if (/^MAIL FROM/i.test(line)) {
      result.started += 1;
      behaviour = nextBehaviour();
      reply('250 ok');
    } else if (/^RCPT TO/i.test(line)) {
      to = /<([^>]*)>/.exec(line)?.[1] ?? '';
      reply(responseTo('rcpt') ?? '250 ok');
    } else if (/^DATA/i.test(line)) {
      const refusal = responseTo('data');
      if (!refusal) content = '';
      reply(refusal ?? '354 go on');
    } else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n');
    else reply('250 ok');
  }

  function readContent(): void {
    if (content === undefined) return;
    if (behaviour === 'disconnect' && content.length > 0) {
      socket.destroy();
      return;
    }
    const end = content.indexOf(END);
    if (end < 0) return;
    const raw = content.slice(0, end + 2);
    content = undefined;
    if (behaviour === 'disconnect-after-end') {
      socket.destroy();
      return;
    }
    const refusal = responseTo('end');
    if (!refusal)
      result.accepted.push({ to, raw, subject: header(raw, 'Subject'), messageId: header(raw, 'Message-ID') });
    if (behaviour === 'accept-and-disconnect') socket.destroy();
    else reply(refusal ?? '250 accepted');
  }

  function responseTo(stage: 'rcpt' | 'data' | 'end'): string | undefined {
    return behaviour.startsWith(`${stage} `) ? `${behaviour.slice(stage.length + 1)} refused by the test` : undefined;
  }
}

function header(raw: string, name: string): string {
  return new RegExp(`^${name}: (.*)$`, 'mi').exec(raw)?.[1]?.trim() ?? '';
}
