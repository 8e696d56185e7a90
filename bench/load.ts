// node dist/bench/load.js <method> <seconds> <url>...: requests each address repeatedly, on an open
// connection of its own, as a separate client behind a proxy, and prints a Load. The parser reads only as much HTTP as it needs
// to find the end of a response. So it takes little time from the measured server on few cores.
import { connect, type Socket } from 'node:net';
import type { Load } from './measure.js';

const HEAD_END = Buffer.from('\r\n\r\n');
const WARM_UP_SECONDS = 1;

const [method = 'GET', seconds = '4', ...addresses] = process.argv.slice(2);
const headers = [
  'User-Agent: modport-bench/1.0 (+https://modport.example)',
  'Accept: application/json',
  ...(method === 'POST' ? ['Content-Length: 0'] : []),
];

const millis: number[] = [];
let measuring = false;

const sockets = addresses.map((address, nth) => askAgain(new URL(address), nth));
await pause(WARM_UP_SECONDS);
measuring = true;
const begun = performance.now();
await pause(Number(seconds));
const took = (performance.now() - begun) / 1000;
measuring = false;
for (const socket of sockets) socket.destroy();
millis.sort((a, b) => a - b);
const load: Load = {
  requestsPerSecond: millis.length / took,
  p50Ms: millis[Math.floor(millis.length / 2)] ?? Number.NaN,
};
console.log(JSON.stringify(load));

function askAgain(url: URL, nth: number): Socket {
  const request = [
    `${method} ${url.pathname}${url.search} HTTP/1.1`,
    `Host: ${url.host}`,
    ...headers,
    `X-Forwarded-For: 10.0.0.${nth + 1}`,
    '\r\n',
  ].join('\r\n');
  const socket = connect(Number(url.port), url.hostname);
  let head = Buffer.alloc(0);
  let missingBytes = -1;
  let sentAt = 0;
  const send = () => {
    head = Buffer.alloc(0);
    missingBytes = -1;
    sentAt = performance.now();
    socket.write(request);
  };
  const take = (chunk: Buffer): void => {
    if (missingBytes < 0) {
      head = Buffer.concat([head, chunk]);
      const end = head.indexOf(HEAD_END);
      if (end < 0) return;
      missingBytes =
        lengthOf(head.toString('latin1', 0, end)) - (head.length - end - HEAD_END.length);
    } else missingBytes -= chunk.length;
    if (missingBytes > 0) return;
    if (measuring) millis.push(performance.now() - sentAt);
    send();
  };
  socket.setNoDelay(true).on('connect', send).on('data', take);
  socket.on('error', (error) => {
    console.error(error);
    process.exit(1);
  });
  return socket;
}

/** Throws for an unexpected response, or one without its length. */
function lengthOf(head: string): number {
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  if (!head.startsWith('HTTP/1.1 200') || length === undefined) {
    throw new Error(`an answer that cannot be measured: ${head}`);
  }
  return Number(length);
}

function pause(howLong: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, howLong * 1000));
}
