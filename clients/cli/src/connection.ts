import { createHash } from 'node:crypto';
import { join } from 'node:path';
import {
  createClient,
  fileTokenStore,
  storedTokens,
  type TokenSource,
  type TokenStore,
} from '@modport/client';
import type { Context } from './command.js';
import type { Connection } from './connection.type.js';
import { failure } from './failure.js';
import { texts } from './language.js';
import { isUnencrypted, serverAddress } from './server-address.js';
import { homeFolder, readSettings } from './settings.js';
import { usage } from './usage.js';
import { PROGRAM_VERSION } from './version.js';

/** The OAuth client id of this program. Every service has this client. */
export const CLIENT_ID = 'modport-cli';

/**
 * The origin of the selected service: of `--server`, else of `MODPORT_SERVER`, else of the last
 * sign-in. Throws `server_missing` and `server_invalid`.
 */
export async function selectedServer({ serverOption, env }: Context): Promise<string> {
  const named = serverOption || env['MODPORT_SERVER'] || (await readSettings(env)).server;
  if (!named) throw failure('server_missing', {});
  return serverAddress(named);
}

/**
 * Connects to the selected service with `MODPORT_TOKEN`, or else with the stored sign-in of this
 * program. Without either, the connection is anonymous. Sends no request yet. Throws the errors of
 * `selectedServer`, and:
 * - `server_unencrypted` in place of a connection that would send a credential without encryption
 *   to another machine
 * - `usage` for a `MODPORT_TOKEN` that no header can carry
 * - FileError for a stored sign-in that other users could have changed
 */
export async function connect(context: Context): Promise<Connection> {
  const server = await selectedServer(context);
  const token = context.env['MODPORT_TOKEN'];
  if (token && !/^[\x21-\x7e]+$/.test(token)) throw usage(NO_TOKEN);
  if (token) return connection(context, server, token);
  const store = tokenStore(context.env, server);
  const tokens = await store.read();
  if (tokens?.clientId !== CLIENT_ID) return connection(context, server, null);
  return connection(context, server, storedTokens(store, { issuer: server, clientId: CLIENT_ID }));
}

const NO_TOKEN = texts({
  en: 'MODPORT_TOKEN has spaces, line breaks or other characters that no token has. Set it to the token alone.',
  de: 'MODPORT_TOKEN hat Leerzeichen, Zeilenumbrüche oder andere Zeichen, die kein Token hat. Nur das Token angeben.',
  ru: 'В MODPORT_TOKEN есть пробелы, переводы строк или другие символы, которых нет в токенах. Укажите только токен.',
});

/**
 * The store of the sign-in at a service, a file of this machine. Each service has a file of its
 * own, so that none gets the tokens of another.
 */
export function tokenStore(env: Context['env'], server: string): TokenStore {
  const name = createHash('sha256').update(server).digest('hex').slice(0, 16);
  return fileTokenStore(join(homeFolder(env), 'sign-ins', `${name}.json`));
}

/** As `connect`. Also throws `not_signed_in` if the connection would be anonymous. */
export async function connectSignedIn(context: Context): Promise<Connection> {
  const connected = await connect(context);
  if (!connected.hasCredential) throw failure('not_signed_in', { server: connected.server });
  return connected;
}

/**
 * A connection with a credential, or an anonymous one if `token` is null. Outputs hide a token that
 * is given as a text. Throws `server_unencrypted` for a credential without HTTPS to another
 * machine.
 */
export function connection(
  { secrets, language }: Context,
  server: string,
  token: string | TokenSource | null,
): Connection {
  if (token !== null && isUnencrypted(server)) throw failure('server_unencrypted', { server });
  if (typeof token === 'string') secrets.hide(token);
  const client = createClient({
    baseUrl: `${server}/v1`,
    identity: { name: CLIENT_ID, version: PROGRAM_VERSION, contact: server },
    languages: [language],
    ...(token === null ? {} : { token }),
  });
  return { server, client, hasCredential: token !== null };
}
