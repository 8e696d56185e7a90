/** Digests in requests: hex in either case, as JSON Schema patterns. */
export const HASH_PATTERNS = {
  sha256: '^[0-9A-Fa-f]{64}$',
  sha512: '^[0-9A-Fa-f]{128}$',
  sha1: '^[0-9A-Fa-f]{40}$',
} as const;

/**
 * A SHA-1, SHA-256 or SHA-512 in hex, in either case: in a request, and where a response repeats
 * it.
 */
export const ANY_HASH_PATTERN = '^(?:[0-9A-Fa-f]{40}|[0-9A-Fa-f]{64}|[0-9A-Fa-f]{128})$';

/** Digests in responses: lower-case hex. */
export const SHOWN_HASH_PATTERNS = {
  sha256: '^[0-9a-f]{64}$',
  sha512: '^[0-9a-f]{128}$',
  sha1: '^[0-9a-f]{40}$',
} as const;

/**
 * The form of a scope in responses. It does not list the scopes, because a release may add some.
 */
export const SCOPE_PATTERN = '^[a-z_]+(?::(?:[a-z_.]+|\\*))?$';

/** A UUID in canonical form, as part of a pattern. */
export const UUID_PATTERN = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

/** A UUID in canonical form: lower-case hex. */
export const CANONICAL_UUID = new RegExp(`^${UUID_PATTERN}$`);

/** A UUID in either case, which PostgreSQL reads. */
export const ANY_UUID = new RegExp(`^${UUID_PATTERN}$`, 'i');

/** A language code, such as `pt-BR`, as a JSON Schema pattern. */
export const LANGUAGE_PATTERN = '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$';
