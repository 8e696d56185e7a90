import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sender } from '../../config/config.js';
import { LIMITS } from '../../registry/limits.js';
import type { Log } from '../log.js';
import type { Mailer } from './mail.port.js';
import { mailOptionsOf } from './smtp-mailer.js';

/** Options of the file mailer. */
interface FileMailerOptions {
  /** An absolute path; created if it is missing. */
  readonly folder: string;
  readonly from: Sender;
  readonly log: Log;
  /** How many messages are kept. Default: LIMITS.mailFilesKept. */
  readonly kept?: number;
}

/**
 * The mailer of an installation without an SMTP server: no message leaves this machine. Writes each
 * message to a file that only this user can read, and keeps the newest ones. The log contains the
 * file's name and none of its content. Throws errors of the file system.
 */
export function createFileMailer(options: FileMailerOptions): Mailer {
  const { folder, from, log, kept = LIMITS.mailFilesKept } = options;
  return {
    async send(message) {
      // Loaded only for the first mail, so that the start is faster.
      const { createTransport } = await import('nodemailer');
      const transport = createTransport({ streamTransport: true, buffer: true });
      const composed = await transport.sendMail(mailOptionsOf(from, message));
      if (!Buffer.isBuffer(composed.message)) throw new Error('the message is not a buffer');
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await chmod(folder, 0o700);
      const file = join(folder, nameOf(message));
      await writeWhole(file, composed.message);
      await removeOldest(folder, kept);
      log.info({ part: 'mail', file }, 'a message was written to a file');
    },
  };
}

/** Names sort by time. A retry of a message replaces its file. */
function nameOf({ date, id }: { readonly date: Date; readonly id: string }): string {
  return `${date.toISOString().replace(/[-:.]/g, '')}-${id}.eml`;
}

async function writeWhole(file: string, bytes: Buffer): Promise<void> {
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    await writeFile(draft, bytes, { mode: 0o600, flag: 'wx', flush: true });
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

async function removeOldest(folder: string, kept: number): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.eml')).toSorted();
  const beyond = names.slice(0, Math.max(0, names.length - kept));
  await Promise.all(beyond.map((name) => rm(join(folder, name), { force: true })));
}
