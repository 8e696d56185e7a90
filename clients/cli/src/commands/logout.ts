import { signOut } from '@modport/client';
import type { Command } from '../command.js';
import { CLIENT_ID, selectedServer, tokenStore } from '../connection.js';
import { texts } from '../language.js';

/**
 * `modport logout`: removes the sign-in from this machine and revokes it. Succeeds if there is no
 * sign-in. If the service does not revoke it, it is removed nevertheless, and the command fails
 * with the error of `signOut`.
 */
export const logout: Command = {
  name: 'logout',
  summary: texts({
    en: 'remove the sign-in from this machine and revoke it',
    de: 'die Anmeldung von diesem Rechner entfernen und widerrufen',
    ru: 'выйти на этом компьютере и отозвать доступ',
  }),
  async run(context) {
    const server = await selectedServer(context);
    const store = tokenStore(context.env, server);
    const { signal, language } = context;
    // Without tokens, a folder that the store would refuse is no failure.
    const hasTokens = (await store.read()) !== null;
    const wasSignedIn =
      hasTokens && (await signOut(store, { issuer: server, clientId: CLIENT_ID, signal }));
    const words = WORDS[language];
    const text = wasSignedIn ? words.done(server) : words.nothing(server);
    return { data: { server, signed_out: wasSignedIn }, text };
  },
};

const WORDS = texts({
  en: {
    done: (server: string) => `Signed out of ${server}.`,
    nothing: (server: string) => `You were not signed in to ${server}.`,
  },
  de: {
    done: (server: string) => `Von ${server} abgemeldet.`,
    nothing: (server: string) => `Sie waren nicht bei ${server} angemeldet.`,
  },
  ru: {
    done: (server: string) => `Вы вышли из ${server}.`,
    nothing: (server: string) => `Вы не входили на ${server}.`,
  },
});
