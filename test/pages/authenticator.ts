import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

/** The options that a page hands to the device. */
interface Options {
  readonly challenge: string;
  readonly user?: { readonly id: string };
  readonly allowCredentials?: readonly { readonly id: string }[];
}

/** Untrue parts of a response, for tests of their refusal. */
export interface Lies {
  readonly origin?: string;
  readonly rpId?: string;
  readonly counter?: number;
  /** Whether the device verified its user. */
  readonly isVerified?: boolean;
  /** Another challenge than the page gave. */
  readonly challenge?: string;
}

/** A device in software that makes one passkey and signs with it. */
export interface Authenticator {
  /** Makes the passkey; answers the JSON that the script of the page sends. */
  make(html: string, lies?: Lies): string;
  /** Signs with it. */
  ask(html: string, lies?: Lies): string;
}

const USER_PRESENT = 1;
const USER_VERIFIED = 4;
const HAS_CREDENTIAL = 64;

/** Creates a device for a service at this URL. */
export function newAuthenticator(baseUrl: string): Authenticator {
  const { hostname, origin } = new URL(baseUrl);
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(16);
  let counter = 0;
  let handle: string | null = null;

  const clientDataOf = (type: string, challenge: string, lies: Lies) =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: lies.challenge ?? challenge,
        origin: lies.origin ?? origin,
        crossOrigin: false,
      }),
    );
  const headOf = (flags: number, lies: Lies) => {
    const head = Buffer.alloc(5);
    head.writeUInt8(flags | USER_PRESENT | (lies.isVerified === false ? 0 : USER_VERIFIED));
    counter += 1;
    head.writeUInt32BE(lies.counter ?? counter, 1);
    return Buffer.concat([sha256(Buffer.from(lies.rpId ?? hostname)), head]);
  };
  const answerOf = (response: Record<string, unknown>) =>
    JSON.stringify({
      id: id.toString('base64url'),
      rawId: id.toString('base64url'),
      type: 'public-key',
      clientExtensionResults: {},
      response,
    });
  return {
    make(html, lies = {}) {
      const { challenge, user } = optionsIn(html, 'make');
      handle = user?.id ?? null;
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const credential = Buffer.concat([Buffer.alloc(16), length, id, coseOf(publicKey)]);
      const authData = Buffer.concat([headOf(HAS_CREDENTIAL, lies), credential]);
      const attestation = new Map<string, string | Uint8Array | Map<string, string>>([
        ['fmt', 'none'],
        ['attStmt', new Map<string, string>()],
        ['authData', new Uint8Array(authData)],
      ]);
      return answerOf({
        clientDataJSON: clientDataOf('webauthn.create', challenge, lies).toString('base64url'),
        attestationObject: Buffer.from(isoCBOR.encode(attestation)).toString('base64url'),
        transports: ['internal'],
      });
    },
    ask(html, lies = {}) {
      const { challenge } = optionsIn(html, 'ask');
      const clientData = clientDataOf('webauthn.get', challenge, lies);
      const authData = headOf(0, lies);
      const signed = Buffer.concat([authData, sha256(clientData)]);
      return answerOf({
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: sign('sha256', signed, privateKey).toString('base64url'),
        userHandle: handle,
      });
    },
  };
}

/** The options in the page for a device that makes a passkey or signs with one. */
export function optionsIn(html: string, does: 'make' | 'ask'): Options {
  const pattern = new RegExp(`data-passkey="${does}" data-options="([^"]*)"`);
  const text = pattern.exec(html)?.[1];
  if (text === undefined) throw new Error(`no page that lets a device ${does}`);
  return JSON.parse(
    text.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&'),
  );
}

/** A public key in COSE form: ECDSA with P-256. */
function coseOf(key: KeyObject): Uint8Array {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'));
  const fields = new Map<number, number | Uint8Array<ArrayBuffer>>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, bytesOf(x)],
    [-3, bytesOf(y)],
  ]);
  return isoCBOR.encode(fields);
}

function sha256(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}
