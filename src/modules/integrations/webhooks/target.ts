import {
  isPublicHost,
  type OutboundPolicy,
  type Resolver,
  resolvesInside,
} from '../../../platform/outbound/target.js';
import type { Platform } from '../../../platform/platform.js';
import { type FieldCode, problem } from '../../../registry/errors.js';
import { LIMITS } from '../../../registry/limits.js';

/**
 * The allowed targets of deliveries to a URL: any if an operator configured that, else only public
 * ones.
 */
export function targetPolicy({ webhookTargets }: Platform['config'], url: string): OutboundPolicy {
  const trustedOrigin = webhookTargets === 'any' ? new URL(url).origin : undefined;
  return { hosts: 'public', trustedOrigin };
}

/**
 * Validates the URL of a receiver and returns its stored form. Spec 4.9, 8: public `https` on port
 * 443. It rejects:
 * - a user name, a password or a fragment, and any text that is no URL
 * - another scheme or port
 * - an IP address outside the public internet, and a private name
 * - a name that currently resolves to no public address; deliveries check again at every connection
 *
 * A name that does not resolve yet is accepted. If the operator allows any target, every host, port
 * and `http` are accepted too. `resolve` is for tests. Throws `invalid_input` for `url`.
 */
export async function checkedTarget(
  { config }: Pick<Platform, 'config'>,
  text: string,
  resolve?: Resolver,
): Promise<string> {
  const fault = targetFault(text, config.webhookTargets);
  if (fault) throw refused(fault);
  const url = new URL(text);
  if (config.webhookTargets === 'any') return url.href;
  const isInside = await resolvesInside(url.hostname, LIMITS.outboundLookupSeconds, resolve);
  if (isInside) throw refused('not_allowed');
  return url.href;
}

const refused = (code: FieldCode) => problem('invalid_input', { fields: [{ field: 'url', code }] });

/** The fault of a URL without its resolution, or null. */
function targetFault(
  text: string,
  targets: Platform['config']['webhookTargets'],
): FieldCode | null {
  const url = /[\s\p{C}]/u.test(text) ? null : URL.parse(text);
  if (!url) return 'invalid_format';
  // The parser drops an empty user name or fragment, so this checks the text.
  if (text.includes('#') || /^[^:]*:[\\/]*[^\\/?]*@/.test(text)) return 'not_allowed';
  if (targets === 'any') return /^https?:$/.test(url.protocol) ? null : 'not_allowed';
  const isPublic = url.protocol === 'https:' && url.port === '' && isPublicHost(url.hostname);
  return isPublic ? null : 'not_allowed';
}
