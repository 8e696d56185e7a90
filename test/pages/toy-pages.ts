import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parse } from 'node:querystring';
import express from 'express';
import { factsOf } from '../../rest-facade/routed-request.js';
import { buildDomainSchema, createGateway, toRegistered } from '../../src/graphql/index.js';
import {
  actions,
  button,
  card,
  choices,
  createPageKit,
  facts,
  field,
  form,
  notice,
  type PageKit,
  redirectTo,
  show,
  table,
  textarea,
} from '../../src/pages/kit/index.js';
import type { Platform } from '../../src/platform/platform.js';

/** A server with pages of its own on the parts of a world. */
export interface ToyPages {
  readonly url: string;
  /** The query strings that the pages parsed, each as often as they did. */
  readonly parsed: string[];
  close(): Promise<void>;
}

/** Serves a page for each thing that the kit promises. */
export async function serveToyPages(world: Platform): Promise<ToyPages> {
  const parsed: string[] = [];
  const app = express();
  app.set('query parser', (query: string | null) => {
    parsed.push(query ?? '');
    return parse(query ?? '');
  });
  const server = createServer(app).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const platform = { ...world, publicUrl: url };
  const kit = createPageKit({
    platform,
    gateway: createGateway(platform, buildDomainSchema()),
    factsOf: (req) => factsOf(req, { address: '127.0.0.1' }),
    registered: (error) => toRegistered(error, platform.log),
  });
  app.use(toysOf(kit));
  const close = async () => {
    server.close();
    server.closeAllConnections();
  };
  return { url, parsed, close };
}

function toysOf(kit: PageKit) {
  const router = express.Router();
  router.get(
    '/form',
    kit.page((visit) =>
      show({
        title: 'A form',
        body: form(visit, [
          field({ name: 'name', label: 'Name', hint: 'Any', error: visit.notice }),
          textarea({ name: 'text', label: 'Text', value: '</textarea><b>' }),
          choices({ name: 'c', legend: 'C', kind: 'any', choices: [{ value: '1', label: 'One' }] }),
          actions(button({ label: 'Send' })),
        ]),
      }),
    ),
  );
  router.post(
    '/form',
    kit.form(({ fields }) =>
      fields.one('name') === '' ? redirectTo('/form', { notice: 'empty' }) : redirectTo('/done'),
    ),
  );
  router.get(
    '/done',
    kit.page(() =>
      show({
        title: 'Done',
        formAction: ['https://client.example', 'my.app:'],
        body:
          [
            notice('done', 'Sent'),
            card(facts([['Name', 'x']]), 'Card'),
            table({ caption: 'Table', head: ['A'], rows: [['1']] }),
          ][0] ?? card('nothing'),
      }),
    ),
  );
  return router;
}
