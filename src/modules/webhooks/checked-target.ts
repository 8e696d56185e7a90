import { isPublicHost } from '../../platform/outbound/host-name.js';
import type { Resolver } from '../../platform/outbound/resolve-name.js';
import { type OutboundPolicy, resolvesInside } from '../../platform/outbound/target.js';
import type { Platform } from '../../platform/platform.js';
import { type FieldCode, problem } from '../../registry/errors.js';
import { LIMITS } from '../../registry/limits.js';

/** Where deliveries to an address may go: anywhere where an operator said so, else what is public. */
export function targetPolicy({ webhookTargets }: Platform['config'], url: string): OutboundPolicy {
  const trustedOrigin = webhookTargets === 'any' ? new URL(url).origin : undefined;
  return { hosts: 'public', trustedOrigin };
}

/**
 * The address of a receiver, as it is kept. Spec 4.9, 8: public `https` on port 443. Refused are
 * - a user name, a password or a fragment, and whatever is no address
 * - another scheme or port
 * - an address in digits that is not of the public internet, and a private name
 * - a name that leads to no public address now; deliveries ask again at every connection
 *
 * A name that nobody knows yet is taken. Throws `invalid_input`, naming `url`.
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

/** What is wrong with an address by itself, or null. */
function targetFault(
  text: string,
  targets: Platform['config']['webhookTargets'],
): FieldCode | null {
  const url = /[\s\p{C}]/u.test(text) ? null : URL.parse(text);
  if (!url) return 'invalid_format';
  // An empty user name or fragment is gone from what the parser gives back.
  if (text.includes('#') || /^[^:]*:[\\/]*[^\\/?]*@/.test(text)) return 'not_allowed';
  if (targets === 'any') return /^https?:$/.test(url.protocol) ? null : 'not_allowed';
  const isPublic = url.protocol === 'https:' && url.port === '' && isPublicHost(url.hostname);
  return isPublic ? null : 'not_allowed';
}
