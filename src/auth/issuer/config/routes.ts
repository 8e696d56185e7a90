/** The paths of the library's endpoints (Spec 4.7). */
export const ROUTES = {
  authorization: '/oauth/authorize',
  token: '/oauth/token',
  device_authorization: '/oauth/device_authorization',
  revocation: '/oauth/revoke',
  introspection: '/oauth/introspect',
  jwks: '/.well-known/jwks.json',
  /**
   * The page where users type the code of a device. modport serves it; the library only links to
   * it.
   */
  code_verification: '/oauth/device',
} as const;
