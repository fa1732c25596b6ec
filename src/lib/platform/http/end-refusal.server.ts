import type { IncomingMessage, ServerResponse } from 'node:http';

const LONGEST_READING_MS = 5_000;

/**
 * Ends an answer that was given before its request was read, and the connection with it. To close at once would reset the
 * connection under a sender that still writes, who would then never see the answer; so the rest is read, and forgotten,
 * for five seconds at most.
 */
export function endRefusal(req: IncomingMessage, res: ServerResponse): void {
  if (req.complete) {
    res.end();
    return;
  }
  const end = () => {
    clearTimeout(timer);
    res.end();
  };
  const timer = setTimeout(end, LONGEST_READING_MS);
  req.once('end', end).once('close', end).resume();
}
