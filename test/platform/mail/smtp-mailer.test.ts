import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Mailer, MailFailure } from '../../../src/platform/mail/mail.port.js';
import { createSmtpMailer } from '../../../src/platform/mail/smtp-mailer.js';
import { mailContract, message } from './contract.js';
import { closedPort, type SmtpReceiver, startSmtpReceiver } from './smtp-receiver.js';

const from = { name: 'Mods', address: 'mods@example.org' };
const auth = { user: 'modport', password: 'a password' };
let receiver: SmtpReceiver;
let mailer: Mailer;

const mailerAt = (port: number, host = '127.0.0.1') =>
  createSmtpMailer({ server: { host, port, isSecure: false, auth }, from });
const failureOf = (sending: Promise<void>) =>
  sending.then(
    () => null,
    (error: unknown) => error,
  );

beforeAll(async () => {
  receiver = await startSmtpReceiver();
  mailer = mailerAt(receiver.port);
});
afterAll(() => receiver.close());

mailContract('SMTP', { mailer: () => mailer, messages: async () => receiver.messages });

it('a message goes to exactly one recipient, after a login', async () => {
  await mailer.send(message());
  expect(receiver.recipients.at(-1)).toEqual(['alice@example.org']);
  expect(receiver.logins.at(-1)).toEqual({ user: 'modport', password: 'a password' });
});

it('a permanently rejected recipient is a permanent failure that quotes no address', async () => {
  receiver.refuseNext(550);
  const failure = await failureOf(mailer.send(message()));
  expect(failure).toEqual(new MailFailure('SMTP EENVELOPE 550', true));
  expect(failure).toMatchObject({ isPermanent: true });
  expect(JSON.stringify(failure, Object.getOwnPropertyNames(failure))).not.toContain('alice');
});

it('a temporarily rejected recipient is a retryable failure', async () => {
  receiver.refuseNext(450);
  expect(await failureOf(mailer.send(message()))).toMatchObject({
    name: 'MailFailure',
    message: 'SMTP EENVELOPE 450',
    isPermanent: false,
  });
});

it('an unreachable mail server is a retryable failure', async () => {
  const failure = await failureOf(mailerAt(await closedPort()).send(message()));
  expect(failure).toMatchObject({ name: 'MailFailure', isPermanent: false });
});

it('a remote mail server without TLS receives neither the password nor the message', async () => {
  // Over its IPv4-mapped address, the same server counts as remote.
  const [logins, messages] = [receiver.logins.length, receiver.messages.length];
  const failure = await failureOf(mailerAt(receiver.port, '::ffff:127.0.0.1').send(message()));
  expect(failure).toMatchObject({ name: 'MailFailure', isPermanent: false });
  expect([receiver.logins.length, receiver.messages.length]).toEqual([logins, messages]);
});
