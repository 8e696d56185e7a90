import { isIP, isIPv6 } from 'node:net';
import { LOCALES } from '../registry/error-texts.js';

const DAY_MS = 24 * 60 * 60 * 1000;
/** RFC 9116 recommends less than a year. */
const LIFETIME_DAYS = 180;
/** The warning period before a configured expiry. */
const NOTICE_DAYS = 30;

/** The contact for security researchers; unset members have defaults. */
export interface SecurityContact {
  /** `mailto:`, `https:` or `tel:` addresses, the preferred one first. */
  readonly contacts: readonly string[] | undefined;
  readonly expires: Date | undefined;
}

/**
 * The text of `/.well-known/security.txt` (RFC 9116). The default contact is the mailbox `security`
 * at the host of `PUBLIC_URL` (RFC 2142). The default expiry is midnight in half a year, computed
 * for each request. Returns null after a configured expiry, because the text is then stale (RFC
 * 9116 2.5.5).
 */
export function securityTxt(
  publicUrl: string,
  security: SecurityContact,
  now: Date,
): string | null {
  if (isOver(security, now)) return null;
  const { contacts = [`mailto:security@${mailHostOf(publicUrl)}`], expires = endOf(now) } =
    security;
  return [
    ...contacts.map((contact) => `Contact: ${contact}`),
    `Expires: ${expires.toISOString()}`,
    `Preferred-Languages: ${LOCALES.join(', ')}`,
    `Canonical: ${publicUrl}/.well-known/security.txt`,
    '',
  ].join('\n');
}

/** A warning for the operator if the text expires soon or has expired; else null. */
export function expiryWarning(security: SecurityContact, now: Date): string | null {
  if (isOver(security, now)) {
    return 'SECURITY_EXPIRES has passed: /.well-known/security.txt is not served until you set a later time';
  }
  const soon = new Date(now.getTime() + NOTICE_DAYS * DAY_MS);
  if (!isOver(security, soon)) return null;
  return `SECURITY_EXPIRES passes in less than ${NOTICE_DAYS} days: set a later time`;
}

function isOver({ expires }: SecurityContact, now: Date): boolean {
  return expires !== undefined && expires <= now;
}

function endOf(now: Date): Date {
  return new Date((Math.floor(now.getTime() / DAY_MS) + LIFETIME_DAYS) * DAY_MS);
}

/** The host in the form of mail addresses (RFC 5321 4.1.3). */
function mailHostOf(publicUrl: string): string {
  const host = new URL(publicUrl).hostname.replace(/^\[|\]$/g, '');
  if (host === '127.0.0.1' || host === '::1') return 'localhost';
  if (isIPv6(host)) return `[IPv6:${host}]`;
  return isIP(host) ? `[${host}]` : host;
}
