import { LIMITS } from '../src/registry/limits.js';

/**
 * Default names of programs and libraries. They do not identify the application that sends the
 * request (Spec 5.5).
 */
const GENERIC_NAMES = new Set([
  'aiohttp',
  'apache-httpclient',
  'axios',
  'chrome',
  'curl',
  'dart',
  'deno',
  'bun',
  'faraday',
  'go-http-client',
  'got',
  'guzzlehttp',
  'httpclient',
  'httpie',
  'insomnia',
  'java',
  'java-http-client',
  'ky',
  'libcurl',
  'libwww-perl',
  'mozilla',
  'node',
  'node-fetch',
  'node.js',
  'okhttp',
  'opera',
  'perl',
  'php',
  'postmanruntime',
  'powershell',
  'python',
  'python-httpx',
  'python-requests',
  'python-urllib',
  'reqwest',
  'restsharp',
  'ruby',
  'safari',
  'superagent',
  'undici',
  'unirest',
  'ureq',
  'wget',
  'winhttp',
]);

const TOKEN = "[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}";
const USER_AGENT = new RegExp(`^(${TOKEN})/(${TOKEN}) \\(\\+([^\\s()]{1,200})\\)(?: .*)?$`);
const EMAIL = /^(?:mailto:)?[^\s@:/]+@[^\s@.]+(?:\.[^\s@.]+)+$/;
const WEB_ADDRESS = /^https?:\/\/[^\s/?#@]+(?:[/?#]\S*)?$/;

const CLIENT = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;
const VERSION = /^[A-Za-z0-9][A-Za-z0-9._+-]{0,63}$/;
const SECRET = /^(?:mpat|mfak|mfoc|whsec)_/;
const TOKEN_OF_OWN_USE = /^bearer +(?:mpat|mfak)_/i;

/** The headers that identify the client of a write; undefined if absent. */
export interface IdentityHeaders {
  readonly authorization: string | undefined;
  readonly userAgent: string | undefined;
  readonly client: string | undefined;
  readonly clientVersion: string | undefined;
}

/**
 * Whether an authenticated write identifies its client (Spec 5.5). `User-Agent` must begin with
 * `Name/Version (+contact)`: the contact is a web or e-mail address, and the name is not in
 * `GENERIC_NAMES`. With a personal token or key, `X-Service-Client` and `X-Service-Client-Version`
 * are required too, and the former must not look like a secret.
 */
export function identifiesClient(headers: IdentityHeaders): boolean {
  const { userAgent = '' } = headers;
  if (userAgent.length > LIMITS.userAgentCharacters) return false;
  const agent = USER_AGENT.exec(userAgent);
  const [, name = '', , contact = ''] = agent ?? [];
  if (!agent || GENERIC_NAMES.has(name.toLowerCase())) return false;
  if (!EMAIL.test(contact) && !WEB_ADDRESS.test(contact)) return false;
  return !TOKEN_OF_OWN_USE.test(headers.authorization ?? '') || namesApplication(headers);
}

function namesApplication({ client = '', clientVersion = '' }: IdentityHeaders): boolean {
  return CLIENT.test(client) && VERSION.test(clientVersion) && !SECRET.test(client);
}
