import { z } from 'zod';
import { LOOPBACK_HOSTS } from '../registry/addresses.js';
import { GITHUB_ISSUER, GITLAB_ISSUER } from '../registry/ci-issuers.js';

/**
 * The value of TRUSTED_ISSUERS: https addresses with a comma between two; GitHub and GitLab if
 * unset. They are compared character by character with the `iss` of a token, so each is in the
 * normal form without a trailing slash. Plain http is allowed on this machine, for tests and
 * development.
 */
export function trustedIssuers() {
  return z
    .string()
    .default(`${GITHUB_ISSUER},${GITLAB_ISSUER}`)
    .transform((value) => [...new Set(value.split(',').map((issuer) => issuer.trim()))])
    .pipe(z.array(z.string().refine(isIssuer)).min(1).max(20));
}

function isIssuer(text: string): boolean {
  const url = URL.parse(text);
  if (!url || text.endsWith('/') || /[?#@\s]/.test(text)) return false;
  if (url.href !== text && url.href !== `${text}/`) return false;
  return url.protocol === 'https:' || isPlainIssuer(text);
}

/** Returns whether an issuer is reached by plain http, on this machine. */
export function isPlainIssuer(text: string): boolean {
  const url = URL.parse(text);
  return url?.protocol === 'http:' && LOOPBACK_HOSTS.includes(url.hostname);
}
