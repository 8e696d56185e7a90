/** Where the library's endpoints are (Spec 4.7). */
export const ROUTES = {
  authorization: '/oauth/authorize',
  token: '/oauth/token',
  device_authorization: '/oauth/device_authorization',
  revocation: '/oauth/revoke',
  introspection: '/oauth/introspect',
  jwks: '/.well-known/jwks.json',
  /** Where users type the code of a device: a page of ours, the library only names it. */
  code_verification: '/oauth/device',
} as const;
