import type { Command } from '../command.js';
import { connectSignedIn } from '../connection.js';
import { texts } from '../language.js';
import { table } from '../output/format.js';
import { safeLine } from '../output/safe-text.js';

const WORDS = texts({
  en: { user: 'User', service: 'Service', credential: 'Credential', rights: 'Rights' },
  de: { user: 'Benutzer', service: 'Dienst', credential: 'Zugangsdaten', rights: 'Rechte' },
  ru: { user: 'Пользователь', service: 'Сервис', credential: 'Учётные данные', rights: 'Права' },
});

/**
 * `modport whoami`: shows the account, the service and the rights of the credential. Throws
 * `not_signed_in` without a credential.
 */
export const whoami: Command = {
  name: 'whoami',
  summary: texts({
    en: 'show the account that you are signed in to, and your rights',
    de: 'das angemeldete Konto und seine Rechte zeigen',
    ru: 'показать аккаунт, в который вы вошли, и ваши права',
  }),
  async run(context) {
    const { client, server } = await connectSignedIn(context);
    const { body } = await client.get('/me', { signal: context.signal });
    const { user, credential } = body.data;
    const words = WORDS[context.language];
    const text = table([
      [words.user, safeLine(user.username)],
      [words.service, server],
      [words.credential, safeLine(credential.kind)],
      [words.rights, safeLine(credential.scopes.join(' '))],
    ]);
    return { data: { server, user, credential }, text };
  },
};
