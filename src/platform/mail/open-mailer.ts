import { join } from 'node:path';
import type { Config } from '../../config/config.js';
import type { Log } from '../log.js';
import { createFileMailer } from './file-mailer.js';
import type { Mailer } from './mail.port.js';
import { createSmtpMailer } from './smtp-mailer.js';

/** The sender if the configuration names none, which only messages in files allow. */
const DEFAULT_SENDER = { name: 'modport', address: 'modport@localhost' };

/**
 * Creates the mailer that the configuration selects: by SMTP, or to files without a server. It
 * connects only to send a message.
 */
export function openMailer(
  { smtpServer, mailFrom, dataDir }: Pick<Config, 'smtpServer' | 'mailFrom' | 'dataDir'>,
  log: Log,
): Mailer {
  const from = mailFrom ?? DEFAULT_SENDER;
  if (smtpServer) return createSmtpMailer({ server: smtpServer, from });
  return createFileMailer({ folder: join(dataDir, 'mail'), from, log });
}
