import { items, ProblemError, type Schema } from '@modport/client';
import { findMod } from '../catalog.js';
import type { Command, Context } from '../command.js';
import { connectSignedIn } from '../connection.js';
import { failure } from '../failure.js';
import { wholeNumber } from '../input-values.js';
import { texts } from '../language.js';
import { table } from '../output/format.js';
import { safeLine } from '../output/safe-text.js';

type Key = Schema<'ApiKey'>;

const KEY_ARGUMENT = {
  syntax: '<key>',
  summary: texts({
    en: 'the id of the key, as `modport keys list` shows it',
    de: 'die ID des Schlüssels aus `modport keys list`',
    ru: 'id ключа из `modport keys list`',
  }),
};

/** `modport keys list`: lists the API keys of the user with their states. */
export const listKeys: Command = {
  name: 'keys list',
  summary: texts({
    en: 'list your API keys',
    de: 'eigene API-Schlüssel auflisten',
    ru: 'показать ваши API-ключи',
  }),
  async run(context) {
    const { client } = await connectSignedIn(context);
    const keys: Key[] = [];
    const params = { query: { limit: 100 } };
    for await (const key of items(client, '/api-keys', { params, signal: context.signal })) {
      keys.push(key);
    }
    const rows = keys.map((key) => [
      key.id,
      safeLine(key.name),
      key.state,
      (key.expires_at ?? '').slice(0, 10),
      key.scopes.map(safeLine).join(' '),
    ]);
    return { data: { keys }, text: table(rows) };
  },
};

/**
 * `modport keys create`: creates an API key and prints its secret, which is never shown again.
 * Without `--mod`, the key reaches no mod. Throws `keys_need_token` for a sign-in of this program,
 * and `usage` for `--days` outside 1 to 366.
 */
export const createKey: Command = {
  name: 'keys create',
  summary: texts({
    en: 'create an API key; its secret is shown once',
    de: 'einen API-Schlüssel anlegen; das Geheimnis wird einmal gezeigt',
    ru: 'создать API-ключ; секрет показывается один раз',
  }),
  arguments: [
    {
      syntax: '<name>',
      summary: texts({
        en: 'a name that only you see',
        de: 'ein Name, den nur Sie sehen',
        ru: 'название, которое видите только вы',
      }),
    },
  ],
  options: [
    {
      flags: '--scope <scope>',
      repeats: true,
      summary: texts({
        en: 'a right of the key; repeat it for several',
        de: 'ein Recht des Schlüssels; mehrfach angeben für mehrere',
        ru: 'право ключа; для нескольких укажите повторно',
      }),
    },
    {
      flags: '--mod <mod>',
      repeats: true,
      summary: texts({
        en: 'a mod that the key may reach; repeat it for several',
        de: 'eine Mod, die der Schlüssel erreicht; mehrfach angeben für mehrere',
        ru: 'мод, доступный ключу; для нескольких укажите повторно',
      }),
    },
    {
      flags: '--days <count>',
      summary: texts({
        en: 'the lifetime in days; as long as the service allows by default',
        de: 'die Gültigkeit in Tagen; sonst so lang wie erlaubt',
        ru: 'срок действия в днях; по умолчанию наибольший допустимый',
      }),
    },
  ],
  async run(context, input) {
    const { client } = await connectSignedIn(context);
    const { signal } = context;
    const days = wholeNumber(input, 'days', 1, 366);
    const resource_grants = [];
    for (const name of input.options('mod')) {
      const { id } = await findMod(client, name, undefined, signal);
      resource_grants.push({ type: 'mod' as const, id });
    }
    const body = {
      name: input.argument('name'),
      // The service refuses unknown scopes with a list of its own.
      scopes: [...input.options('scope')] as Schema<'CreateApiKeyInput'>['scopes'],
      resource_grants,
      ...(days === undefined ? {} : { expires_at: endAfter(days) }),
    };
    return guarded(context, async () => {
      const created = await client.post('/api-keys', { body, signal });
      return { data: created.body.data, text: secretText(context, created.body.data) };
    });
  },
};

const DAY_MS = 86_400_000;

const endAfter = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();

/**
 * `modport keys rotate`: replaces a key and prints the new secret. The old one works for ten more
 * minutes. Throws `keys_need_token` for a sign-in of this program.
 */
export const rotateKey: Command = {
  name: 'keys rotate',
  summary: texts({
    en: 'replace a key; the old one works for ten more minutes',
    de: 'einen Schlüssel ersetzen; der alte gilt noch zehn Minuten',
    ru: 'заменить ключ; старый действует ещё десять минут',
  }),
  arguments: [KEY_ARGUMENT],
  async run(context, input) {
    const { client } = await connectSignedIn(context);
    const params = { path: { api_key_id: input.argument('key') } };
    return guarded(context, async () => {
      const init = { params, signal: context.signal };
      const { body } = await client.post('/api-keys/{api_key_id}/rotate', init);
      return { data: body.data, text: secretText(context, body.data) };
    });
  },
};

/** `modport keys revoke`: revokes a key at once, without a confirmation. */
export const revokeKey: Command = {
  name: 'keys revoke',
  summary: texts({
    en: 'revoke a key at once',
    de: 'einen Schlüssel sofort widerrufen',
    ru: 'сразу отозвать ключ',
  }),
  arguments: [KEY_ARGUMENT],
  async run(context, input) {
    const { client } = await connectSignedIn(context);
    const id = input.argument('key');
    const params = { path: { api_key_id: id } };
    await client.delete('/api-keys/{api_key_id}', { params, signal: context.signal });
    return { data: { id, revoked: true }, text: REVOKED[context.language](id) };
  },
};

const REVOKED = texts({
  en: (id: string) => `The key ${id} is revoked.`,
  de: (id: string) => `Der Schlüssel ${id} ist widerrufen.`,
  ru: (id: string) => `Ключ ${id} отозван.`,
});

const SECRET = texts({
  en: 'Save this secret now; it is never shown again:',
  de: 'Dieses Geheimnis jetzt sichern; es wird nie wieder gezeigt:',
  ru: 'Сохраните этот секрет сейчас: больше он не показывается:',
});

function secretText({ language, output }: Context, key: Key & { readonly secret: string }): string {
  output.note(SECRET[language]);
  return key.secret;
}

/**
 * Runs a request that creates or rotates a key. Without `MODPORT_TOKEN`, throws `keys_need_token`
 * in place of the problem `forbidden`: the credential is then a sign-in of this program, and the
 * service lets no application create or rotate keys. With `MODPORT_TOKEN`, `forbidden` has other
 * reasons, and the problem names them.
 */
async function guarded<T>({ env }: Context, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isSignIn = !env['MODPORT_TOKEN'];
    if (isSignIn && error instanceof ProblemError && error.code === 'forbidden') {
      throw failure('keys_need_token', { reason: error.detail });
    }
    throw error;
  }
}
