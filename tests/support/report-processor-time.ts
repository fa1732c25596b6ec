/** This module is preloaded into a shop process. It reports the process's CPU time in ms on each connection. */
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
