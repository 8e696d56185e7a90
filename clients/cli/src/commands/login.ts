import { revoke, signInWithBrowser, signInWithDevice, type Tokens } from '@modport/client';
import type { Command, Context } from '../command.js';
import { CLIENT_ID, connection, selectedServer, tokenStore } from '../connection.js';
import { failure } from '../failure.js';
import { texts } from '../language.js';
import { openBrowser } from '../open-browser.js';
import { safeLine } from '../output/safe-text.js';
import { isUnencrypted } from '../server-address.js';
import { writeSettings } from '../settings.js';

/** The rights for finding and installing mods. */
const READING = ['openid', 'mods:read', 'files:download', 'install_plans:resolve', 'profile:read'];
/** The further rights for publishing. The service requires a second factor for them. */
const PUBLISHING = [
  'account:read',
  'mods:write',
  'versions:write',
  'versions:publish',
  'versions:archive',
  'files:upload',
];

/**
 * `modport login`: signs in with the browser, or with a code for another device (`--device`).
 * Stores the tokens on this machine, and revokes those of an earlier sign-in at the same service.
 * Later commands then use this service. Throws `server_unencrypted`, and the errors of
 * `selectedServer` and of the sign-in.
 */
export const login: Command = {
  name: 'login',
  summary: texts({
    en: 'sign in with the browser, or on another device with --device',
    de: 'mit dem Browser anmelden, oder mit --device auf einem anderen Gerät',
    ru: 'войти через браузер или с --device на другом устройстве',
  }),
  options: [
    {
      flags: '--device',
      summary: texts({
        en: 'show a code to enter on another device',
        de: 'einen Code für ein anderes Gerät zeigen',
        ru: 'показать код для другого устройства',
      }),
    },
    {
      flags: '--publish',
      summary: texts({
        en: 'also ask for the rights to publish; they need a second factor',
        de: 'auch die Rechte zum Veröffentlichen anfordern; sie brauchen einen zweiten Faktor',
        ru: 'запросить и права на публикацию; для них нужен второй фактор',
      }),
    },
    {
      flags: '--scope <scope>',
      repeats: true,
      summary: texts({
        en: 'also ask for this right; repeat it for several',
        de: 'auch dieses Recht anfordern; mehrfach angeben für mehrere',
        ru: 'запросить и это право; для нескольких укажите повторно',
      }),
    },
    {
      flags: '--no-browser',
      summary: texts({
        en: 'only show the address',
        de: 'nur die Adresse zeigen',
        ru: 'только показать адрес',
      }),
    },
  ],
  async run(context, input) {
    const server = await selectedServer(context);
    if (isUnencrypted(server)) throw failure('server_unencrypted', { server });
    // A store that refuses the tokens must do so before the user signs in.
    const store = tokenStore(context.env, server);
    await store.locked(() => store.read(), context.signal);
    const wanted = input.flag('publish') ? PUBLISHING : [];
    const scopes = [...new Set([...READING, ...wanted, ...input.options('scope')])];
    const tokens = input.flag('device')
      ? await withDevice(context, server, scopes)
      : await withBrowser(context, server, scopes, input.flag('browser'));
    await keep(context, server, tokens);
    const { client } = connection(context, server, tokens.accessToken);
    const { body } = await client.get('/me', { signal: context.signal });
    const { username } = body.data.user;
    const data = { server, user: body.data.user, scopes: tokens.scope.split(' ') };
    return { data, text: WORDS[context.language].done(safeLine(username), server) };
  },
};

const WORDS = texts({
  en: {
    open: (url: string) => `Open this address in your browser to sign in:\n${url}`,
    code: (url: string, code: string) => `Open ${url} on any device and enter the code ${code}`,
    done: (user: string, server: string) => `Signed in to ${server} as ${user}.`,
    pageDone: 'You are signed in. You can close this window.',
    pageFailed: 'The sign-in failed. The command line says why.',
  },
  de: {
    open: (url: string) => `Zum Anmelden diese Adresse im Browser öffnen:\n${url}`,
    code: (url: string, code: string) =>
      `${url} auf einem beliebigen Gerät öffnen und den Code ${code} eingeben`,
    done: (user: string, server: string) => `Bei ${server} als ${user} angemeldet.`,
    pageDone: 'Sie sind angemeldet. Sie können dieses Fenster schließen.',
    pageFailed: 'Die Anmeldung ist fehlgeschlagen. Die Befehlszeile nennt den Grund.',
  },
  ru: {
    open: (url: string) => `Чтобы войти, откройте этот адрес в браузере:\n${url}`,
    code: (url: string, code: string) =>
      `Откройте ${url} на любом устройстве и введите код ${code}`,
    done: (user: string, server: string) => `Выполнен вход на ${server} как ${user}.`,
    pageDone: 'Вход выполнен. Это окно можно закрыть.',
    pageFailed: 'Войти не удалось. Причина указана в командной строке.',
  },
});

function withBrowser(
  { language, output, signal }: Context,
  server: string,
  scopes: readonly string[],
  mayOpen: boolean,
): Promise<Tokens> {
  const words = WORDS[language];
  return signInWithBrowser({
    issuer: server,
    clientId: CLIENT_ID,
    scopes,
    languages: [language],
    signal,
    texts: { done: words.pageDone, failed: words.pageFailed },
    open(url) {
      output.prompt(words.open(safeLine(url)), { url });
      if (mayOpen) openBrowser(url);
    },
  });
}

function withDevice(
  { language, output, signal }: Context,
  server: string,
  scopes: readonly string[],
): Promise<Tokens> {
  return signInWithDevice({
    issuer: server,
    clientId: CLIENT_ID,
    scopes,
    signal,
    show: ({ userCode, verificationUri }) =>
      output.prompt(WORDS[language].code(safeLine(verificationUri), safeLine(userCode)), {
        url: verificationUri,
        code: userCode,
      }),
  });
}

/**
 * Stores the tokens in place of earlier ones, selects the service for later commands, and revokes
 * the earlier tokens. A failed revocation is ignored.
 */
async function keep({ env, secrets, signal }: Context, server: string, tokens: Tokens) {
  secrets.hide(tokens.accessToken);
  if (tokens.refreshToken !== null) secrets.hide(tokens.refreshToken);
  const store = tokenStore(env, server);
  const before = await store.locked(async () => {
    const earlier = await store.read();
    await store.write(tokens);
    return earlier;
  }, signal);
  await writeSettings(env, { server });
  // Earlier tokens would otherwise last for a month; they also may have ended already.
  if (before !== null) {
    await revoke(before, { issuer: server, clientId: CLIENT_ID, signal }).catch(() => undefined);
  }
}
