import { createTransport } from 'nodemailer';
import type { Sender, SmtpServer } from '../../config.js';
import { LIMITS } from '../../registry/limits.js';
import { envelopeOf } from './envelope.js';
import { type Mailer, MailFailure } from './mail.port.js';

const LOOPBACK = /^(localhost|127\.[\d.]+|::1)$/;

/** Options of the SMTP mailer. */
export interface SmtpMailerOptions {
  readonly server: SmtpServer;
  readonly from: Sender;
}

/**
 * Sends messages over SMTP, with one connection for each. Requires TLS unless the server is on this
 * machine: a password and the content of messages never cross a network in the clear.
 */
export function createSmtpMailer({ server, from }: SmtpMailerOptions): Mailer {
  const { host, port, isSecure, auth } = server;
  const isLocal = LOOPBACK.test(host);
  const waitMs = LIMITS.smtpAnswerSeconds * 1000;
  const transport = createTransport({
    ...{ host, port, secure: isSecure, requireTLS: !isLocal },
    // Certificates of a server on this machine are mostly made by itself.
    ...(isLocal ? { tls: { rejectUnauthorized: false } } : {}),
    ...(auth ? { auth: { user: auth.user, pass: auth.password } } : {}),
    ...{ connectionTimeout: waitMs, greetingTimeout: waitMs, socketTimeout: waitMs },
    dnsTimeout: waitMs,
    ...{ disableFileAccess: true, disableUrlAccess: true },
  });
  return {
    async send(message) {
      try {
        await transport.sendMail(envelopeOf(from, message));
      } catch (error) {
        throw failureOf(error);
      }
    },
  };
}

/** Keeps the codes alone: what the server said often quotes the address. */
function failureOf(error: unknown): MailFailure {
  const { code, responseCode } = Object(error) as { code?: unknown; responseCode?: unknown };
  const name = typeof code === 'string' ? code : 'UNKNOWN';
  const status = typeof responseCode === 'number' ? responseCode : null;
  // 5yz to the recipient or the content is final (RFC 5321 4.2.1); to a login it is a wrong setting.
  const isPermanent = ['EENVELOPE', 'EMESSAGE'].includes(name) && status !== null && status >= 500;
  return new MailFailure(`SMTP ${name}${status === null ? '' : ` ${status}`}`, isPermanent);
}
