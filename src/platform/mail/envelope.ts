import type { SendMailOptions } from 'nodemailer';
import type { Sender } from '../../config.js';
import type { MailMessage } from './mail.port.js';

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
export function envelopeOf(from: Sender, message: MailMessage): SendMailOptions {
  const { id, to, subject, text, html, date, language } = message;
  const host = from.address.slice(from.address.lastIndexOf('@') + 1);
  return {
    from: { name: oneLine(from.name), address: from.address },
    to: { name: oneLine(to.name), address: oneLine(to.address) },
    ...{ subject: oneLine(subject), text, html, date },
    messageId: `<${id}@${host}>`,
    headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': language },
    ...{ disableFileAccess: true, disableUrlAccess: true },
  };
}
