import { createHmac, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { z } from 'zod';
import { run } from './hosts/network.js';
import type { Delivery } from './record.js';

const EVENT = z.object({ event_id: z.string(), type: z.string() });

/** A receiver of webhooks in the test program. */
export interface WebhookReceiver {
  readonly deliveries: readonly Delivery[];
  /** The address for the subscription of a user. */
  urlOf(caller: string): string;
  /** The secret with which deliveries to a user are signed. */
  expect(caller: string, secret: string): void;
  /** Refuses all deliveries with 503, or accepts them. */
  setAway(isAway: boolean): void;
  close(): void;
}

/** Opens a receiver that stores each delivery. */
export async function openWebhookReceiver(host: string, port: number): Promise<WebhookReceiver> {
  const deliveries: Delivery[] = [];
  const secrets = new Map<string, string>();
  let isAway = false;
  const receive = async (request: IncomingMessage): Promise<204 | 503> => {
    const body = Buffer.concat(await request.toArray()).toString('utf8');
    if (isAway) return 503;
    const caller = request.url?.split('/').at(-1) ?? '';
    const event = EVENT.parse(JSON.parse(body));
    deliveries.push({
      caller,
      eventId: event.event_id,
      kind: event.type,
      atMs: Date.now(),
      deliveryId: String(request.headers['x-service-delivery-id']),
      isGenuine: isGenuine(request, body, secrets.get(caller) ?? ''),
    });
    return 204;
  };
  const server = createServer((request, response) => {
    receive(request).then(
      (status) => response.writeHead(status).end(),
      // A killed worker leaves half of a request. It sends the delivery again.
      () => response.destroy(),
    );
  });
  await once(server.listen(port, host), 'listening');
  return {
    deliveries,
    urlOf: (caller) => `http://${host}:${port}/hook/${caller}`,
    expect(caller, secret) {
      secrets.set(caller, secret);
    },
    setAway(next) {
      isAway = next;
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function isGenuine({ headers }: IncomingMessage, body: string, secret: string): boolean {
  const timestamp = String(headers['x-service-timestamp']);
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= 300)) return false;
  const mac = createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex');
  const expected = Buffer.from(`v1=${mac}`);
  return String(headers['x-service-signature'])
    .split(',')
    .map((text) => Buffer.from(text.trim()))
    .some((given) => given.length === expected.length && timingSafeEqual(given, expected));
}

/** An SMTP sink in the test program. */
export interface MailSink {
  received(): number;
  setAway(isAway: boolean): void;
  close(): void;
}

/** A certificate for the address of the test program, and the file that clients trust. */
export interface Certificate {
  readonly key: string;
  readonly cert: string;
  readonly file: string;
}

/** Makes a certificate: modport sends mail to other hosts only over TLS. */
export async function makeCertificate(folder: string, address: string): Promise<Certificate> {
  const [keyFile, file] = [join(folder, 'mail.key'), join(folder, 'mail.crt')];
  const names = ['-subj', '/CN=mail', '-addext', `subjectAltName=IP:${address}`];
  const files = ['-nodes', '-keyout', keyFile, '-out', file];
  await run('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-days', '2', ...files, ...names]);
  const [key, cert] = [await readFile(keyFile, 'utf8'), await readFile(file, 'utf8')];
  return { key, cert, file };
}

/** Opens a sink that accepts every message. */
export async function openMailSink(
  host: string,
  port: number,
  { key, cert }: Certificate,
): Promise<MailSink> {
  let received = 0;
  let isAway = false;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH'],
    key,
    cert,
    onConnect: (_session, done) =>
      done(isAway ? Object.assign(new Error('away'), { responseCode: 421 }) : null),
    onData(stream, _session, done) {
      stream.resume().on('end', () => {
        received += 1;
        done();
      });
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => {
    server.listen(port, host, resolve);
  });
  return {
    received: () => received,
    setAway(next) {
      isAway = next;
    },
    close() {
      server.close(() => undefined);
    },
  };
}
