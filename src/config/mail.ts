import { z } from 'zod';
import { takes } from './values.js';

/** An SMTP server. */
export interface SmtpServer {
  readonly host: string;
  /** If the URL has none: 465 for `smtps`, else 587. */
  readonly port: number;
  /** TLS from the first byte (`smtps`); otherwise STARTTLS. */
  readonly isSecure: boolean;
  readonly auth: { readonly user: string; readonly password: string } | undefined;
}

/** The sender of every message. */
export interface Sender {
  /** Empty if MAIL_FROM is an address without a name. */
  readonly name: string;
  readonly address: string;
}

/** The variables of mail. */
export const MAIL_VARIABLES = {
  SMTP_URL: takes(
    'an address such as smtps://user:password@host:465 or smtp://host:587',
    z.string().transform(parseServer).optional(),
  ),
  MAIL_FROM: takes(
    'an e-mail address, or a name with one such as Mods <mods@example.org>',
    z.string().transform(parseSender).optional(),
  ),
};

/** Variables of mail whose value an error never shows. */
export const SECRET_MAIL_VARIABLES = ['SMTP_URL'];

/** The error for SMTP_URL without MAIL_FROM, else null. MAIL_FROM alone is valid. */
export function mailConfigFault(given: NodeJS.ProcessEnv): string | null {
  if (given['SMTP_URL'] === undefined || given['MAIL_FROM'] !== undefined) return null;
  return 'SMTP_URL is set, but mail needs MAIL_FROM as well; unset it to write messages to files';
}

function parseServer(value: string, context: z.RefinementCtx): SmtpServer {
  const refuse = (): never => {
    context.addIssue({ code: 'custom' });
    return z.NEVER;
  };
  if (!URL.canParse(value)) return refuse();
  const url = new URL(value);
  const isSecure = url.protocol === 'smtps:';
  const hasMore = !['', '/'].includes(url.pathname) || url.search !== '' || url.hash !== '';
  if ((!isSecure && url.protocol !== 'smtp:') || url.hostname === '' || hasMore) return refuse();
  if ((url.username === '') !== (url.password === '') || url.port === '0') return refuse();
  try {
    const user = decodeURIComponent(url.username);
    return {
      // URLs put an IPv6 address in brackets.
      host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
      port: url.port === '' ? (isSecure ? 465 : 587) : Number(url.port),
      isSecure,
      auth: user === '' ? undefined : { user, password: decodeURIComponent(url.password) },
    };
  } catch {
    return refuse();
  }
}

function parseSender(value: string, context: z.RefinementCtx): Sender {
  const [, name = '', bracketed] = /^([^<>\p{Cc}]*)<([^<>]+)>$/u.exec(value) ?? [];
  const parsed = z
    .email()
    .max(254)
    .safeParse(bracketed ?? value);
  if (parsed.success) return { name: name.trim(), address: parsed.data };
  context.addIssue({ code: 'custom' });
  return z.NEVER;
}
