/** A node:http server that always responds with the bytes from its parent process, as a baseline for the machine. */
import { createServer } from 'node:http';

export interface BareResponse {
  headers: [string, string][];
  bodyBase64: string;
}

process.once('message', ({ headers, bodyBase64 }: BareResponse) => {
  const body = Buffer.from(bodyBase64, 'base64');
  const headerList = [...headers, ['content-length', String(body.length)]].flat();
  const server = createServer((_req, res) => {
    res.writeHead(200, headerList);
    res.end(body);
  });
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    process.send?.(typeof address === 'object' ? address?.port : 0);
  });
});
process.once('disconnect', () => process.exit(0));
