import type { AuthenticatorTransport } from '@simplewebauthn/server';
import { z } from 'zod';
import type { Platform } from '../../../platform/platform.js';

/**
 * The COSE ids of Ed25519, ECDSA with P-256, and RSA with SHA-256: every authenticator has one of
 * them.
 */
export const ALGORITHMS = [-8, -7, -257];

/**
 * Returns this service as a relying party of WebAuthn, by `PUBLIC_URL` alone. Authenticators bind
 * passkeys to `id`, its host name, and show `name` to users. Responses must come from `origin`.
 */
export function relyingParty({ publicUrl }: Pick<Platform, 'publicUrl'>) {
  const { hostname, host, origin } = new URL(publicUrl);
  return { id: hostname, origin, name: `modport (${host})` } as const;
}

/** The account in the form that authenticators store: 16 bytes. */
export function userHandle(userId: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(userId.replaceAll('-', ''), 'hex'));
}

const TRANSPORTS = ['ble', 'hybrid', 'internal', 'nfc', 'usb'] as const;

/** The known transports among those given: the ways to reach an authenticator. */
export function transportsOf(given: readonly string[]): AuthenticatorTransport[] {
  return TRANSPORTS.filter((known) => given.includes(known));
}

const base64url = z.string().regex(/^[\w-]{1,8192}$/);

const answer = {
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
  clientExtensionResults: z.object({}),
};

/** The response of an authenticator that made a passkey. */
export const newPasskeyResponse = z.object({
  ...answer,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.array(z.string().max(20)).max(10),
  }),
});

/** The response of an authenticator that signed with a passkey. */
export const passkeyResponse = z.object({
  ...answer,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.nullish(),
  }),
});

/** Parses the text that the script of a page sent. Returns null if it has another form. */
export function parseResponse<T>(schema: z.ZodType<T>, text: string): T | null {
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** The challenge that the browser signed, or an empty text if the data has another form. */
export function challengeIn(clientDataJSON: string): string {
  const clientData = z.object({ challenge: z.string() });
  return (
    parseResponse(clientData, Buffer.from(clientDataJSON, 'base64url').toString())?.challenge ?? ''
  );
}
