import type { IncomingMessage, ServerResponse } from 'node:http';

const LONGEST_READING_MS = 5_000;

/** To close at once would reset the connection before the sender sees the answer, so the rest is read first. */
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
