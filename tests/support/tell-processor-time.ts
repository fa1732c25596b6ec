/** Loaded into a shop's process before anything else: tells whoever connects how long its processor has worked, in ms. */
import { createServer } from 'node:net';

const socketPath = process.env.PROCESSOR_TIME_SOCKET;
if (socketPath) {
  createServer((socket) => {
    const { user, system } = process.cpuUsage();
    socket.end(String((user + system) / 1_000));
  })
    .listen(socketPath)
    .unref();
}
