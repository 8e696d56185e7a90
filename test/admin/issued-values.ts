import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Service } from '../../src/server/service.js';
import { type Creator, withSecret } from '../actors.js';
import type { World } from '../harness.js';
import { newBrowser } from '../oauth/browser.js';
import { PASSWORD } from '../pages/people.js';
import { newVisitor } from '../pages/visitor.js';

/** Values that a process signed. */
export interface Issued {
  readonly storageToken: string;
  readonly cursor: string;
  readonly session: string;
  readonly visit: string;
  readonly formToken: string;
}

/** A running process of an installation. */
export type Process = Pick<Service, 'platform' | 'localUrl'>;

/** The process of a world. */
export const processOf = (world: World): Process => ({
  platform: world.platform,
  localUrl: world.baseUrl,
});

/** New values of each kind, signed by a process. */
export async function issuedBy({ platform, localUrl }: Process, creator: Creator): Promise<Issued> {
  const key = `blobs/${randomBytes(8).toString('hex')}`;
  await platform.storage.put(key, Readable.from([Buffer.from('bytes')]), 'text/plain');
  const expiresAt = new Date(platform.clock.now().getTime() + 90 * 24 * 3_600_000);
  const { url } = await platform.storage.signGet(key, {}, expiresAt);
  const page = await withSecret(localUrl, creator.token ?? '').get('/me/resources?limit=1');
  const { value: session } = await newBrowser(platform, localUrl).signIn(creator.userId);
  const visitor = newVisitor({ baseUrl: localUrl });
  const { html } = await visitor.get('/account/sign-in');
  return {
    storageToken: url.split('/').at(-1) ?? '',
    cursor: page.body.pagination.next_cursor,
    session,
    visit: visitor.cookies.get('modport_visit') ?? '',
    formToken: /name="_token" value="([\w-]+)"/.exec(html)?.[1] ?? '',
  };
}

/** The response of a process to each issued value: `served`, or the code of the refusal. */
export async function takenBy(
  world: World,
  { localUrl }: Process,
  creator: Creator,
  issued: Issued,
) {
  const file = await fetch(`${localUrl}/storage/${issued.storageToken}`);
  const fileBody = await file.text();
  const page = await withSecret(localUrl, creator.token ?? '').get(
    `/me/resources?limit=1&cursor=${issued.cursor}`,
  );
  const graphql = await fetch(`${localUrl}/graphql`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Origin: world.baseUrl,
      Cookie: `modport_session=${issued.session}`,
    },
    body: JSON.stringify({ query: '{ listUploadSessions { items { id } } }' }),
  });
  const form = await fetch(`${localUrl}/account/sign-in`, {
    method: 'POST',
    redirect: 'manual',
    headers: { Origin: world.baseUrl, Cookie: `modport_visit=${issued.visit}` },
    body: new URLSearchParams({ login: 'zoe', password: PASSWORD, _token: issued.formToken }),
  });
  const answered = JSON.parse(await graphql.text());
  return {
    file: file.ok ? 'served' : JSON.parse(fileBody).code,
    page: page.status === 200 ? 'served' : page.body.fields[0].code,
    session: answered.data?.listUploadSessions ? 'served' : answered.errors[0].extensions.code,
    form: form.status === 303 ? 'served' : form.status,
  };
}

/** Every value is accepted. */
export const SERVED = { file: 'served', page: 'served', session: 'served', form: 'served' };
/** Every value is refused. */
export const REFUSED = {
  file: 'forbidden',
  page: 'invalid_cursor',
  session: 'unauthorized',
  form: 403,
};
