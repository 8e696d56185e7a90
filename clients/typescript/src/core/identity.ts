/** The program that uses this client (section 5.5 of `docs/contract`). Required for writes. */
export interface Identity {
  /** A stable name without spaces, such as `packwright`. */
  readonly name: string;
  readonly version: string;
  /** An address or a mailbox by which operators reach you. */
  readonly contact: string;
}

const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
const VERSION = /^[A-Za-z0-9][A-Za-z0-9._+-]{0,63}$/;
const CONTACT = /^[\x21-\x27\x2a-\x7e]{3,200}$/;

/**
 * The identity headers. `clientId` replaces the name in `X-Service-Client`, because an OAuth token
 * belongs to that application; null keeps the name. Throws TypeError for a value that the service
 * refuses.
 */
export function identityHeaders(
  identity: Identity,
  clientId: string | null,
): Readonly<Record<string, string>> {
  const { name, version, contact } = identity;
  if (!NAME.test(name))
    throw new TypeError('identity.name may have letters, digits, ".", "_" and "-"');
  if (!VERSION.test(version)) throw new TypeError('identity.version must look like 1.4.0');
  if (!CONTACT.test(contact))
    throw new TypeError('identity.contact must be a URL or an e-mail address');
  return {
    'User-Agent': `${name}/${version} (+${contact})`,
    'X-Service-Client': clientId ?? name,
    'X-Service-Client-Version': version,
  };
}
