import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Client } from '@modport/client';
import { items } from '@modport/client';
import type { Command, Context, Input } from '../command.js';
import { connectSignedIn } from '../connection.js';
import { wholeNumber } from '../input-values.js';
import { type Texts, texts } from '../language.js';
import { usage } from '../usage.js';
import { createReceiver, type Delivery } from '../webhooks/receiver.js';

/** The port without `--port`. */
const PORT = 4800;
/** The most deliveries in the JSON document at the end. Older ones are left out. */
const KEPT = 1000;
/**
 * The description of the subscriptions of this command. By it, a later run finds a subscription
 * that a killed run left behind.
 */
const DESCRIPTION = 'modport webhooks listen';

/**
 * `modport webhooks listen`: receives deliveries on this machine and verifies them, until Ctrl-C or
 * until `--count` genuine ones have arrived. With `--url`, it subscribes that address to the kinds
 * of `--event` while it runs. Otherwise `--event` has no effect, and `MODPORT_WEBHOOK_SECRET` must
 * have the secret of a subscription. The JSON has the newest deliveries, also refused ones. Throws
 * `usage` without a secret, for an option with a wrong value, or if it cannot use the port; with
 * `--url` also `not_signed_in`.
 */
export const listenWebhooks: Command = {
  name: 'webhooks listen',
  summary: texts({
    en: 'receive webhook deliveries on this machine and verify them',
    de: 'Webhook-Zustellungen auf diesem Rechner empfangen und prüfen',
    ru: 'принимать доставки вебхуков на этом компьютере и проверять их',
  }),
  options: [
    option('--port <number>', {
      en: `the local port, ${PORT} by default; 0 for any free one`,
      de: `der lokale Port, sonst ${PORT}; 0 für einen freien`,
      ru: `локальный порт, по умолчанию ${PORT}; 0 — любой свободный`,
    }),
    option('--forward <url>', {
      en: 'send genuine deliveries on to this address',
      de: 'echte Zustellungen an diese Adresse weiterleiten',
      ru: 'пересылать подлинные доставки на этот адрес',
    }),
    option('--url <url>', {
      en: 'subscribe this public address (of your tunnel) while listening',
      de: 'diese öffentliche Adresse (des Tunnels) so lange abonnieren',
      ru: 'подписать этот публичный адрес (вашего туннеля) на время работы',
    }),
    {
      ...option('--event <kind>', {
        en: 'an event to subscribe to; repeat it for several; version.published by default',
        de: 'ein Ereignis; mehrfach angeben für mehrere; sonst version.published',
        ru: 'событие; для нескольких укажите повторно; по умолчанию version.published',
      }),
      repeats: true,
    },
    option('--count <number>', {
      en: 'end after so many genuine deliveries',
      de: 'nach so vielen echten Zustellungen enden',
      ru: 'завершиться после стольких подлинных доставок',
    }),
  ],
  async run(context, input) {
    const address = input.option('url');
    const kinds = input.options('event');
    const subscribed =
      address === undefined
        ? null
        : await subscribe(context, address, kinds.length > 0 ? kinds : ['version.published']);
    const secret = subscribed?.secret ?? context.env['MODPORT_WEBHOOK_SECRET'];
    if (secret === undefined || secret === '') throw usage(NO_SECRET);
    context.secrets.hide(secret);
    try {
      return { data: { deliveries: await listen(context, input, secret) }, text: '' };
    } finally {
      await subscribed?.end();
    }
  },
};

function option(flags: string, summary: Texts) {
  return { flags, summary: texts(summary) };
}

const NO_SECRET = texts({
  en: 'Set MODPORT_WEBHOOK_SECRET to the secret of the subscription, or let this command subscribe with --url.',
  de: 'MODPORT_WEBHOOK_SECRET auf das Geheimnis des Abonnements setzen, oder mit --url abonnieren lassen.',
  ru: 'Укажите в MODPORT_WEBHOOK_SECRET секрет подписки или подпишитесь этой командой с --url.',
});

const LISTENING = texts({
  en: (url: string) => `Listening at ${url}. Stop with Ctrl-C.`,
  de: (url: string) => `Wartet auf Zustellungen unter ${url}. Mit Strg-C beenden.`,
  ru: (url: string) => `Ожидание доставок на ${url}. Остановить: Ctrl-C.`,
});

/**
 * Receives until Ctrl-C, or until `--count` genuine deliveries have arrived. Returns the `KEPT`
 * newest deliveries, also refused ones.
 */
async function listen(context: Context, input: Input, secret: string): Promise<Delivery[]> {
  const wanted = wholeNumber(input, 'count', 1, 1_000_000) ?? Number.POSITIVE_INFINITY;
  const deliveries: Delivery[] = [];
  const ended = new AbortController();
  let genuine = 0;
  const receive = createReceiver({
    secret,
    forward: forwardOf(input),
    onDelivery(delivery) {
      context.output.line(lineOf(context, delivery));
      deliveries.push(delivery);
      if (deliveries.length > KEPT) deliveries.shift();
      genuine += delivery.genuine ? 1 : 0;
      if (genuine >= wanted) ended.abort();
    },
  });
  const server = createServer(receive);
  const requestedPort = wholeNumber(input, 'port', 0, 65_535) ?? PORT;
  server.listen(requestedPort, '127.0.0.1');
  await once(server, 'listening').catch(() => {
    throw usage(PORT_UNUSABLE(requestedPort));
  });
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  context.output.prompt(LISTENING[context.language](url), { url });
  try {
    await untilAborted(AbortSignal.any([context.signal, ended.signal]));
  } finally {
    server.close();
    // The response to the last delivery may still be on its way.
    setTimeout(() => server.closeAllConnections(), 1000).unref();
    await once(server, 'close');
  }
  return deliveries;
}

const PORT_UNUSABLE = (port: number) =>
  texts({
    en: `Port ${port} is in use or not permitted. Choose another one with --port.`,
    de: `Port ${port} ist belegt oder nicht erlaubt. Mit --port einen anderen wählen.`,
    ru: `Порт ${port} занят или недоступен. Выберите другой: --port.`,
  });

function untilAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) =>
    signal.addEventListener('abort', () => resolve(), { once: true }),
  );
}

function forwardOf(input: Input): URL | null {
  const text = input.option('forward');
  if (text === undefined) return null;
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return new URL(text);
  throw usage(NO_ADDRESS(text));
}

const NO_ADDRESS = (text: string) =>
  texts({
    en: `"${text}" is not an http or https address.`,
    de: `"${text}" ist keine http- oder https-Adresse.`,
    ru: `"${text}" — не адрес http или https.`,
  });

function lineOf(
  { output }: Context,
  { genuine, refused, type, event_id, forwarded_status }: Delivery,
): string {
  if (!genuine) return output.style('red', `refused  ${refused}`);
  const forwarded = forwarded_status === null ? '' : `  -> ${forwarded_status}`;
  return `${output.style('green', 'verified')}  ${type}  ${event_id}${forwarded}`;
}

/**
 * Deletes the subscriptions of earlier runs of this command for the same address. Those runs were
 * usually killed. Then creates a subscription; `end` deletes it.
 */
async function subscribe(
  context: Context,
  url: string,
  kinds: readonly string[],
): Promise<{ readonly secret: string; end(): Promise<void> }> {
  const { client } = await connectSignedIn(context);
  for await (const one of items(client, '/webhook-subscriptions', { signal: context.signal })) {
    if (one.description === DESCRIPTION && one.url === url) await unsubscribe(client, one.id);
  }
  // The service refuses unknown kinds with a list of its own.
  const event_kinds = [...kinds] as ('version.published' | 'file.ready')[];
  const body = { url, event_kinds, description: DESCRIPTION };
  const created = await client.post('/webhook-subscriptions', { body, signal: context.signal });
  const { id, secret } = created.body.data;
  return { secret, end: () => unsubscribe(client, id) };
}

/** Deletes a subscription. It takes no signal, because it must also run after Ctrl-C. */
async function unsubscribe(client: Client, subscription_id: string): Promise<void> {
  const params = { path: { subscription_id } };
  await client.delete('/beta/webhook-subscriptions/{subscription_id}', { params });
}
