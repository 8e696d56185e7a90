import { isPublicName } from '../../../platform/outbound/target.js';
import { LOOPBACK_HOSTS } from '../../../registry/addresses.js';
import type { FieldCode } from '../../../registry/errors.js';
import { LIMITS } from '../../../registry/limits.js';

/** The possible faults of a redirect URI. */
export type RedirectUriFault = Extract<FieldCode, 'too_long' | 'invalid_format' | 'not_allowed'>;

/** The characters of a URI (RFC 3986 2), with complete percent encodings. */
const URI = /^(?:[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=]|%[0-9A-Fa-f]{2})+$/;
/** A single letter would be a Windows drive. */
const CUSTOM_SCHEME = /^[a-z][a-z0-9+.-]+$/;

/**
 * Schemes that no application may claim: browsers and systems handle them, or they belong to other
 * programs.
 */
const TAKEN_SCHEMES: ReadonlySet<string> = new Set(
  `about acct android-app app applescript blob bluetooth callto chrome chrome-extension chrome-untrusted
   cid content data devtools dict dns edge facetime feed file filesystem ftp ftps geo git git+ssh
   gopher help hcp imap intent intents irc ircs itms itms-apps itms-appss itms-services jar
   javascript ldap ldaps livescript magnet mailto maps market mhtml microsoft-edge mid mk mms
   mocha moz-extension news nfs nntp opera pop prefs res resource rtsp search search-ms sftp
   shell shortcuts sip sips sms smsto ssh svn tel telnet urn vbscript view-source vnc wais ws
   wss wyciwyg x-apple.systempreferences x-javascript`.split(/\s+/),
);
/** Families of such schemes: handlers of Windows, Safari extensions and web sites. */
const TAKEN_FAMILIES = /^(?:ms-|safari-|web\+|webcal)/;

/**
 * Returns the fault of a redirect URI, or null. Spec 5.2: redirect URIs match exactly, and there
 * are three kinds:
 * - `https` with a public host name: no IP address, no private name
 * - `http` on this machine only: `127.0.0.1`, `[::1]` or `localhost`, with any port
 * - a scheme of the application's own (RFC 8252 7.1), ideally a reversed domain. Each code is bound
 *   to its PKCE verifier, so another program with the same scheme gains nothing.
 *
 * None may have a fragment (RFC 6749 3.1.2), a user name or a wildcard. Each must be in the
 * browser's normal form, because URIs are compared character by character.
 */
export function redirectUriFault(text: string): RedirectUriFault | null {
  if (text.length > LIMITS.urlCharacters) return 'too_long';
  if (!URI.test(text)) return 'invalid_format';
  const url = URL.parse(text);
  if (!url) return 'invalid_format';
  if (text.includes('#') || text.includes('*')) return 'not_allowed';
  if (url.username !== '' || url.password !== '' || hasUserPart(text)) return 'not_allowed';
  if (!allows(url)) return 'not_allowed';
  return isNormal(text, url) ? null : 'invalid_format';
}

/**
 * Returns the key of a redirect URI. An application may have only one URI for each key. It is equal
 * for two spellings of one URI, and for loopback URIs that differ only in their port.
 */
export function redirectUriKey(text: string): string {
  const url = URL.parse(text);
  if (!url) return text;
  if (url.protocol === 'http:') url.port = '';
  return url.href;
}

function allows({ protocol, hostname, href }: URL): boolean {
  const scheme = protocol.slice(0, -1);
  if (scheme === 'https') return isPublicName(hostname);
  if (scheme === 'http') return LOOPBACK_HOSTS.includes(hostname);
  if (TAKEN_SCHEMES.has(scheme) || TAKEN_FAMILIES.test(scheme)) return false;
  return CUSTOM_SCHEME.test(scheme) && href.length > protocol.length;
}

/** The parser drops an empty user name, so this checks the text. */
function hasUserPart(text: string): boolean {
  return /^[^:]*:\/\/[^/?]*@/.test(text);
}

/** A browser adds the slash of an empty path. `https://example.com` is common and unambiguous. */
function isNormal(text: string, { href, pathname, search }: URL): boolean {
  return text === href || (pathname === '/' && search === '' && `${text}/` === href);
}
