import type { SendMailOptions } from 'nodemailer';
import type { Sender, SmtpServer } from '../../config/config.js';
import { LIMITS } from '../../registry/limits.js';
import { traceCall } from '../tracing/in-span.js';
import { type Mailer, MailFailure, type MailMessage } from './mail.port.js';

// Line breaks, other control characters, and characters that change the direction of text.
const UNSAFE = /[\p{Cc}\p{Cf}\u2028\u2029]+/gu;

/** Converts a text to one line without control characters, for use in a header. */
export function oneLine(text: string): string {
  return text.toWellFormed().replace(UNSAFE, ' ').trim();
}

/**
 * Converts a message to nodemailer options. Names and addresses are objects, so that nodemailer
 * does not parse further recipients from them. It never reads files or URLs.
 */
export function mailOptionsOf(from: Sender, message: MailMessage): SendMailOptions {
  const { id, to, subject, text, html, date, language } = message;
  const host = from.address.slice(from.address.lastIndexOf('@') + 1);
  return {
    from: { name: oneLine(from.name), address: from.address },
    to: { name: oneLine(to.name), address: oneLine(to.address) },
    subject: oneLine(subject),
    text,
    html,
    date,
    messageId: `<${id}@${host}>`,
    headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': language },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

const LOOPBACK = /^(localhost|127\.[\d.]+|::1)$/;

/** Options of the SMTP mailer. */
interface SmtpMailerOptions {
  readonly server: SmtpServer;
  readonly from: Sender;
}

/**
 * Sends messages over SMTP, with one connection per message. It requires TLS unless the server is
 * on this machine, so passwords and messages never cross a network unencrypted.
 */
export function createSmtpMailer({ server, from }: SmtpMailerOptions): Mailer {
  const { host, port, isSecure, auth } = server;
  const isLocal = LOOPBACK.test(host);
  const waitMs = LIMITS.smtpResponseSeconds * 1000;
  const options = {
    host,
    port,
    secure: isSecure,
    requireTLS: !isLocal,
    // A server on this machine usually has a self-signed certificate.
    ...(isLocal ? { tls: { rejectUnauthorized: false } } : {}),
    ...(auth ? { auth: { user: auth.user, pass: auth.password } } : {}),
    connectionTimeout: waitMs,
    greetingTimeout: waitMs,
    socketTimeout: waitMs,
    dnsTimeout: waitMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  return {
    async send(message) {
      // Loaded only for the first mail, so that the start is faster.
      const { createTransport } = await import('nodemailer');
      const transport = createTransport(options);
      try {
        await traceCall('smtp send', { 'server.address': host }, () =>
          transport.sendMail(mailOptionsOf(from, message)),
        );
      } catch (error) {
        throw failureOf(error);
      }
    },
  };
}

/** Keeps only the codes, because the server's reply often quotes the address. */
function failureOf(error: unknown): MailFailure {
  const { code, responseCode } = Object(error) as { code?: unknown; responseCode?: unknown };
  const name = typeof code === 'string' ? code : 'UNKNOWN';
  const status = typeof responseCode === 'number' ? responseCode : null;
  // A 5yz reply to the recipient or the content is final (RFC 5321 4.2.1). To a login, it means a
  // wrong setting.
  const isPermanent = ['EENVELOPE', 'EMESSAGE'].includes(name) && status !== null && status >= 500;
  return new MailFailure(`SMTP ${name}${status === null ? '' : ` ${status}`}`, isPermanent);
}
